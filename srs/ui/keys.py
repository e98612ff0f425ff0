"""Reading single keys from a terminal, which is given back as it was whatever happens."""

from __future__ import annotations

import os
import sys
from types import TracebackType
from typing import Protocol, Self

RESIZED = "resized"
"""Not a key: the window has another size now."""

RESUMED = "resumed"
"""Not a key: the program was stopped from outside and goes on, on a terminal used meanwhile."""

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
    "\x1b": "escape",
}
_FINAL = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end"}
_SEQUENCES = {f"\x1b{opening}{sign}": name for sign, name in _FINAL.items() for opening in "[O"} | {
    "\x1bOM": "enter",
    "\x1b[1~": "home",
    "\x1b[4~": "end",
    "\x1b[7~": "home",
    "\x1b[8~": "end",
    "\x1b[5~": "page-up",
    "\x1b[6~": "page-down",
}
_LONE_ESCAPE_S = 0.1
"""An escape after which nothing comes for so many seconds is the key itself."""


class Keys(Protocol):
    """Where keys come from, for as long as it is entered."""

    def __enter__(self) -> Self:
        """Begin to take keys."""
        ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
        /,
    ) -> None:
        """Give everything back as it was."""
        ...

    def read(self) -> str:
        """Wait for a key, and return its name or the sign it makes."""
        ...

    def suspend(self) -> None:
        """Stop the program as Ctrl-Z asks; return when it goes on."""
        ...


def name_of(text: str) -> str:
    """Return the name of a key from what the terminal sends for it; empty for an unknown one."""
    if text in _CONTROL:
        return _CONTROL[text]
    if text.startswith("\x1b"):
        return _SEQUENCES.get(text, "")
    return text if text.isprintable() else ""


def sequence_end(text: str) -> int:
    """Return how many signs the escape sequence that begins `text` has; 0: it goes on.

    An escape and a sign are what Alt with that key sends; two escapes are two keys.
    """
    if text[1:2] == "\x1b":
        return 1
    if text[1:2] == "O":
        return 3 if len(text) > 2 else 0
    if text[1:2] != "[":
        return 2 if len(text) > 1 else 0
    for place in range(2, len(text)):
        if "@" <= text[place] <= "~":
            return place + 1
    return 0


if sys.platform == "win32":
    import ctypes
    import msvcrt
    from ctypes import wintypes

    _OUTPUT, _OBEYS_ESCAPES = -11, 0x0004
    """STD_OUTPUT_HANDLE and ENABLE_VIRTUAL_TERMINAL_PROCESSING of the Windows console."""

    _WINDOWS = {"H": "up", "P": "down", "I": "page-up", "Q": "page-down", "G": "home", "O": "end"}

    class TerminalKeys:
        """Keys of a Windows console, which is told to obey escape sequences meanwhile."""

        def __enter__(self) -> Self:
            kernel, self._mode = ctypes.windll.kernel32, wintypes.DWORD()
            output = kernel.GetStdHandle(_OUTPUT)
            kernel.GetConsoleMode(output, ctypes.byref(self._mode))
            kernel.SetConsoleMode(output, self._mode.value | _OBEYS_ESCAPES)
            return self

        def __exit__(
            self,
            kind: type[BaseException] | None,
            error: BaseException | None,
            trace: TracebackType | None,
            /,
        ) -> None:
            kernel = ctypes.windll.kernel32
            kernel.SetConsoleMode(kernel.GetStdHandle(_OUTPUT), self._mode)

        def suspend(self) -> None:
            """Do nothing: a Windows console knows no job control."""

        def read(self) -> str:
            """Wait for a key."""
            while True:
                try:
                    sign = msvcrt.getwch()
                except KeyboardInterrupt:
                    return "ctrl-c"
                if sign in ("\x00", "\xe0"):
                    name = _WINDOWS.get(msvcrt.getwch(), "")
                else:
                    name = name_of(sign)
                if name:
                    return name

else:
    import codecs
    import select
    import signal
    import termios
    import tty

    _NOTED = (signal.SIGINT, signal.SIGWINCH, signal.SIGTSTP, signal.SIGCONT)
    """Signals that come out of `read` in their turn."""

    _LETHAL = (signal.SIGTERM, signal.SIGHUP)
    """Signals that end the program, but not before the terminal is given back."""

    class TerminalKeys:
        """Keys of a POSIX terminal: one at a time, not shown, and none of them a signal.

        Ctrl-C and Ctrl-Z are keys like others here: what they do waits until a key is asked for,
        so that neither falls into the middle of a transaction.
        """

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
            self._old = {number: signal.signal(number, _note) for number in _NOTED}
            self._old |= {number: signal.signal(number, _leave) for number in _LETHAL}
            self._take()
            return self

        def __exit__(
            self,
            kind: type[BaseException] | None,
            error: BaseException | None,
            trace: TracebackType | None,
            /,
        ) -> None:
            self._give_back()
            for number, handler in self._old.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(self._old_wake)
            os.close(self._wake_in)
            os.close(self._wake_out)

        def suspend(self) -> None:
            """Stop, as Ctrl-Z asks, with the terminal as it was; return when resumed."""
            self._give_back()
            signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            os.kill(0, signal.SIGTSTP)  # the whole job, as the terminal does: a launcher too
            signal.signal(signal.SIGTSTP, _note)
            self._take()
            self._noted()  # that it goes on is known

        def read(self) -> str:
            """Wait for a key, a new size of the window, or the end of the terminal."""
            while True:
                if not self._waiting:
                    ready, _, _ = select.select([self._fd, self._wake_out], [], [])
                    if self._wake_out in ready:
                        if name := self._noted():
                            return name
                        continue
                    if not self._fill():
                        return GONE
                elif name := name_of(self._next()):
                    return name

        def _noted(self) -> str:
            """Return what the signals since the last look come to; empty: nothing."""
            try:
                numbers = os.read(self._wake_out, 512)
            except BlockingIOError:  # none came
                return ""
            if signal.SIGINT in numbers:  # not from the keyboard: somebody sent it
                return "ctrl-c"
            if signal.SIGTSTP in numbers:
                return "ctrl-z"
            if signal.SIGCONT in numbers:
                self._take()
                return RESUMED
            return RESIZED if signal.SIGWINCH in numbers else ""

        def _next(self) -> str:
            """Take one key from what was read: a sign, or an escape sequence as a whole."""
            end = 1
            if self._waiting[0] == "\x1b":
                while not (end := sequence_end(self._waiting)) and self._more():
                    pass
            end = end or len(self._waiting)
            key, self._waiting = self._waiting[:end], self._waiting[end:]
            return key

        def _more(self) -> bool:
            """Whether the rest of an escape sequence came in time."""
            return bool(select.select([self._fd], [], [], _LONE_ESCAPE_S)[0]) and self._fill()

        def _fill(self) -> bool:
            """Read what is there; part of a sign waits for the rest. False: nothing ever comes."""
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

    def _note(_number: int, _frame: object) -> None:
        """Leave it to `read`, which learns of the signal by the wake-up pipe."""

    def _leave(number: int, _frame: object) -> None:
        raise SystemExit(128 + number)
