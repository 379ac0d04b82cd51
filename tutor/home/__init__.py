"""Home: everything one click away, without code. `tutor lab` opens it; in a notebook it is `Home()`."""

from tutor.home.page import Home

__all__ = ["Home"]
