"""The configuration file: one YAML file, checked when it is read."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import yaml

from srs.clock import Calendar, zone_named
from srs.config.keys import DECK_KEYS, KEYS, Durability, Key, Wrong, unknown
from srs.core import deck as decks
from srs.core.settings import Settings
from srs.errors import Fault, FaultyFiles, SrsError

DECKS = "decks"
"""The key below which settings stand by pattern of deck names."""

DEFAULT_ROLLOVER = 4


@dataclass(frozen=True, slots=True)
class Preset:
    """Settings for the decks whose names match a pattern (`ML::*`), whatever the case."""

    pattern: str
    values: Mapping[str, Any]

    def applies_to(self, name: str) -> bool:
        """Whether the pattern matches a deck's name."""
        return fnmatchcase(decks.key(name), decks.key(self.pattern))


@dataclass(frozen=True, slots=True)
class Config:
    """What the file says. Later presets win over earlier ones, and both over the general values.

    `lines` has the line, from 1, of each value by pattern (empty for a general value) and key.
    """

    path: Path
    values: Mapping[str, Any]
    presets: tuple[Preset, ...] = ()
    lines: Mapping[tuple[str, str], int] = field(default_factory=dict)

    @property
    def calendar(self) -> Calendar:
        """The calendar that study days follow."""
        return Calendar(
            zone_named(self.values.get("zone")), self.values.get("rollover", DEFAULT_ROLLOVER)
        )

    @property
    def durability(self) -> Durability:
        """What an accepted answer survives."""
        return Durability(self.values.get("durability", Durability.NORMAL))

    def settings(self, deck: str) -> Settings:
        """Return the settings of a deck."""
        values = {key: value for key, value in self.values.items() if key in DECK_KEYS}
        for preset in self.presets:
            if preset.applies_to(deck):
                values.update(preset.values)
        return replace(Settings(), **values)

    def value(self, key: str, deck: str = "") -> tuple[str, str]:
        """Return a setting as text, and where it comes from: a line of the file, or the default."""
        value, pattern = self.values.get(key), ""
        for preset in self.presets:
            if deck and key in preset.values and preset.applies_to(deck):
                value, pattern = preset.values[key], preset.pattern
        if value is None:
            return _shown(key, _DEFAULTS.get(key, getattr(Settings(), key, None))), "default"
        line = self.lines.get((pattern, key), 0)
        return _shown(key, value), f"{self.path}:{line}" + (f" ({pattern})" if pattern else "")

    def speaks_of(self, deck: str) -> bool:
        """Whether a preset is meant for this deck."""
        return any(preset.applies_to(deck) for preset in self.presets)


_DEFAULTS = {"rollover": DEFAULT_ROLLOVER, "durability": Durability.NORMAL}


def _shown(key: str, value: Any) -> str:
    return "" if value is None else KEYS[key].show(value)


def config_path() -> Path:
    """Return where the file is: `SRS_CONFIG`, or `config.yaml` in the configuration folder."""
    if path := os.environ.get("SRS_CONFIG"):
        return Path(path)
    import platformdirs

    return platformdirs.user_config_path("srs", appauthor=False) / "config.yaml"


def load_config(path: Path | None = None) -> Config:
    """Read the configuration; where there is no file, nothing is set.

    Raises:
        FaultyFiles: with every fault of the file.
        SrsError: it cannot be read.
    """
    path = path or config_path()
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return Config(path, {})
    except (OSError, UnicodeDecodeError) as error:
        raise SrsError(f"The configuration {path} cannot be read: {error}.") from error
    return parse_config(text, path)


def parse_config(text: str, path: Path) -> Config:
    """Read the text of a configuration file.

    Raises:
        FaultyFiles: with every fault in it.
    """
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        fault = Fault(str(path), *place, f"not YAML: {error.problem}", "write KEY: VALUE lines")
        raise FaultyFiles([fault]) from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise FaultyFiles([Fault(str(path), 0, 0, f"not YAML: {error}")]) from None
    reader = _Reader(str(path))
    general: dict[str, Any] = {}
    presets: list[Preset] = []
    for key, node in reader.pairs(root) if root else ():
        if key.value == DECKS:
            for pattern, body in reader.pairs(node):
                values = reader.values(body, DECK_KEYS, pattern.value)
                presets.append(Preset(pattern.value, values))
        else:
            general.update(reader.value(key, node, KEYS))
    if reader.faults:
        raise FaultyFiles(reader.faults)
    return Config(path, general, tuple(presets), reader.lines)


class _Reader:
    """Walks the nodes of the file and gathers every fault."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []
        self.lines: dict[tuple[str, str], int] = {}

    def pairs(self, node: yaml.Node) -> list[tuple[yaml.ScalarNode, yaml.Node]]:
        """Return the keys and values of a mapping."""
        if isinstance(node, yaml.ScalarNode) and not node.value and not node.style:
            return []
        if not isinstance(node, yaml.MappingNode):
            self._fault(node, "KEY: VALUE lines are expected here")
            return []
        seen: set[str] = set()
        pairs = []
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self._fault(key, "a key must be a word")
            elif key.value in seen:
                self._fault(key, f"{key.value!r} stands here twice", "keep one")
            else:
                seen.add(key.value)
                pairs.append((key, value))
        return pairs

    def values(self, node: yaml.Node, keys: Mapping[str, Key], pattern: str) -> dict[str, Any]:
        """Read a mapping of settings."""
        read: dict[str, Any] = {}
        for key, value in self.pairs(node):
            read.update(self.value(key, value, keys, pattern))
        return read

    def value(
        self, name: yaml.ScalarNode, node: yaml.Node, keys: Mapping[str, Key], pattern: str = ""
    ) -> dict[str, Any]:
        """Read one setting; nothing where it is wrong."""
        key = keys.get(name.value)
        if key is None:
            self._fault(name, f"there is no setting {name.value!r}", unknown(name.value, keys))
            return {}
        self.lines[pattern, name.value] = name.start_mark.line + 1
        try:
            return {name.value: key.read(_text(node))}
        except Wrong as wrong:
            shown = node.value if isinstance(node, yaml.ScalarNode) else "this"
            self._fault(node, f"{name.value} cannot be {shown!r}", f"it takes {wrong}")
            return {}

    def _fault(self, node: yaml.Node, message: str, mend: str = "") -> None:
        mark = node.start_mark
        self.faults.append(Fault(self.file, mark.line + 1, mark.column + 1, message, mend))


def _text(node: yaml.Node) -> str:
    """Return a value as the text of the command line would be: a list is joined by spaces."""
    if isinstance(node, yaml.ScalarNode):
        return str(node.value).strip()
    if isinstance(node, yaml.SequenceNode):
        return " ".join(_text(part) for part in node.value)
    if isinstance(node, yaml.MappingNode):
        return " ".join(f"{_text(key)}={_text(value)}" for key, value in node.value)
    raise Wrong("a value")
