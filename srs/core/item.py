"""Items: what an author writes, kind by kind, and the prompts made from them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, ClassVar

_LAST = re.compile(
    r"(all|none|both|neither|either|any) of (the )?(above|these|those|them)\b.*"
    r"|(all|none|both) (the )?above\b.*",
    re.IGNORECASE,
)
_NAMES_LETTERS = re.compile(
    r"((?i:all|both|only|either|neither|options?|answers?|choices?)\s+)*\(?[A-Z]\)?"
    r"((\s*,\s*|\s*(,\s*)?(?i:and|or|nor|&)\s+)\(?[A-Z]\)?)+(\s+(?i:only))?[.]?"
    r"|((?i:all|both|only|options?|answers?|choices?)\s+)\(?[A-Z]\)?[.]?"
)


@dataclass(frozen=True, slots=True)
class Option:
    """One of the answers to choose from. `why` says why it is wrong (or right)."""

    text: str
    right: bool = False
    why: str = ""
    fixed: bool = False

    @property
    def stays_last(self) -> bool:
        """Whether it speaks of the options above it ("All of the above")."""
        return _LAST.fullmatch(self.text.strip()) is not None

    @property
    def names_letters(self) -> bool:
        """Whether it speaks of other options by letter ("A and C")."""
        return _NAMES_LETTERS.fullmatch(self.text.strip()) is not None


@dataclass(frozen=True, slots=True)
class Prompt:
    """What one card asks. `answer` is the text that is right; empty while nobody has said it."""

    question: str
    answer: str
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """What all kinds have in common.

    `id` is the author's own, empty where there is none; `was` the id before a rename. A kind is
    a subclass: its fields hold what the author says, `prompts` what is asked, one card each.
    """

    kind: ClassVar[str]

    question: str
    id: str = ""
    explanation: str = ""
    source: str = ""
    hints: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    was: str = ""

    @property
    def answered(self) -> bool:
        """Whether the author has said what is right; only then is it scheduled."""
        raise NotImplementedError

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """One prompt for each card, in the order of their ordinals."""
        raise NotImplementedError

    def judge(self, ordinal: int, response: str) -> bool | None:
        """Say whether the response to the card is right; `None`: only the learner can tell."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Item):
    """A question with options, one of them right."""

    kind: ClassVar[str] = "choice"

    options: tuple[Option, ...]

    @property
    def answered(self) -> bool:
        """Whether an option is marked as right."""
        return any(option.right for option in self.options)

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """The one card of the question."""
        right = next((option.text for option in self.options if option.right), "")
        return (Prompt(question=self.question, answer=right, options=self.options),)

    def judge(self, ordinal: int, response: str) -> bool | None:
        """Say whether the text is that of the right option."""
        return any(option.right and option.text == response for option in self.options)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueFalse(Choice):
    """A statement that is true or false: a choice of two that keep their places."""

    kind: ClassVar[str] = "truefalse"

    @classmethod
    def of(
        cls, truth: bool | None, *, why_true: str = "", why_false: str = "", **said: Any
    ) -> TrueFalse:
        """Make one of whether its statement is true; `None`: nobody has said."""
        true = Option("True", truth is True, why_true, fixed=True)
        false = Option("False", truth is False, why_false, fixed=True)
        return cls(options=(true, false), **said)


@dataclass(frozen=True, slots=True, kw_only=True)
class Basic(Item):
    """A question with an answer that the learner compares with their own."""

    kind: ClassVar[str] = "basic"

    answer: str

    @property
    def answered(self) -> bool:
        """Whether there is an answer."""
        return bool(self.answer)

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """The one card of the question."""
        return (Prompt(question=self.question, answer=self.answer),)

    def judge(self, ordinal: int, response: str) -> bool | None:
        """Leave it to the learner."""
        return None


KINDS: dict[str, type[Item]] = {kind.kind: kind for kind in (Choice, TrueFalse, Basic)}
"""The kinds by the name they have in a deck file. A new kind is a subclass listed here."""
