"""The lines that frame a question: where the learner is above it, what the keys do below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from srs.core.grade import Grade
from srs.study.screen import Command, Question, Verdict
from srs.ui.keymap import HELP, HINT, asking_keys, grading_keys, shown_key
from srs.ui.text import plain
from srs.ui.words import letter, span_label

CALM = "dim"


@dataclass(frozen=True, slots=True)
class Flow:
    """Pieces side by side, each whole, on as many lines as they need."""

    pieces: Sequence[Text]
    gap: int = 3

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = Text(overflow="fold")
        for piece in self.pieces:
            if line and line.cell_len + self.gap + piece.cell_len > options.max_width:
                yield line
                line = Text(overflow="fold")
            line = Text.assemble(line, " " * self.gap if line else "", piece, overflow="fold")
        yield line


@dataclass(frozen=True, slots=True)
class Head:
    """The deck to the left and what waits to the right, in the longest words that fit."""

    question: Question

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        deck = plain(" ".join(self.question.deck.replace("::", " · ").split()), CALM)
        waits = waiting_in_words(self.question)
        fits = (each for each in waits if deck.cell_len + 2 + cell_len(each) <= width)
        right = next(fits, waits[-1] if cell_len(waits[-1]) <= width // 3 else "")
        room = width - cell_len(right) - (2 if right else 0)
        deck.truncate(max(room, 1), overflow="ellipsis")
        gap = " " * (width - deck.cell_len - cell_len(right))
        yield Text.assemble(deck, gap, (right, CALM), no_wrap=True)
        yield Text("─" * width, style=CALM)


def waiting_in_words(question: Question) -> tuple[str, ...]:
    """Return what waits in words, from the fullest to the shortest."""
    waiting = question.waiting
    counts = (("new", waiting.new), ("learning", waiting.learning), ("due", waiting.review))
    kinds = " · ".join(f"{name} {count}" for name, count in counts if count)
    left = f"{waiting.total} left" if waiting.total else ""
    if question.practice:
        kinds = left
    if question.minutes_left is None:
        return kinds, left
    about = f"about {max(round(question.minutes_left), 1)} min"
    return f"{kinds} · {about}" if kinds else about, kinds, left


def asking_bar(question: Question, hints: int) -> RenderableType:
    """Return the keys to name under a question of which so many hints are shown."""
    options, keys = len(question.options), asking_keys(question)
    said = [f"A–{letter(options - 1)} answer" if options else "Enter: show the answer"]
    if hints < len(question.item.hints):
        said.append(f"{shown_key(keys, HINT, options)} {'another hint' if hints else 'hint'}")
    said.append(f"{shown_key(keys, HELP, options)} keys")
    return _calm(said)


def grading_bar(verdict: Verdict, *, asks_if_easy: bool) -> list[RenderableType]:
    """Return the four grades with what each would do, the proposed one marked, and the keys."""
    options, keys = len(verdict.question.options), grading_keys(verdict)
    others = [
        f"{shown_key(keys, Command.UNDO, options)} undo",
        f"{shown_key(keys, HELP, options)} keys",
    ]
    if not verdict.outcomes:
        judged = verdict.correct is not None
        said = ["Enter: next"] if judged else ["Enter: I knew it", "1: I did not"]
        return [Text(), _calm([*said, *others])]
    grades: RenderableType = Flow([_grade(verdict, grade) for grade in Grade], gap=1)
    if asks_if_easy:
        grades = plain("That answer was wrong. Press 4 again if it is Easy all the same.", "bold")
    return [grades, _calm([f"Enter: {verdict.proposal.word.capitalize()}", *others])]


def _grade(verdict: Verdict, grade: Grade) -> Text:
    wait = span_label(verdict.outcomes[grade], verdict.moment) if verdict.moment else ""
    said = f"{int(grade)} {grade.word.capitalize()} {wait}".strip()
    return Text(f" {said} ", style="bold reverse" if grade is verdict.proposal else "")


def _calm(said: Sequence[str]) -> Flow:
    return Flow([Text(each, style=CALM) for each in said])
