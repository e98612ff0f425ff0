"""What a frame shows: from the values of a session to lines of text, without any terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from srs.core.item import Option
from srs.study.screen import Question, Summary, Verdict
from srs.ui.bars import CALM, Flow, Head, asking_bar, grading_bar
from srs.ui.keymap import Binding, help_lines
from srs.ui.text import as_typed, plain, prose
from srs.ui.words import count_of, due_label, first_line, letter, span

WIDEST = 100
"""Text wider than this is hard to read: a wide terminal leaves the rest empty."""

RIGHT, WRONG = "green", "red"
_BLANK = Text()


@dataclass(frozen=True, slots=True)
class Frame:
    """One screen: lines that stay at the top, a body that can be scrolled, lines at the bottom."""

    head: Sequence[RenderableType]
    body: Sequence[RenderableType]
    foot: Sequence[RenderableType]


def asking(question: Question, hints: int) -> Frame:
    """Return the frame of a question, with so many of its hints."""
    shown = [
        Text.assemble(("Hint: ", "bold"), plain(hint.strip("\n")), overflow="fold")
        for hint in question.item.hints[:hints]
    ]
    foot = [plain(question.notice, "italic"), asking_bar(question, hints)]
    return Frame([Head(question), _BLANK], [*_asked(question), *shown], foot)


def explaining(verdict: Verdict, *, asks_if_easy: bool = False) -> Frame:
    """Return the frame of an answered card: the question stays where it was."""
    question, item = verdict.question, verdict.question.item
    body = [*_asked(question, verdict)]
    if not question.options:
        body += [Padding(as_typed(question.answer), (0, 2)), _BLANK]
    body += [
        _row(*_mark(option, verdict), letter(place), prose(option.why.strip("\n")), space=1)
        for place, option in enumerate(question.options)
        if option.why and (option.right or option.text == verdict.response.text)
    ]
    if item.explanation:
        body += [prose(item.explanation.strip("\n")), _BLANK]
    if item.source:
        body.append(Text.assemble("Source: ", plain(item.source), style=CALM, overflow="fold"))
    foot = grading_bar(verdict, asks_if_easy=asks_if_easy)
    return Frame([Head(question), _BLANK], body, foot)


def finishing(summary: Summary) -> Frame:
    """Return the last frame: how it went and what is to come."""
    body: list[RenderableType] = [Text(_greeting(summary), style="bold"), _BLANK]
    facts = Table.grid(padding=(0, 3, 0, 0))
    for name, fact in [*_achieved(summary), *_to_come(summary)]:
        facts.add_row(Text(name, style=CALM), Text(fact))
    if facts.row_count:
        body += [facts, _BLANK]
    if summary.missed:
        body.append(Text("Worth another look", style="bold"))
        body += [_row("✗", WRONG, "", plain(first_line(each))) for each in summary.missed]
    keys = ["Enter: leave", "u take the last answer back"][: 2 if summary.answered else 1]
    return Frame([_BLANK], body, [Flow([Text(key, style=CALM) for key in keys])])


def helping(frame: Frame, bindings: Sequence[Binding], options: int) -> Frame:
    """Return the frame with the keys in place of its body."""
    table = Table.grid(padding=(0, 3, 0, 0))
    for keys, meaning in help_lines(bindings, options):
        table.add_row(Text(keys, style="bold"), Text(meaning))
    foot = [_BLANK, Text("any key: back", style=CALM)]
    return replace(frame, body=[Text("Keys", style="bold"), _BLANK, table], foot=foot)


def laid_out(frame: Frame, console: Console, scrolled: int) -> tuple[list[str], int]:
    """Return the lines of a frame for a console's size, and how far it is scrolled in fact.

    Where the body does not fit, `scrolled` lines of it are above the screen, and a line says that
    there is more.
    """
    head, body, foot = (_lines(part, console) for part in (frame.head, frame.body, frame.foot))
    room = max(console.height - len(head) - len(foot), 1)
    if len(body) <= room:
        body += [""] * (room - len(body))
        return [*head, *body, *foot][: console.height], 0
    room = max(room - 1, 1)
    scrolled = min(scrolled, len(body) - room)
    below = len(body) - room - scrolled
    more = f"↓ {count_of(below, 'more line')} (arrow keys)" if below else "↑ the end (arrow keys)"
    seen = [*body[scrolled : scrolled + room], *_lines([Text(more, style=CALM)], console)]
    return [*head, *seen, *foot][: console.height], scrolled


def page(frame: Frame, console: Console) -> int:
    """Return how many lines to scroll at once: what is seen but for one line, at least 1."""
    frame_lines = len(_lines(frame.head, console)) + len(_lines(frame.foot, console))
    return max(console.height - frame_lines - 2, 1)


def in_full(frame: Frame, console: Console) -> list[str]:
    """Return all the lines of a frame, for a terminal that can only add lines at the end."""
    return _lines([*frame.head, *frame.body, _BLANK, *frame.foot], console)


def _lines(parts: Sequence[RenderableType], console: Console) -> list[str]:
    width = max(min(console.width, WIDEST + 2), 3)
    with console.capture() as capture:
        console.print(Padding(Group(*parts), (0, 1)), width=width)
    return [line.rstrip() for line in capture.get().removesuffix("\n").split("\n")]


def _asked(question: Question, verdict: Verdict | None = None) -> list[RenderableType]:
    """Return question and options, in the same place before and after: only marks change."""
    rows: list[RenderableType] = [
        _row(*_mark(option, verdict), letter(place), option.text)
        for place, option in enumerate(question.options)
    ]
    return [as_typed(question.prompt, "bold"), _BLANK, *rows, *([_BLANK] if rows else [])]


def _mark(option: Option, verdict: Verdict | None) -> tuple[str, str]:
    """Return the sign and the style that say what became of an option."""
    if verdict is None:
        return "", ""
    if option.right:
        return "✓", RIGHT
    return ("✗", WRONG) if option.text == verdict.response.text else ("", CALM)


def _row(
    mark: str, style: str, name: str, text: str | RenderableType, space: int = 0
) -> RenderableType:
    """Return one line of a list: a mark, a letter, and text that keeps clear of both."""
    grid = Table.grid(padding=(0, 1, 0, 0), expand=True)
    grid.add_column(width=1)
    grid.add_column(no_wrap=True)
    grid.add_column(ratio=1, overflow="fold")
    shown = as_typed(text, style) if isinstance(text, str) else text
    named = Text(name, style=style or "bold")
    grid.add_row(Text(mark, style=style), named, Padding(shown, (0, 0, space, 1 if name else 0)))
    return grid


def _greeting(summary: Summary) -> str:
    if not summary.answered:
        return "Nothing to ask now."
    if summary.score:
        return f"Score: {summary.right} of {summary.answered}"
    if summary.right == summary.answered:
        return "Well done: every one right."
    if 2 * summary.right < summary.answered:
        return "A hard round: those teach the most."
    return "Well done."


def _achieved(summary: Summary) -> list[tuple[str, str]]:
    if not summary.answered:
        return []
    share = round(100 * summary.right / summary.answered)
    return [
        ("answered", str(summary.answered)),
        ("right", f"{summary.right} ({share} %)"),
        ("time", span(summary.seconds)),
    ]


def _to_come(summary: Summary) -> list[tuple[str, str]]:
    if summary.score:
        return []
    told = []
    if summary.next_due is not None and summary.moment is not None:
        told.append(("next card", due_label(summary.next_due, summary.moment)))
    waiting = summary.tomorrow
    counts = ((waiting.new, "new"), (waiting.learning, "learning"), (waiting.review, "due"))
    kinds = ", ".join(f"{count} {name}" for count, name in counts if count)
    told.append(("tomorrow", f"{count_of(waiting.total, 'card')}: {kinds}" if kinds else "nothing"))
    return told
