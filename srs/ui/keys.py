"""Reading single keys from a terminal, which is given back as it was whatever happens."""

from __future__ import annotations

import os
import sys
from types import TracebackType
from typing import Protocol, Self

RESIZED = "resized"
"""Not a key: the window has another size now."""

GONE = "gone"
"""Not a key: there is no terminal any more."""

_CONTROL = {
    "\r": "enter",
    "\n": "enter",
    " ": "space",
    "\t": "tab",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\x03": "ctrl-c",
    "\x04": "ctrl-d",
    "\x1a": "ctrl-z",
    "\x0c": "ctrl-l",
}
_SEQUENCES = {
    "[A": "up",
    "[B": "down",
    "[C": "right",
    "[D": "left",
    "[H": "home",
    "[F": "end",
    "[1~": "home",
    "[4~": "end",
    "[5~": "page-up",
    "[6~": "page-down",
    "OA": "up",
    "OB": "down",
    "OC": "right",
    "OD": "left",
    "OH": "home",
    "OF": "end",
}
_LONE_ESCAPE_S = 0.03
"""An escape after which nothing comes for so long is the key itself."""


class Keys(Protocol):
    """Where keys come from."""

    def read(self) -> str:
        """Wait for a key, and return its name or the sign it makes."""
        ...


def name_of(text: str) -> str:
    """Return the name of a key from what the terminal sends for it; empty for an unknown one."""
    if text in _CONTROL:
        return _CONTROL[text]
    if text == "\x1b":
        return "escape"
    if text.startswith("\x1b"):
        return _SEQUENCES.get(text[1:], "")
    return text if text.isprintable() else ""


if sys.platform == "win32":
    import msvcrt

    _WINDOWS = {"H": "up", "P": "down", "I": "page-up", "Q": "page-down", "G": "home", "O": "end"}

    class TerminalKeys:
        """Keys of a Windows console."""

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            return

        def suspend(self) -> None:
            """Do nothing: a Windows console knows no job control."""

        def read(self) -> str:
            """Wait for a key."""
            while True:
                sign = msvcrt.getwch()
                if sign not in ("\x00", "\xe0"):
                    name = name_of(sign)
                else:
                    name = _WINDOWS.get(msvcrt.getwch(), "")
                if name:
                    return name

else:
    import codecs
    import select
    import signal
    import termios
    import tty

    class TerminalKeys:
        """Keys of a POSIX terminal: one at a time, not shown, and none of them a signal."""

        def __init__(self) -> None:
            self._fd = sys.stdin.fileno()
            self._waiting = ""
            self._decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode

        def __enter__(self) -> Self:
            self._saved = termios.tcgetattr(self._fd)
            self._wake_out, self._wake_in = os.pipe()
            os.set_blocking(self._wake_in, False)
            os.set_blocking(self._wake_out, False)
            self._old_wake = signal.set_wakeup_fd(self._wake_in, warn_on_full_buffer=False)
            self._old_resize = signal.signal(signal.SIGWINCH, lambda *_: None)
            self._old_end = {
                number: signal.signal(number, _leave) for number in (signal.SIGTERM, signal.SIGHUP)
            }
            self._take()
            return self

        def __exit__(
            self,
            kind: type[BaseException] | None,
            error: BaseException | None,
            trace: TracebackType | None,
        ) -> None:
            self._give_back()
            signal.signal(signal.SIGWINCH, self._old_resize)
            for number, handler in self._old_end.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(self._old_wake)
            os.close(self._wake_in)
            os.close(self._wake_out)

        def suspend(self) -> None:
            """Stop, as Ctrl-Z asks, with the terminal as it was; return when resumed."""
            self._give_back()
            os.kill(os.getpid(), signal.SIGTSTP)
            self._take()

        def read(self) -> str:
            """Wait for a key, a new size of the window, or the end of the terminal."""
            while True:
                if not self._waiting:
                    ready, _, _ = select.select([self._fd, self._wake_out], [], [])
                    if self._wake_out in ready:
                        os.read(self._wake_out, 512)
                        return RESIZED
                    if not self._fill():
                        return GONE
                if name := name_of(self._next()):
                    return name

        def _next(self) -> str:
            """Take one key from what was read: a sign, or an escape sequence as a whole."""
            if self._waiting[0] != "\x1b":
                sign, self._waiting = self._waiting[0], self._waiting[1:]
                return sign
            if len(self._waiting) == 1 and select.select([self._fd], [], [], _LONE_ESCAPE_S)[0]:
                self._fill()
            end = _sequence_end(self._waiting)
            sequence, self._waiting = self._waiting[:end], self._waiting[end:]
            return sequence

        def _fill(self) -> bool:
            try:
                data = os.read(self._fd, 1024)
            except OSError:
                return False
            self._waiting += self._decode(data)
            return bool(data)

        def _take(self) -> None:
            tty.setcbreak(self._fd, termios.TCSADRAIN)
            mode = termios.tcgetattr(self._fd)
            mode[0] &= ~termios.IXON
            mode[3] &= ~termios.ISIG
            termios.tcsetattr(self._fd, termios.TCSADRAIN, mode)

        def _give_back(self) -> None:
            try:
                termios.tcsetattr(self._fd, termios.TCSADRAIN, self._saved)
            except termios.error:
                return  # the terminal is gone

    def _leave(number: int, _frame: object) -> None:
        raise SystemExit(128 + number)

    def _sequence_end(text: str) -> int:
        """Return how many signs the escape sequence at the beginning of `text` has."""
        if text[1:2] == "O":
            return min(3, len(text))
        if text[1:2] != "[":
            return 1
        for place in range(2, len(text)):
            if "@" <= text[place] <= "~":
                return place + 1
        return len(text)
