"""What is told (`engine/told.py`), written: as text, as HTML, as Markdown, as BBCode. Each writer escapes its own."""
