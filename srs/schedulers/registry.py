"""The schedulers there are, found by entry point: ours and those of other packages."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from srs.core.settings import Settings
from srs.errors import SrsError, UsageError
from srs.schedulers import Scheduler, SchedulerFactory

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "srs.schedulers"


def names() -> list[str]:
    """Return the names of all schedulers, sorted, without importing any."""
    return sorted(_entries())


def load(name: str, settings: Settings) -> Scheduler:
    """Make the scheduler called `name` for a deck's settings.

    Raises:
        UsageError: there is none of that name, or the settings are not for it.
        SrsError: it is there and cannot be imported.
    """
    return _factory(name)(settings)


@cache
def _entries() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # not cheap, and not every command needs it

    return {entry.name: entry for entry in entry_points(group=GROUP)}


@cache
def _factory(name: str) -> SchedulerFactory:
    entry = _entries().get(name)
    if entry is None:
        raise UsageError(
            f"There is no scheduler {name!r}.", f"There are: {', '.join(names()) or 'none'}."
        )
    try:
        factory: SchedulerFactory = entry.load()
    except (ImportError, AttributeError) as error:
        raise SrsError(
            f"The scheduler {name!r} cannot be loaded: {error}.",
            f"It comes from {entry.value}; install what it needs, or choose another.",
        ) from error
    return factory
