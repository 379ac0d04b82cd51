"""What every rule set is made of, knowing no game."""
