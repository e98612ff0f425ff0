"""A card: one prompt of an item, with what a learner's memory and wishes say of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from srs.core import chance
from srs.core.item import Item, Option, Prompt
from srs.core.memory import NEW, Memory


@dataclass(frozen=True, slots=True)
class Marks:
    """What a learner has said of a card: no scheduler changes it.

    `buried_until` is the study day on which it shows again; `flag` is 0 (none) to 7, as in Anki.
    `leech` says that it was forgotten again and again.
    """

    suspended: bool = False
    buried_until: date | None = None
    flag: int = 0
    leech: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One card with everything a review of it needs."""

    id: int
    item_id: int
    ordinal: int
    deck: str
    item: Item
    memory: Memory = NEW
    marks: Marks = field(default=Marks())

    @property
    def prompt(self) -> Prompt:
        """What it asks."""
        return self.item.prompts[self.ordinal]


def shuffled(card: Card) -> tuple[Option, ...]:
    """Return the card's options in the order to show them in for this review.

    The order is a function of the card and its number of reviews, so that asking twice shows the
    same. Options that are fixed keep their places, those that speak of the options above stay
    last, and where an option names others by letter nothing moves.
    """
    options = card.prompt.options
    if any(option.names_letters for option in options):
        return options
    movable = [i for i, option in enumerate(options) if not (option.fixed or option.stays_last)]
    order = chance.permutation(len(movable), chance.seed(card.id, card.memory.reps, salt=1))
    last = [i for i, option in enumerate(options) if option.stays_last and not option.fixed]
    free = [movable[i] for i in order] + last
    return tuple(option if option.fixed else options[free.pop(0)] for option in options)
