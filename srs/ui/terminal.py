"""The session's screen in a terminal: one calm frame at a time, and the keys it takes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from rich.console import Console

from srs.core.grade import Grade
from srs.study.screen import Command, Question, Response, Summary, Verdict
from srs.ui import frames, keymap
from srs.ui.console import encodable, make_console
from srs.ui.frames import Frame
from srs.ui.keymap import ACCEPT, ALWAYS_LEAVE, ASKING, GRADING, HELP, HINT, Binding
from srs.ui.keys import RESIZED, Keys, TerminalKeys

_ENTER = "\x1b[?1049h\x1b[?25l"
_LEAVE = "\x1b[?25h\x1b[?1049l"
_HOME, _END_OF_LINE, _END_OF_SCREEN = "\x1b[H", "\x1b[K", "\x1b[J"
_SCROLL = {"up": -1, "k": -1, "down": 1, "j": 1}


class TerminalScreen:
    """Shows frames and reads keys. A context manager: the terminal is given back as it was."""

    def __init__(self, console: Console | None = None, keys: Keys | None = None) -> None:
        self.console = console or make_console()
        self._own_keys = TerminalKeys() if keys is None else None
        self.keys: Keys = keys or self._own_keys  # type: ignore[assignment]
        self._scrolled = 0
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        if self._own_keys is not None:
            self._stack.enter_context(self._own_keys)
        self._stack.callback(self._write, _LEAVE)
        self._write(_ENTER)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def ask(self, question: Question) -> Response | Command:
        """Show a question and wait for the response to it."""
        hints, helping = 0, False
        self._scrolled = 0
        while True:
            frame = frames.asking(question, hints)
            key = self._show(frame, ASKING if helping else (), len(question.options))
            place = keymap.option_of(key, len(question.options))
            if place is not None:
                return Response(question.options[place].text, hinted=hints > 0)
            if not question.options and key in ("enter", "space"):
                return Response(hinted=hints > 0)
            act = keymap.act_of(ASKING, key)
            if key in ALWAYS_LEAVE:
                return Command.LEAVE
            helping = act == HELP and not helping
            if act == HINT:
                hints = min(hints + 1, len(question.item.hints))
            elif isinstance(act, Command):
                return act

    def explain(self, verdict: Verdict) -> Grade | Command:
        """Show what was right and why, and wait for the grade."""
        helping, sure = False, ""
        self._scrolled = 0
        while True:
            frame = frames.explaining(verdict, asks_if_easy=bool(sure))
            key = self._show(frame, GRADING if helping else (), 0)
            act = keymap.act_of(GRADING, key)
            if key in ALWAYS_LEAVE:
                return Command.LEAVE
            helping = act == HELP and not helping
            if act == ACCEPT:
                return verdict.proposal
            if act is Grade.EASY and verdict.correct is False and not sure:
                sure = key  # Easy for a wrong answer is rarely meant: ask for it twice
                continue
            sure = ""
            if isinstance(act, (Grade, Command)):
                return act

    def finish(self, summary: Summary) -> Command:
        """Show how it went; undo goes back to the last answer, anything else leaves."""
        self._scrolled = 0
        while True:
            key = self._show(frames.finishing(summary), (), 0)
            if keymap.act_of(ASKING, key) is Command.UNDO and summary.answered:
                return Command.UNDO
            if key in ALWAYS_LEAVE or key in ("enter", "space", "q", "Q", "escape"):
                return Command.LEAVE

    def _show(self, frame: Frame, helped: Sequence[Binding], options: int) -> str:
        """Draw a frame, and return the first key that is not about drawing it."""
        while True:
            if helped:
                frame = frames.helping(frame, tuple(helped), options)
            self._draw(frame)
            key = self.keys.read()
            if key in (RESIZED, "ctrl-l"):
                continue
            if key == "ctrl-z":
                self._suspend()
            elif key in ("page-up", "page-down"):
                self._scroll((-1 if key == "page-up" else 1) * self._page(frame))
            elif key in _SCROLL and keymap.option_of(key, options) is None:
                self._scroll(_SCROLL[key])
            else:
                return key

    def _scroll(self, lines: int) -> None:
        self._scrolled = max(self._scrolled + lines, 0)

    def _page(self, frame: Frame) -> int:
        return max(self.console.height - len(frame.head) - len(frame.foot) - 2, 1)

    def _draw(self, frame: Frame) -> None:
        """Write the whole frame at once, over the one before, so that nothing flickers."""
        lines, self._scrolled = frames.laid_out(frame, self.console, self._scrolled)
        encoding = getattr(self.console.file, "encoding", None)
        text = f"{_END_OF_LINE}\r\n".join(encodable(line, encoding) for line in lines)
        self._write(_HOME + text + _END_OF_LINE + _END_OF_SCREEN)

    def _suspend(self) -> None:
        if self._own_keys is not None:
            self._write(_LEAVE)
            self._own_keys.suspend()
            self._write(_ENTER)

    def _write(self, text: str) -> None:
        try:
            self.console.file.write(text)
            self.console.file.flush()
        except OSError:  # the terminal is gone: what is left to do is to leave
            _give_up_output(self.console)


def _give_up_output(console: Console) -> None:
    """Let no later write, at the latest the interpreter's last one, fail once more."""
    if console.file is sys.stdout:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
