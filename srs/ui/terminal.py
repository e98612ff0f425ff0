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
from srs.ui.keymap import ACCEPT, ALWAYS_LEAVE, FINISHING, HELP, HINT, Binding
from srs.ui.keys import RESIZED, RESUMED, Keys, TerminalKeys

_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l"
"""The other screen, no cursor, and no line broken by the terminal: what is too wide is ours."""

_LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l"
_HOME, _END_OF_LINE, _END_OF_SCREEN = "\x1b[H", "\x1b[K", "\x1b[J"

_LINES = {"up": -1, "k": -1, "down": 1, "j": 1}
_PAGES = {"page-up": -1, "page-down": 1}
_ENDS = {"home": -1_000_000, "end": 1_000_000}


class TerminalScreen:
    """Shows frames and reads keys. A context manager: the terminal is given back as it was.

    A dumb terminal (`TERM=dumb`) gets the same frames one below the other, without any escape.
    """

    def __init__(self, console: Console | None = None, keys: Keys | None = None) -> None:
        self.console = console or make_console()
        self.keys = keys or TerminalKeys()
        self._dumb = self.console.is_dumb_terminal
        self._scrolled = 0
        self._shown = ""
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.enter_context(self.keys)
            stack.callback(self._leave)
            self._enter()
            self._stack = stack.pop_all()
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
        options, hints, self._scrolled = len(question.options), 0, 0
        bindings = keymap.asking_keys(question)
        while True:
            key = self._show(frames.asking(question, hints), bindings, options)
            place = keymap.option_of(key, options)
            if place is not None:
                return Response(question.options[place].text, hinted=hints > 0)
            if not options and key in ("enter", "space"):
                return Response(hinted=hints > 0)
            act = keymap.act_of(bindings, key, options)
            if act == HINT and hints < len(question.item.hints):
                hints += 1
                self._scrolled = _ENDS["end"]  # where the hint is, should it not fit
            elif isinstance(act, Command):
                return act

    def explain(self, verdict: Verdict) -> Grade | Command:
        """Show what was right and why, and wait for the grade."""
        options, sure = len(verdict.question.options), False
        bindings = keymap.grading_keys(verdict)
        while True:
            frame = frames.explaining(verdict, asks_if_easy=sure)
            act = keymap.act_of(bindings, self._show(frame, bindings, options), options)
            slip = act is Grade.EASY and verdict.correct is False and bool(verdict.outcomes)
            if slip and not sure:
                sure = True  # Easy for a wrong answer is rarely meant: it is to be pressed twice
                continue
            sure = False
            if act == ACCEPT:
                return verdict.proposal
            if isinstance(act, (Grade, Command)):
                return act

    def finish(self, summary: Summary) -> Command:
        """Show how it went; undo goes back to the last answer, anything else leaves."""
        self._scrolled = 0
        while True:
            act = keymap.act_of(FINISHING, self._show(frames.finishing(summary), FINISHING, 0))
            if act is Command.LEAVE or (act is Command.UNDO and summary.answered):
                return act

    def _show(self, frame: Frame, bindings: Sequence[Binding], options: int) -> str:
        """Show a frame, and return the first key that is not about showing it."""
        while True:
            key = self._read(frame, options)
            if keymap.act_of(bindings, key, options) != HELP:
                return key
            before, self._scrolled = self._scrolled, 0
            key = self._read(frames.helping(frame, bindings, options), 0)
            if key in ALWAYS_LEAVE:
                return key
            self._scrolled = before

    def _read(self, frame: Frame, options: int) -> str:
        """Draw a frame until a key is pressed that neither scrolls nor asks to draw it again."""
        while True:
            self._draw(frame)
            key = self.keys.read()
            if key == "ctrl-z":
                self._leave()
                self.keys.suspend()
                self._enter()
            elif key == RESUMED:
                self._enter()
            elif (lines := self._scrolling(key, frame, options)) is not None:
                self._scrolled = max(self._scrolled + lines, 0)
            elif key not in (RESIZED, "ctrl-l"):
                return key

    def _scrolling(self, key: str, frame: Frame, options: int) -> int | None:
        """Return by how many lines a key scrolls; `None`: it does something else."""
        if key in _PAGES:
            return _PAGES[key] * frames.page(frame, self.console)
        if keymap.names_option(key, options):
            return None
        return _LINES.get(key.lower(), _ENDS.get(key))

    def _draw(self, frame: Frame) -> None:
        """Write the whole frame at once, over the one before, so that nothing flickers."""
        if self._dumb:
            self._add(frame)
            return
        lines, self._scrolled = frames.laid_out(frame, self.console, self._scrolled)
        text = f"{_END_OF_LINE}\r\n".join(lines)
        self._write(_HOME + text + _END_OF_LINE + _END_OF_SCREEN)

    def _add(self, frame: Frame) -> None:
        """Write a frame below the one before, unless it is the same."""
        text = "\n".join(frames.in_full(frame, self.console))
        if text != self._shown:
            self._write(f"\n{text}\n")
        self._shown = text

    def _enter(self) -> None:
        self._write("" if self._dumb else _ENTER)

    def _leave(self) -> None:
        self._write("" if self._dumb else _LEAVE)

    def _write(self, text: str) -> None:
        file = self.console.file
        try:
            file.write(encodable(text, getattr(file, "encoding", None)))
            file.flush()
        except OSError:  # the terminal is gone: what is left to do is to leave
            _give_up_output(self.console)


def _give_up_output(console: Console) -> None:
    """Let no later write, at the latest the interpreter's last one, fail once more."""
    if console.file is sys.stdout:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
