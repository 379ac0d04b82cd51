"""Rules tutor for five First World War board games."""

__version__ = "0.2.0"
