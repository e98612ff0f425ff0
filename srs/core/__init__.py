"""The rules and the values they work on: pure, standard library only."""
