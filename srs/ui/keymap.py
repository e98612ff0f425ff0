"""Which key does what, and what the help says of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from srs.core.grade import Grade
from srs.study.screen import Command, Question, Verdict
from srs.ui.words import letter

HELP = "help"
HINT = "hint"
ACCEPT = "accept"

Act = Command | Grade | str


@dataclass(frozen=True, slots=True)
class Binding:
    """An act with its keys: the first is shown, and one that is a letter yields to an option's."""

    act: Act
    keys: tuple[str, ...]
    meaning: str


_UNDO = Binding(Command.UNDO, ("u", "backspace"), "take the last answer back")
_HELP = Binding(HELP, ("?",), "show or hide this help")
_ABOUT_THE_CARD = (
    Binding(Command.BURY, ("b", "-"), "bury: not again today"),
    Binding(Command.SUSPEND, ("!",), "suspend: not again until you want it back"),
    Binding(Command.FLAG, ("f", "*"), "flag, or take the flag away"),
    _HELP,
    Binding(Command.LEAVE, ("q", "escape"), "leave: every answer is saved already"),
)

ASKING = (
    Binding(HINT, ("h", "tab"), "show a hint (then the answer counts as Hard)"),
    _UNDO,
    Binding(Command.SKIP, ("s", "+"), "skip: this card comes at the end"),
    *_ABOUT_THE_CARD,
)

GRADING = (
    Binding(ACCEPT, ("enter", "space"), "take the proposed grade"),
    Binding(Grade.AGAIN, ("1",), "Again: it was forgotten"),
    Binding(Grade.HARD, ("2",), "Hard: it took effort"),
    Binding(Grade.GOOD, ("3",), "Good: it was known"),
    Binding(Grade.EASY, ("4",), "Easy: it came at once"),
    _UNDO,
    *_ABOUT_THE_CARD,
)

_IN_PRACTICE = (
    _UNDO,
    _HELP,
    Binding(Command.LEAVE, ("q", "escape"), "leave, and see how it went"),
)

PRACTISING = (Binding(HINT, ("h", "tab"), "show a hint"), *_IN_PRACTICE)

GOING_ON = (Binding(ACCEPT, ("enter", "space"), "go on"), *_IN_PRACTICE)

JUDGING = (
    Binding(ACCEPT, ("enter", "space"), "I knew it"),
    Binding(Grade.AGAIN, ("1",), "I did not"),
    *_IN_PRACTICE,
)

FINISHING = (
    Binding(Command.UNDO, ("u", "backspace"), "take the last answer back"),
    Binding(Command.LEAVE, ("enter", "space", "q", "escape"), "leave"),
)

ALWAYS_LEAVE = frozenset({"ctrl-c", "ctrl-d", "gone"})


def asking_keys(question: Question) -> Sequence[Binding]:
    """Return the keys that are taken while a question is shown, besides those that answer it."""
    return PRACTISING if question.practice else ASKING


def grading_keys(verdict: Verdict) -> Sequence[Binding]:
    """Return the keys that are taken while an answer is shown."""
    if verdict.outcomes:
        return GRADING
    return JUDGING if verdict.correct is None else GOING_ON


def act_of(bindings: Sequence[Binding], key: str, options: int = 0) -> Act | None:
    """Return what a key does, whatever the case of a letter.

    The letters of the options shown do nothing else, before the answer and after it: a `b` that
    was pressed twice must not bury the card.
    """
    if key in ALWAYS_LEAVE:
        return Command.LEAVE
    if names_option(key, options):
        return None
    folded = key.lower()
    return next((binding.act for binding in bindings if folded in binding.keys), None)


def names_option(key: str, options: int) -> bool:
    """Whether a key is the letter of one of so many options."""
    return len(key) == 1 and key.isascii() and key.isalpha() and _place(key) < options


def option_of(key: str, options: int) -> int | None:
    """Return the place of the option that a key chooses: by its letter, or by its number."""
    if names_option(key, options):
        return _place(key)
    if key.isascii() and key.isdigit() and 1 <= int(key) <= options:
        return int(key) - 1
    return None


def _place(sign: str) -> int:
    return ord(sign.upper()) - ord("A")


def shown_key(bindings: Sequence[Binding], act: Act, options: int) -> str:
    """Return the key to name for an act while so many options are shown."""
    keys = next(binding.keys for binding in bindings if binding.act == act)
    return next((key for key in keys if not names_option(key, options)), keys[0])


def help_lines(bindings: Sequence[Binding], options: int) -> list[tuple[str, str]]:
    """Return each act's keys with what it does."""
    lines = []
    if bindings in (ASKING, PRACTISING):
        if options:
            lines.append((f"A–{letter(options - 1)} or 1–{min(options, 9)}", "answer"))
        else:
            lines.append(("enter or space", "show the answer"))
    for binding in bindings:
        keys = [key for key in binding.keys if not names_option(key, options)]
        lines.append((" or ".join(keys), binding.meaning))
    return [*lines, ("arrows, pages", "scroll where there is more")]
