"""Chronicles: their files, their course, and what is published of them."""
