"""srs: spaced repetition for people who live in a terminal and in git."""

__version__ = "0.1.0"
