"""Scenario, map, record, case, table and readings files: read with limits, checked whole, told fault by fault."""
