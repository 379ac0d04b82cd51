"""The painter: the same scene always gives the same text."""
