"""How well an answer went."""

from __future__ import annotations

from enum import IntEnum

from srs.errors import UsageError


class Grade(IntEnum):
    """The four grades, numbered as in Anki's log."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4

    @property
    def word(self) -> str:
        """The grade as scripts see it: again, hard, good or easy."""
        return self.name.lower()

    @property
    def passed(self) -> bool:
        """Whether the card was remembered."""
        return self is not Grade.AGAIN

    @property
    def quality(self) -> int:
        """The grade on SM-2's scale of 0 to 5: 1, 3, 4 or 5 (Wozniak 1990)."""
        return (1, 3, 4, 5)[self - 1]

    @classmethod
    def parse(cls, text: str) -> Grade:
        """Read a word (`good`) or a number (`3`).

        Raises:
            UsageError: it is neither.
        """
        for grade in cls:
            if text.strip().lower() in (grade.word, str(int(grade))):
                return grade
        raise UsageError(f"{text!r} is not a grade.", "Use again, hard, good, easy or 1 to 4.")
