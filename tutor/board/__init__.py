"""What is seen: scenes, counters, panels, and small HTML. It holds no rules."""
