"""One act of war put to five rulebooks: situations, dioramas, exact outcomes, what would change them, the debate."""
