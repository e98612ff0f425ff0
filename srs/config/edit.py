"""Changing one value in the configuration file, and nothing else of its text."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

import yaml

from srs.config import DECKS, parse_config
from srs.config.keys import DECK_KEYS, KEYS, Wrong, unknown
from srs.errors import SrsError, UsageError

_PLAIN = re.compile(r"[A-Za-z0-9.][\w .+/=-]*")


def set_value(path: Path, key: str, value: str, pattern: str = "") -> None:
    """Set a value, generally or for the decks that match a pattern; comments and order stay.

    Raises:
        UsageError: there is no such key, or it does not take the value.
        SrsError: the file is faulty already, or cannot be written.
    """
    keys = DECK_KEYS if pattern else KEYS
    if key not in keys:
        raise UsageError(f"There is no setting {key!r}.", unknown(key, keys).capitalize())
    try:
        shown = keys[key].show(keys[key].read(value.strip()))
    except Wrong as wrong:
        raise UsageError(f"{key} cannot be {value!r}.", f"It takes {wrong}.") from None
    text = path.read_text(encoding="utf-8-sig") if path.exists() else ""
    parse_config(text, path)
    changed = _changed(text, [DECKS, pattern, key] if pattern else [key], _quoted(shown))
    parse_config(changed, path)
    _write(path, changed)


def _changed(text: str, way: list[str], value: str) -> str:
    """Return the text with the value at the end of a way of keys."""
    text = text if text.endswith("\n") or not text else text + "\n"
    node: yaml.Node | None = yaml.compose(text, Loader=yaml.SafeLoader)
    parent: yaml.MappingNode | None = None
    for depth, key in enumerate(way):
        if not isinstance(node, yaml.MappingNode):
            return _filled(text, node, way[depth:], depth, value)
        parent, node = node, next((v for k, v in node.value if k.value == key), None)
        if node is None:
            return _inserted(text, parent, way[depth:], value)
    assert node is not None  # noqa: S101 - the last key was found
    start, end = node.start_mark.index, node.end_mark.index
    while end > start and text[end - 1].isspace():
        end -= 1
    gap = " " if text[start - 1 : start] == ":" else ""
    return text[:start] + gap + value + text[end:]


def _filled(text: str, node: yaml.Node | None, way: list[str], depth: int, value: str) -> str:
    """Put a block below a key that has nothing yet, or into an empty file."""
    if node is None:
        return text + _block(way, value, 0)
    end = text.index("\n", node.start_mark.index) + 1
    return text[:end] + _block(way, value, 2 * depth) + text[end:]


def _inserted(text: str, parent: yaml.MappingNode, way: list[str], value: str) -> str:
    """Put an entry at the end of a mapping, in the mapping's own style."""
    if parent.flow_style:
        end = parent.end_mark.index - 1
        comma = ", " if parent.value else ""
        inner = value
        for key in reversed(way[1:]):
            inner = f"{{{_quoted(key)}: {inner}}}"
        return f"{text[:end]}{comma}{_quoted(way[0])}: {inner}{text[end:]}"
    last: yaml.Node = parent
    while isinstance(last, (yaml.MappingNode, yaml.SequenceNode)) and last.value:
        if last.flow_style:
            break
        end_of = last.value[-1]
        last = end_of[1] if isinstance(end_of, tuple) else end_of
    newline = text.find(
        "\n", max(last.end_mark.index - (last.start_mark.index != last.end_mark.index), 0)
    )
    end = newline + 1 if newline >= 0 else len(text)
    return text[:end] + _block(way, value, parent.start_mark.column) + text[end:]


def _block(way: list[str], value: str, indent: int) -> str:
    lines = [f"{' ' * (indent + 2 * i)}{_quoted(key)}:" for i, key in enumerate(way)]
    lines[-1] += f" {value}"
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    if _PLAIN.fullmatch(text) and not text.endswith(" "):
        return text
    return "'" + text.replace("'", "''") + "'"


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        Path(draft).replace(path)
    except OSError as error:
        raise SrsError(f"The configuration {path} cannot be written: {error.strerror}.") from error
