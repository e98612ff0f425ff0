"""What counts as the same answer when a learner types it."""

from __future__ import annotations

import unicodedata


def same_words(typed: str, right: str) -> bool:
    """Whether two texts are the same but for case, blanks and Unicode form."""
    return _folded(typed) == _folded(right)


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
