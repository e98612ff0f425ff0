"""Use cases without a screen: sync, session, practice, undo."""
