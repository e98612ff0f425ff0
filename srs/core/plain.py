"""Items and memories as plain data (dicts, lists, text): what JSON holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields, is_dataclass
from datetime import date, datetime
from typing import Any

from srs.core.item import KINDS, Face, Item, Option
from srs.core.memory import Memory, State

_VALUES: Mapping[str, Callable[[Any], Any]] = {
    "options": lambda plain: tuple(Option(**option) for option in plain),
    "faces": lambda plain: tuple(Face(**face) for face in plain),
}


def to_plain(item: Item) -> dict[str, Any]:
    """Return the item's kind and all its fields that say something."""
    plain: dict[str, Any] = {"kind": item.kind}
    for field in fields(item):
        value = getattr(item, field.name)
        if value != field.default:
            plain[field.name] = _plain(value)
    return plain


def from_plain(plain: Mapping[str, Any]) -> Item:
    """Return the item that `to_plain` was given.

    Raises:
        ValueError, TypeError, KeyError: the data is not an item's.
    """
    values = dict(plain)
    kind = KINDS[values.pop("kind")]
    for name, value in values.items():
        if name in _VALUES:
            values[name] = _VALUES[name](value)
        elif isinstance(value, list):
            values[name] = tuple(value)
    return kind(**values)


def memory_to_plain(memory: Memory) -> dict[str, Any]:
    """Return a memory as plain data: days and instants in ISO 8601."""
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name, value in asdict(memory).items()
        if value is not None
    }


def memory_from_plain(plain: Mapping[str, Any]) -> Memory:
    """Return the memory that `memory_to_plain` was given.

    Raises:
        ValueError, TypeError, KeyError: the data is not a memory's.
    """
    values = dict(plain)
    values["state"] = State(values["state"])
    for name in ("due", "reviewed_at", "reviewed_on"):
        if said := values.get(name):
            values[name] = datetime.fromisoformat(said) if "T" in said else date.fromisoformat(said)
    return Memory(**values)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if is_dataclass(value):
        return {
            field.name: _plain(getattr(value, field.name))
            for field in fields(value)
            if getattr(value, field.name) != field.default
        }
    return value
