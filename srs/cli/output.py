"""What commands print: JSON for scripts, plain lines for people."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any

import click

from srs.core.memory import Memory
from srs.ui.words import inert

card_number = click.IntRange(0, 2**63 - 1)
"""The numbers that a card can have."""

json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON, for scripts.")


def write_json(value: Any) -> None:
    """Write a value as one JSON document."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def say(text: str = "") -> None:
    """Write a line that may hold text from a deck."""
    click.echo(inert(text))


def when(due: date | datetime | None) -> str | None:
    """Return an instant (in UTC, with offset) or a day as scripts get it."""
    if isinstance(due, datetime):
        return due.astimezone(UTC).isoformat(timespec="seconds")
    return due.isoformat() if due else None


def card_state(memory: Memory) -> dict[str, Any]:
    """Return the part of a card's JSON that its memory fills."""
    return {
        "state": memory.state.value,
        "due": when(memory.due),
        "interval_days": memory.interval,
        "ease": memory.ease or None,
        "reps": memory.reps,
        "lapses": memory.lapses,
    }
