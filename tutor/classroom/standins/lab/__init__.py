"""What takes the places of NumPy and Pillow in a folder of notebooks that has neither: what ipycanvas asks of them."""
