"""Space: hexes and areas, the ways through them, what sees what, and who controls what around him."""
