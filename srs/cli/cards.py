"""`srs suspend`, `bury`, `flag`, `reset`, `reschedule`, `postpone`, `catch-up`: by hand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import click

from srs.cli.output import card_number, card_state, json_option, say, write_json
from srs.clock import later
from srs.core.card import Card
from srs.errors import UsageError
from srs.study import answering, cards
from srs.study.learner import Learner, open_learner
from srs.ui.words import count_of

CARDS = click.argument("card_ids", nargs=-1, required=True, type=card_number, metavar="CARD...")
DECKS = click.argument("decks", nargs=-1, metavar="[DECK]...")
OFF = click.option("--off", is_flag=True, help="Take it back.")


@click.command("suspend", epilog="Example: srs suspend 12 13")
@CARDS
@OFF
@json_option
def suspend_command(card_ids: tuple[int, ...], off: bool, as_json: bool) -> None:
    """Set cards aside until you want them back."""
    _do(
        card_ids,
        as_json,
        "Back again" if off else "Suspended",
        lambda learner, found: cards.suspend(learner, found, off=off),
    )


@click.command("bury", epilog="Example: srs bury 12")
@CARDS
@OFF
@json_option
def bury_command(card_ids: tuple[int, ...], off: bool, as_json: bool) -> None:
    """Hide cards until tomorrow."""
    _do(
        card_ids,
        as_json,
        "Back again" if off else "Buried until tomorrow",
        lambda learner, found: cards.bury(learner, found, off=off),
    )


@click.command("flag", epilog="Example: srs flag 12 --color 2")
@CARDS
@click.option(
    "--color",
    type=click.IntRange(1, 7),
    default=1,
    show_default=True,
    metavar="N",
    help="1 to 7, as in Anki.",
)
@OFF
@json_option
def flag_command(card_ids: tuple[int, ...], color: int, off: bool, as_json: bool) -> None:
    """Flag cards."""
    number = 0 if off else color
    _do(
        card_ids,
        as_json,
        "No flag" if off else "Flagged",
        lambda learner, found: cards.flag(learner, found, number),
    )


@click.command("reset", epilog="Example: srs reset 12")
@CARDS
@json_option
def reset_command(card_ids: tuple[int, ...], as_json: bool) -> None:
    """Make cards new again. What was answered stays in the log."""
    _do(card_ids, as_json, "New again", cards.reset)


@click.command("reschedule", epilog="Example: srs reschedule 12 --to 2026-12-24")
@CARDS
@click.option("--to", metavar="DATE", help="The study day, like 2026-12-24.")
@click.option(
    "--in", "days", type=click.IntRange(0, 36_500), metavar="DAYS", help="Days from today."
)
@json_option
def reschedule_command(
    card_ids: tuple[int, ...], to: str | None, days: int | None, as_json: bool
) -> None:
    """Make cards due on another day."""
    if (to is None) == (days is None):
        raise UsageError("When are the cards to be due?", "Give --to DATE or --in DAYS.")
    learner = open_learner()
    due = _date(to) if to is not None else later(learner.moment().day, days or 0)
    _do(card_ids, as_json, f"Due on {due}", lambda who, found: cards.reschedule(who, found, due))


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"{text!r} is not a date.", "Write it like 2026-12-24.") from None


def _do(
    card_ids: tuple[int, ...],
    as_json: bool,
    done: str,
    act: Callable[[Learner, list[Card]], None],
) -> None:
    """Do something to cards, as one step, and say what they are now."""
    learner = open_learner()
    numbers = list(dict.fromkeys(card_ids))
    act(learner, answering.find_cards(learner, numbers))
    if as_json:
        write_json(
            [
                {
                    "card": card.id,
                    **card_state(card.memory),
                    "suspended": card.marks.suspended,
                    "buried": card.marks.buried_until is not None,
                    "flag": card.marks.flag,
                }
                for card in answering.find_cards(learner, numbers)
            ]
        )
    else:
        say(f"{done}: {count_of(len(numbers), 'card')}.")


@click.command("postpone", epilog="Example: srs postpone 3 Latin")
@click.argument("days", type=click.IntRange(1, 3650))
@DECKS
@json_option
def postpone_command(days: int, decks: tuple[str, ...], as_json: bool) -> None:
    """Put off what is due, by some days from today.

    Intervals stay as they are; cards on a learning step are not touched.
    """
    count = cards.postpone(open_learner(), decks, days)
    if as_json:
        write_json({"postponed": count, "days": days})
    else:
        say(f"Postponed by {count_of(days, 'day')}: {count_of(count, 'card')}.")


@click.command("catch-up", epilog="Example: srs catch-up --days 7")
@DECKS
@click.option(
    "--days", type=click.IntRange(1, 3650), required=True, metavar="N", help="Over so many days."
)
@json_option
def catch_up_command(decks: tuple[str, ...], days: int, as_json: bool) -> None:
    """Spread a backlog over some days, the most urgent cards first."""
    shares = cards.catch_up(open_learner(), decks, days)
    if as_json:
        write_json({"by_day": shares})
    else:
        by_day = ", ".join(map(str, shares))
        say(f"{count_of(sum(shares), 'card')}: {by_day} on the days from today.")
