"""What the tests of the screen share: a scripted keyboard and an emulated terminal."""

from __future__ import annotations

import io
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from types import TracebackType
from typing import Any, Self

import pyte

from srs.core.grade import Grade
from srs.core.item import Basic, Choice, Item, Option
from srs.core.memory import Memory, Moment
from srs.study.screen import Counts, Question, Response, Verdict
from srs.ui.console import make_console
from srs.ui.terminal import TerminalScreen

AT = datetime(2026, 12, 1, 9, tzinfo=UTC)
MOMENT = Moment(AT, date(2026, 12, 1), AT + timedelta(hours=19))
OUTCOMES = {
    Grade.AGAIN: Memory(due=AT + timedelta(minutes=10)),
    Grade.HARD: Memory(due=AT + timedelta(minutes=15)),
    Grade.GOOD: Memory(due=date(2026, 12, 2)),
    Grade.EASY: Memory(due=date(2026, 12, 5)),
}

STAGES = Choice(
    question="Which ZeRO stage first shards optimizer state across data-parallel workers?",
    options=(
        Option("Stage 0"),
        Option("Stage 2", why="Stage 2 adds the gradients to what *stage 1* already shards."),
        Option("Stage 1", right=True),
        Option("Stage 3"),
    ),
    explanation=(
        "Stage 1 partitions the optimizer states alone, which already saves up to **four times** "
        "the memory: `16` bytes a parameter become $4 + 12/N$.\n\n"
        "- stage 2 adds gradients\n- stage 3 adds parameters\n\n"
        "```python\nstate = shards[rank]\n```\n"
    ),
    source="ZeRO (2019), section 5",
    hints=("It costs no more communication.", "It is not stage 0."),
)
BASIC = Basic(question="What does `arr[i]` mean in C?", answer="`*(arr + i)`", hints=("Pointers.",))


class Script:
    """A keyboard whose keys are known beforehand; between two of them the screen can be seen."""

    def __init__(self, keys: Iterable[str], terminal: Terminal) -> None:
        self.keys = list(keys)
        self.terminal = terminal
        self.seen: list[list[str]] = []
        self.suspended: list[bool] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
        /,
    ) -> None:
        return

    def read(self) -> str:
        self.seen.append(self.terminal.lines())
        key = self.keys.pop(0)
        if key.startswith("size "):
            self.terminal.resize(*map(int, key.split()[1:]))
            return "resized"
        return key

    def suspend(self) -> None:
        self.suspended.append(self.terminal.on_other_screen)


class Terminal(io.StringIO):
    """A terminal that shows, by an emulator, what is written to it."""

    def __init__(self, width: int = 80, height: int = 24) -> None:
        super().__init__()
        self.emulator = pyte.Screen(width, height)
        self.stream = pyte.Stream(self.emulator)
        self.written = ""
        self.on_other_screen = False
        self.console = make_console(self, width=width, height=height)

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.written += text
        for switch, value in (("\x1b[?1049h", True), ("\x1b[?1049l", False)):
            if switch in text:
                self.on_other_screen = value
        self.stream.feed(text)
        return len(text)

    def resize(self, width: int, height: int) -> None:
        self.emulator.resize(height, width)
        self.console.size = (width, height)  # type: ignore[assignment]

    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.emulator.display]


class Sitting:
    """A screen on an emulated terminal, with the keys that will be pressed."""

    def __init__(self, *keys: str, size: tuple[int, int] = (80, 24)) -> None:
        self.terminal = Terminal(*size)
        self.script = Script(keys, self.terminal)
        self.screen = TerminalScreen(self.terminal.console, self.script)

    @property
    def now(self) -> str:
        return "\n".join(self.terminal.lines())

    def frame(self, number: int) -> str:
        """What was on the terminal when key `number`, from 0, was pressed."""
        return "\n".join(self.script.seen[number])


def question(item: Item = STAGES, **changes: Any) -> Question:
    prompt = item.prompts[0]
    values: dict[str, Any] = {
        "deck": "ML::Training stacks",
        "item": item,
        "ordinal": 0,
        "prompt": prompt.question,
        "answer": prompt.answer,
        "options": prompt.options,
        "waiting": Counts(5, 2, 11),
        "minutes_left": 6.2,
    }
    return Question(**(values | changes))


def verdict(response: str = "Stage 2", **changes: Any) -> Verdict:
    asked = changes.pop("question", None) or question()
    correct = asked.item.judge(0, response)
    values: dict[str, Any] = {
        "question": asked,
        "response": Response(response),
        "correct": correct,
        "proposal": Grade.AGAIN if correct is False else Grade.GOOD,
        "outcomes": OUTCOMES,
        "moment": MOMENT,
    }
    return Verdict(**(values | changes))
