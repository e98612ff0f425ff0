"""A progress bar for long work: on a terminal, from the second second on, and gone at the end."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import Progress

from srs.ui.console import make_console

PATIENCE_S = 1.0
REDRAW_S = 0.1


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """Give a function to call after each of `total` parts of the work."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    due = time.monotonic() + PATIENCE_S
    bar = Progress(console=make_console(sys.stderr), transient=True, auto_refresh=False)
    task = bar.add_task(what, total=total)

    def tick() -> None:
        nonlocal due
        bar.advance(task)
        if time.monotonic() >= due:
            bar.start()
            bar.refresh()
            due = time.monotonic() + REDRAW_S

    try:
        yield tick
    finally:
        bar.stop()
