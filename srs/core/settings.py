"""What can be set for a deck, with the values used where nothing is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

MINUTE = 60
DAY = 86_400


class LeechAction(StrEnum):
    """What happens to a card that is forgotten again and again."""

    TAG = "tag"
    SUSPEND = "suspend"
    OFF = "off"


class DueOrder(StrEnum):
    """In which order due cards come."""

    DUE = "due"
    RETRIEVABILITY = "retrievability"
    OVERDUE = "overdue"
    RANDOM = "random"


class NewOrder(StrEnum):
    """In which order new cards come."""

    ADDED = "added"
    RANDOM = "random"


class NewPosition(StrEnum):
    """Where new cards stand among the due ones."""

    MIXED = "mixed"
    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one deck, named as in the configuration file.

    Steps are in seconds; intervals in days; ease and modifiers are factors.
    """

    scheduler: str = "sm2"
    new_per_day: int = 20
    reviews_per_day: int = 200
    order: DueOrder = DueOrder.DUE
    new_order: NewOrder = NewOrder.ADDED
    new_position: NewPosition = NewPosition.MIXED
    desired_retention: float = 0.9
    fsrs_parameters: tuple[float, ...] = ()
    learning_steps: tuple[int, ...] = (MINUTE, 10 * MINUTE)
    relearning_steps: tuple[int, ...] = (10 * MINUTE,)
    graduating_interval: int = 1
    easy_interval: int = 4
    starting_ease: float = 2.5
    easy_bonus: float = 1.3
    hard_modifier: float = 1.2
    interval_modifier: float = 1.0
    maximum_interval: int = 36_500
    lapse_multiplier: float = 0.0
    minimum_interval: int = 1
    leech_threshold: int = 8
    leech_action: LeechAction = LeechAction.TAG
    bury_siblings: bool = True
    fuzz: bool = True
    easy_days: tuple[float, ...] = (1.0,) * 7


DEFAULTS = Settings()
