"""Items as plain data (dicts, lists, text): what JSON holds, here and on the way to Anki."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from srs.core.item import KINDS, Item, Option

_VALUES = {"options": lambda plain: tuple(Option(**option) for option in plain)}


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
