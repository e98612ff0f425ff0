"""Items: what an author writes, kind by kind, and the prompts made from them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from srs.core.cloze import hidden, numbers, revealed
from srs.core.spelling import same_words

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
    `markup` is empty for Markdown, or `html` where an import could not say it in Markdown.
    """

    kind: ClassVar[str]

    question: str
    id: str = ""
    explanation: str = ""
    source: str = ""
    hints: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    was: str = ""
    markup: str = ""

    @property
    def answered(self) -> bool:
        """Whether the author has said what is right; only then is it scheduled."""
        raise NotImplementedError

    @property
    def prompts(self) -> Mapping[int, Prompt]:
        """One prompt for each card, by its ordinal; ordinals may have gaps, as clozes may."""
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
    def prompts(self) -> Mapping[int, Prompt]:
        """The one card of the question."""
        right = next((option.text for option in self.options if option.right), "")
        return {0: Prompt(question=self.question, answer=right, options=self.options)}

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
    def prompts(self) -> Mapping[int, Prompt]:
        """The one card of the question."""
        return {0: Prompt(question=self.question, answer=self.answer)}

    def judge(self, ordinal: int, response: str) -> bool | None:
        """Leave it to the learner."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reversed(Basic):
    """A pair that is asked both ways: the question for the answer, and the answer for it."""

    kind: ClassVar[str] = "reversed"

    @property
    def prompts(self) -> Mapping[int, Prompt]:
        """The card as written, and the other way round."""
        there = Prompt(question=self.question, answer=self.answer)
        return {0: there, 1: Prompt(question=self.answer, answer=self.question)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed(Basic):
    """A question whose answer is typed. `accept` are other spellings that are right too."""

    kind: ClassVar[str] = "typed"

    accept: tuple[str, ...] = ()

    def judge(self, ordinal: int, response: str) -> bool | None:
        """Say whether what was typed is right; how it differs is for the learner to weigh."""
        return any(same_words(response, right) for right in (self.answer, *self.accept))


@dataclass(frozen=True, slots=True, kw_only=True)
class Cloze(Item):
    """A text with gaps, in `question` as its author wrote it (`srs.core.cloze`)."""

    kind: ClassVar[str] = "cloze"

    @property
    def answered(self) -> bool:
        """Whether there is a gap."""
        return bool(numbers(self.question))

    @property
    def prompts(self) -> Mapping[int, Prompt]:
        """One card for each number that a gap bears; the ordinal is the number less one."""
        return {
            number - 1: Prompt(
                question=hidden(self.question, number), answer=revealed(self.question, number)
            )
            for number in numbers(self.question)
        }

    def judge(self, ordinal: int, response: str) -> bool | None:
        """Leave it to the learner."""
        return None


@dataclass(frozen=True, slots=True)
class Face:
    """One card of a note that is kept whole: what its template shows, as text."""

    ordinal: int
    question: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept(Item):
    """A note of another program whose type is none of ours: kept whole there, shown as text."""

    kind: ClassVar[str] = "kept"

    faces: tuple[Face, ...] = field(default=())

    @property
    def answered(self) -> bool:
        """Whether it has a card."""
        return bool(self.faces)

    @property
    def prompts(self) -> Mapping[int, Prompt]:
        """One card for each face."""
        return {f.ordinal: Prompt(question=f.question, answer=f.answer) for f in self.faces}

    def judge(self, ordinal: int, response: str) -> bool | None:
        """Leave it to the learner."""
        return None


KINDS: dict[str, type[Item]] = {
    kind.kind: kind for kind in (Choice, TrueFalse, Basic, Reversed, Typed, Cloze, Kept)
}
"""The kinds by the name they have in a deck file. A new kind is a subclass listed here."""
