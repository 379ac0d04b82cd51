"""Pictures made of points, which no table draws: ipycanvas asks for the name alone."""
