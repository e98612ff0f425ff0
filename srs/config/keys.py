"""The settings there are: how each is read, shown, and what it takes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import Any

from srs.clock import zone_named
from srs.core.settings import DAY, MINUTE, DueOrder, LeechAction, NewOrder, NewPosition
from srs.errors import UsageError

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
    "bury_siblings": Key(
        "hide an item's other cards until tomorrow", _yes_no, lambda value: str(value).lower()
    ),
    "fuzz": Key("spread intervals a little", _yes_no, lambda value: str(value).lower()),
    "easy_days": Key("load by weekday", _easy_days, _show_easy_days),
}

KEYS = GLOBAL_KEYS | DECK_KEYS


def unknown(name: str, keys: Mapping[str, Key]) -> str:
    """Return what to say of a key that does not exist."""
    close = get_close_matches(name, keys, 1)
    return f"did you mean {close[0]}?" if close else "there are: " + ", ".join(sorted(keys))
