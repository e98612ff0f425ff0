"""What a frame shows: from the values of a session to lines of text, without any terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from srs.core.grade import Grade
from srs.study.screen import Question, Summary, Verdict
from srs.ui.keymap import ASKING, Binding, help_lines, shown_key
from srs.ui.text import plain, prose, question_text
from srs.ui.words import count_of, due_label, first_line, letter, span, span_label

if TYPE_CHECKING:
    from rich.console import ConsoleOptions, RenderResult

WIDEST = 100
"""Text wider than this is hard to read: a wide terminal leaves the rest empty."""

RIGHT, WRONG, CALM = "green", "red", "dim"


@dataclass(frozen=True, slots=True)
class Frame:
    """One screen: lines that stay at the top, a body that can be scrolled, lines at the bottom."""

    head: Sequence[RenderableType]
    body: Sequence[RenderableType]
    foot: Sequence[RenderableType]


def asking(question: Question, hints: int) -> Frame:
    """Return the frame of a question, with so many of its hints."""
    body = [*_question(question), *_options(question)]
    body += [_aside("Hint", hint) for hint in question.item.hints[:hints]]
    return Frame(_head(question), body, [_notice(question), _asking_keys(question, hints)])


def explaining(verdict: Verdict, *, asks_if_easy: bool = False) -> Frame:
    """Return the frame of an answered card: the question stays where it was."""
    question = verdict.question
    chosen = verdict.response.text
    body = [*_question(question), *_options(question, verdict)]
    if not question.options:
        body.append(Padding(prose(question.answer), (0, 2)))
        body.append(Text())
    body += [
        _why(letter(place), option.why, option.right)
        for place, option in enumerate(question.options)
        if option.why and (option.text == chosen or option.right)
    ]
    if question.item.explanation:
        body.append(prose(question.item.explanation.strip()))
    if question.item.source:
        body += [Text(), Text.assemble(("Source: ", CALM), plain(question.item.source, CALM))]
    foot = _sure() if asks_if_easy else _grades(verdict)
    return Frame(_head(question), body, [Text(), foot])


def finishing(summary: Summary) -> Frame:
    """Return the last frame: how it went and what is to come."""
    if not summary.answered:
        told = [Text("Nothing waits now.")]
    else:
        share = round(100 * summary.right / summary.answered)
        what = "Score" if summary.score else "Done"
        told = [
            Text.assemble(
                (f"{what}: ", "bold"),
                (f"{summary.right} of {summary.answered} right", "bold"),
                f" ({share} %) in {span(summary.seconds)}",
            )
        ]
    told.append(Text())
    if not summary.score:
        told += _to_come(summary)
    if summary.missed:
        told += [Text("To look at again:", style="bold")]
        told += [Text.assemble(("  ✗ ", WRONG), plain(first_line(q))) for q in summary.missed]
    undo = "   u take the last answer back" if summary.answered else ""
    return Frame([Text(), Text()], told, [Text(), Text(f"Enter leave{undo}", style=CALM)])


def helping(frame: Frame, bindings: tuple[Binding, ...], options: int) -> Frame:
    """Return the frame with the keys in place of its body."""
    table = Table.grid(padding=(0, 3))
    for keys, meaning in help_lines(bindings, options):
        table.add_row(Text(keys, style="bold"), Text(meaning))
    return replace(frame, body=[Text("Keys", style="bold"), Text(), table])


def laid_out(frame: Frame, console: Console, scrolled: int) -> tuple[list[str], int]:
    """Return the lines of a frame for a console's size, and how far it can be scrolled.

    Where the body does not fit, `scrolled` lines of it are above the screen, and a line says that
    there is more.
    """
    head, body, foot = (_lines(part, console) for part in (frame.head, frame.body, frame.foot))
    room = max(console.height - len(head) - len(foot), 1)
    if len(body) > room:
        room = max(room - 1, 1)
        scrolled = min(scrolled, len(body) - room)
        below = len(body) - room - scrolled
        more = f"↓ {count_of(below, 'more line')} (j, k)" if below else "↑ (k) the end"
        body = [*body[scrolled : scrolled + room], *_lines([Text(more, style=CALM)], console)]
    else:
        scrolled = 0
        body += [""] * (room - len(body))
    return [*head, *body, *foot][: console.height], scrolled


def _lines(parts: Sequence[RenderableType], console: Console) -> list[str]:
    if not parts:
        return []
    width = max(min(console.width, WIDEST + 2) - 2, 1)
    options: ConsoleOptions = console.options.update(width=width)
    with console.capture() as capture:
        console.print(Padding(Group(*parts), (0, 1)), width=options.max_width + 2)
    return [line.rstrip() for line in capture.get().rstrip("\n").split("\n")]


class _Head:
    """The line at the top: the deck to the left, what waits to the right, where both fit."""

    def __init__(self, deck: str, waits: str) -> None:
        self.deck = deck
        self.waits = waits

    def __rich_console__(self, console: Console, options: ConsoleOptions):  # type: ignore[no-untyped-def]
        width = options.max_width
        waits = self.waits if cell_len(self.waits) < width else ""
        deck = plain(self.deck, CALM)
        deck.truncate(width - cell_len(waits) - 2, overflow="ellipsis")
        gap = " " * (width - deck.cell_len - cell_len(waits))
        yield Text.assemble(deck, gap, (waits, CALM), no_wrap=True)
        yield Text("─" * width, style=CALM)


def _head(question: Question) -> list[RenderableType]:
    waiting = question.waiting
    counts = (("new", waiting.new), ("learning", waiting.learning), ("due", waiting.review))
    waits = [f"{name} {count}" for name, count in counts if count]
    if question.minutes_left is not None:
        minutes = max(round(question.minutes_left), 1)
        waits.append(f"about {minutes} min")
    head = _Head(question.deck.replace("::", " · "), " · ".join(waits))
    return [head, Text()]


def _notice(question: Question) -> Text:
    return plain(question.notice, "italic")


def _question(question: Question) -> list[RenderableType]:
    return [question_text(question.prompt, "bold"), Text()]


def _options(question: Question, verdict: Verdict | None = None) -> list[RenderableType]:
    """Return the options in one place before and after: only their marks change."""
    if not question.options:
        return []
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(width=1)
    grid.add_column()
    grid.add_column(ratio=1)
    for place, option in enumerate(question.options):
        mark, style = "", ""
        if verdict is not None:
            if option.right:
                mark, style = "✓", RIGHT
            elif option.text == verdict.response.text:
                mark, style = "✗", WRONG
            else:
                style = CALM
        name = Text(letter(place), style=style or "bold")
        grid.add_row(
            Text(mark, style=style), name, Padding(plain(option.text, style), (0, 0, 0, 1))
        )
    return [grid, Text()]


def _why(name: str, why: str, right: bool) -> RenderableType:
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(width=1)
    grid.add_column()
    grid.add_column(ratio=1)
    mark, style = ("✓", RIGHT) if right else ("✗", WRONG)
    grid.add_row(
        Text(mark, style=style), Text(name, style=style), Padding(prose(why.strip()), (0, 0, 1, 1))
    )
    return grid


def _aside(label: str, text: str) -> RenderableType:
    return Text.assemble((f"{label}: ", "bold"), plain(text))


def _asking_keys(question: Question, hints: int) -> Text:
    options = len(question.options)
    said = [f"A–{letter(options - 1)} answer" if options else "Enter show the answer"]
    for binding in ASKING:
        if binding.act == "hint" and hints < len(question.item.hints):
            said.append(f"{shown_key(binding, options)} hint")
        elif binding.act == "help":
            said.append("? keys")
    return Text("   ".join(said), style=CALM)


def _grades(verdict: Verdict) -> RenderableType:
    """Return the four grades with what each would do, the proposed one marked."""
    if not verdict.outcomes:
        known = "Enter next   u back   q leave"
        if verdict.correct is None:
            known = "Enter I knew it   1 I did not   u back   q leave"
        return Text(known, style=CALM)
    line = Text()
    for grade in Grade:
        wait = span_label(verdict.outcomes[grade], verdict.moment) if verdict.moment else ""
        style = "reverse" if grade is verdict.proposal else ""
        line.append(f" {int(grade)} {grade.word.capitalize()} {wait} ", style=style)
        line.append(" ")
    takes = f" Enter {verdict.proposal.word.capitalize()}"
    return _Fitting(line, [f"{takes}   u undo   ? keys", f"{takes}   ? keys", takes, ""])


class _Fitting:
    """A line with the longest of several endings that fits beside it."""

    def __init__(self, line: Text, endings: Sequence[str]) -> None:
        self.line = line
        self.endings = endings

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        spare = options.max_width - self.line.cell_len
        ending = next((e for e in self.endings if cell_len(e) <= spare), "")
        yield Text.assemble(self.line, (ending, CALM))


def _sure() -> Text:
    return Text("That answer was wrong. Press 4 again if it is Easy all the same.", style="bold")


def _to_come(summary: Summary) -> list[Text]:
    told = []
    if summary.next_due is not None and summary.moment is not None:
        told.append(Text(f"The next card is due {due_label(summary.next_due, summary.moment)}."))
    if summary.tomorrow.total:
        told.append(Text(f"Tomorrow: {count_of(summary.tomorrow.total, 'card')}."))
    elif summary.answered:
        told.append(Text("Tomorrow: nothing yet."))
    return [*told, Text()]
