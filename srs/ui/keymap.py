"""Which key does what, and what the help says of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from srs.core.grade import Grade
from srs.study.screen import Command
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


ASKING = (
    Binding(HINT, ("h", "tab"), "show a hint (then the answer counts as Hard)"),
    Binding(Command.UNDO, ("u", "backspace"), "take the last answer back"),
    Binding(Command.SKIP, ("s", "+"), "skip: this card comes at the end"),
    Binding(Command.BURY, ("b", "-"), "bury: not again today"),
    Binding(Command.SUSPEND, ("!",), "suspend: not again until you want it back"),
    Binding(Command.FLAG, ("f", "*"), "flag, or take the flag away"),
    Binding(HELP, ("?",), "show or hide this help"),
    Binding(Command.LEAVE, ("q", "escape"), "leave: every answer is saved already"),
)

GRADING = (
    Binding(ACCEPT, ("enter", "space"), "take the proposed grade"),
    Binding(Grade.AGAIN, ("1",), "Again: it was forgotten"),
    Binding(Grade.HARD, ("2",), "Hard: it took effort"),
    Binding(Grade.GOOD, ("3",), "Good: it was known"),
    Binding(Grade.EASY, ("4",), "Easy: it came at once"),
    *(binding for binding in ASKING if binding.act not in (HINT, Command.SKIP)),
)

FINISHING = (
    Binding(Command.UNDO, ("u", "backspace"), "take the last answer back"),
    Binding(Command.LEAVE, ("enter", "space", "q", "escape"), "leave"),
)

ALWAYS_LEAVE = frozenset({"ctrl-c", "ctrl-d", "gone"})


def act_of(bindings: Sequence[Binding], key: str) -> Act | None:
    """Return what a key does, whatever the case of a letter."""
    if key in ALWAYS_LEAVE:
        return Command.LEAVE
    folded = key.lower()
    return next((binding.act for binding in bindings if folded in binding.keys), None)


def option_of(key: str, options: int) -> int | None:
    """Return the place of the option that a key chooses: by its letter, or by its number."""
    if len(key) == 1 and key.isascii():
        if key.isdigit() and 1 <= int(key) <= options:
            return int(key) - 1
        if key.isalpha() and ord(key.upper()) - ord("A") < options:
            return ord(key.upper()) - ord("A")
    return None


def shown_key(binding: Binding, options: int) -> str:
    """Return the key to name for an act while so many options are shown."""
    free = (key for key in binding.keys if option_of(key, options) is None)
    return next(free, binding.keys[0])


def help_lines(bindings: Sequence[Binding], options: int) -> list[tuple[str, str]]:
    """Return each act's keys with what it does."""
    lines = []
    if options:
        last = letter(options - 1)
        lines.append((f"A–{last} or 1–{min(options, 9)}", "answer"))
    elif bindings is ASKING:
        lines.append(("enter or space", "show the answer"))
    for binding in bindings:
        keys = [key for key in binding.keys if option_of(key, options) is None]
        lines.append((" or ".join(keys), binding.meaning))
    return [*lines, ("arrows, pages", "scroll where there is more")]
