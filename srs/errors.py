"""What can go wrong, in words the person at the keyboard can act on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class SrsError(Exception):
    """A failure that is explained in one sentence; `hint` says what to do about it.

    Caught once, in `srs.cli`, which prints both on standard error and leaves with `exit_status`.
    """

    exit_status = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(SrsError):
    """The command was called in a way that cannot work."""

    exit_status = 2


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One fault in a file somebody wrote: where it is, what it is and how to mend it.

    `line` and `column` count from 1; 0 means that the fault concerns the file as a whole.
    """

    file: str
    line: int
    column: int
    message: str
    mend: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return f"{place}: {self.message}" + (f" ({self.mend})" if self.mend else "")


class FaultyFiles(SrsError):
    """Files that could not be used, with every fault found in them."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(sorted(faults))
        super().__init__("\n".join(str(fault) for fault in self.faults))
