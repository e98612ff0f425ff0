"""The configuration file: one YAML file, checked when it is read."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import yaml

from srs.clock import Calendar, zone_named
from srs.core import deck as decks
from srs.core.settings import DAY, MINUTE, DueOrder, LeechAction, NewOrder, NewPosition, Settings
from srs.errors import Fault, FaultyFiles, SrsError, UsageError

_UNITS = {"s": 1, "m": MINUTE, "h": 3600, "d": DAY}
_WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


class Wrong(ValueError):
    """A value that a key does not take; the text says what it takes."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key of the file: what it means, how its text is read, and how its value is shown."""

    meaning: str
    read: Callable[[str], Any]
    show: Callable[[Any], str] = str


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if re.fullmatch(r"\d{1,9}", text) and least <= int(text) <= most:
            return int(text)
        raise Wrong(f"a whole number from {least:,} to {most:,}")

    return read


def _real(least: float, most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        if re.fullmatch(r"\d{1,9}(\.\d{1,9})?|\.\d{1,9}", text) and least <= float(text) <= most:
            return float(text)
        raise Wrong(f"a number from {least:g} to {most:g}")

    return read


def _yes_no(text: str) -> bool:
    word = text.lower()
    if word in ("true", "yes", "on"):
        return True
    if word in ("false", "no", "off"):
        return False
    raise Wrong("true or false")


def _one_of(words: type[StrEnum]) -> Callable[[str], StrEnum]:
    def read(text: str) -> StrEnum:
        try:
            return words(text.lower())
        except ValueError:
            raise Wrong("one of " + ", ".join(words)) from None

    return read


def _steps(text: str) -> tuple[int, ...]:
    steps = []
    for word in text.replace(",", " ").split():
        match = re.fullmatch(r"(\d{1,7}(?:\.\d{1,3})?)([smhd]?)", word)
        seconds = round(float(match[1]) * _UNITS[match[2] or "m"]) if match else 0
        if not 1 <= seconds <= 365 * DAY:
            raise Wrong("steps like '1m 10m 1d', each from 1s to 365d")
        steps.append(seconds)
    return tuple(steps)


def _show_steps(steps: tuple[int, ...]) -> str:
    def show(seconds: int) -> str:
        unit = next(u for u in "dhms" if seconds % _UNITS[u] == 0)
        return f"{seconds // _UNITS[unit]}{unit}"

    return " ".join(map(show, steps))


def _easy_days(text: str) -> tuple[float, ...]:
    week = [1.0] * 7
    for word in text.replace(",", " ").split():
        day, _, factor = word.partition("=")
        if day.lower()[:3] not in _WEEK or not re.fullmatch(r"[01](\.\d{1,3})?|\.\d{1,3}", factor):
            raise Wrong("weekdays like 'sat=0.5 sun=0', each from 0 (none) to 1 (as usual)")
        week[_WEEK.index(day.lower()[:3])] = min(float(factor), 1.0)
    return tuple(week)


def _show_easy_days(week: tuple[float, ...]) -> str:
    return " ".join(f"{day}={load:g}" for day, load in zip(_WEEK, week, strict=True) if load != 1)


def _parameters(text: str) -> tuple[float, ...]:
    words = text.replace(",", " ").split()
    if words and (
        len(words) != 21 or not all(re.fullmatch(r"-?\d{1,6}(\.\d{1,9})?", w) for w in words)
    ):
        raise Wrong("the 21 parameters of FSRS-6, or nothing for the usual ones")
    return tuple(map(float, words))


def _zone(text: str) -> str:
    try:
        zone_named(text)
    except UsageError:
        raise Wrong("a name like Europe/Berlin, or UTC") from None
    return text


def _word(text: str) -> str:
    if not re.fullmatch(r"[\w-]+", text):
        raise Wrong("a name")
    return text


class Durability(StrEnum):
    """What an accepted answer survives: a crash of the program, or of the machine too."""

    NORMAL = "normal"
    FULL = "full"


GLOBAL_KEYS = {
    "zone": Key("time zone of the study day; the system's where not set", _zone),
    "rollover": Key("hour at which a study day begins", _whole(0, 23)),
    "durability": Key("normal survives a crash, full a power cut too", _one_of(Durability)),
}

DECK_KEYS = {
    "scheduler": Key("sm2, sm2-classic, fsrs or one that is installed", _word),
    "new_per_day": Key("new cards a day", _whole(0, 999_999)),
    "reviews_per_day": Key("reviews a day", _whole(0, 999_999)),
    "order": Key("order of due cards", _one_of(DueOrder)),
    "new_order": Key("order of new cards", _one_of(NewOrder)),
    "new_position": Key("where new cards stand among due ones", _one_of(NewPosition)),
    "desired_retention": Key("share remembered that fsrs aims at", _real(0.7, 0.99)),
    "fsrs_parameters": Key(
        "what `srs optimize` found", _parameters, lambda p: " ".join(map(str, p))
    ),
    "learning_steps": Key("waits between the first answers", _steps, _show_steps),
    "relearning_steps": Key("waits after a lapse", _steps, _show_steps),
    "graduating_interval": Key("days after the last step", _whole(1, 36_500)),
    "easy_interval": Key("days after Easy on a new card", _whole(1, 36_500)),
    "starting_ease": Key("ease of a new card", _real(1.3, 5.0)),
    "easy_bonus": Key("factor of Easy", _real(1.0, 5.0)),
    "hard_modifier": Key("factor of Hard", _real(0.5, 1.3)),
    "interval_modifier": Key("factor of all intervals", _real(0.5, 2.0)),
    "maximum_interval": Key("longest interval in days", _whole(1, 36_500)),
    "lapse_multiplier": Key("share of the interval kept after a lapse", _real(0.0, 1.0)),
    "minimum_interval": Key("shortest interval after a lapse in days", _whole(1, 36_500)),
    "leech_threshold": Key("lapses that make a leech", _whole(1, 9_999)),
    "leech_action": Key("what happens to a leech", _one_of(LeechAction)),
    "bury_siblings": Key("hide an item's other cards until tomorrow", _yes_no),
    "fuzz": Key("spread intervals a little", _yes_no),
    "easy_days": Key("load by weekday", _easy_days, _show_easy_days),
}

_DECKS = "decks"


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
    """What the file says. Later presets win over earlier ones, and both over the general values."""

    path: Path
    values: Mapping[str, Any]
    presets: tuple[Preset, ...] = ()

    @property
    def calendar(self) -> Calendar:
        """The calendar that study days follow."""
        return Calendar(zone_named(self.values.get("zone")), self.values.get("rollover", 4))

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

    def speaks_of(self, deck: str) -> bool:
        """Whether a preset is meant for this deck."""
        return any(preset.applies_to(deck) for preset in self.presets)


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
        if key.value == _DECKS:
            for pattern, body in reader.pairs(node):
                values = dict(reader.values(body, DECK_KEYS))
                presets.append(Preset(pattern.value, values))
        else:
            general.update(reader.value(key, node, GLOBAL_KEYS | DECK_KEYS))
    if reader.faults:
        raise FaultyFiles(reader.faults)
    return Config(path, general, tuple(presets))


class _Reader:
    """Walks the nodes of the file and gathers every fault."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []

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

    def values(self, node: yaml.Node, keys: Mapping[str, Key]) -> dict[str, Any]:
        """Read a mapping of settings."""
        read: dict[str, Any] = {}
        for key, value in self.pairs(node):
            read.update(self.value(key, value, keys))
        return read

    def value(
        self, name: yaml.ScalarNode, node: yaml.Node, keys: Mapping[str, Key]
    ) -> dict[str, Any]:
        """Read one setting; nothing where it is wrong."""
        key = keys.get(name.value)
        if key is None:
            self._fault(name, f"there is no setting {name.value!r}", unknown(name.value, keys))
            return {}
        try:
            return {name.value: key.read(_text(node))}
        except Wrong as wrong:
            shown = node.value if isinstance(node, yaml.ScalarNode) else "this"
            self._fault(node, f"{name.value} cannot be {shown!r}", f"it takes {wrong}")
            return {}

    def _fault(self, node: yaml.Node, message: str, mend: str = "") -> None:
        mark = node.start_mark
        self.faults.append(Fault(self.file, mark.line + 1, mark.column + 1, message, mend))


def unknown(name: str, keys: Mapping[str, Key]) -> str:
    """Return what to say of a key that does not exist."""
    close = get_close_matches(name, keys, 1)
    return f"did you mean {close[0]}?" if close else "there are: " + ", ".join(sorted(keys))


def _text(node: yaml.Node) -> str:
    """Return a value as the text of the command line would be: a list is joined by spaces."""
    if isinstance(node, yaml.ScalarNode):
        return str(node.value).strip()
    if isinstance(node, yaml.SequenceNode):
        return " ".join(_text(part) for part in node.value)
    if isinstance(node, yaml.MappingNode):
        return " ".join(f"{_text(key)}={_text(value)}" for key, value in node.value)
    raise Wrong("a value")
