"""Chronicles: a battle as its sources tell it, what a game's rules say of it, and the pages that are made of both."""
