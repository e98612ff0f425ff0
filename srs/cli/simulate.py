"""`srs simulate`: the load to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from statistics import mean
from typing import Any

import click

from srs.cli.output import json_option, say, write_json
from srs.core.memory import Memory, State
from srs.errors import SrsError
from srs.insight.simulate import Day, in_spans, new_cards, simulate, with_settings
from srs.storage import agenda, content, memory
from srs.storage.database import reading
from srs.study.agenda import choose
from srs.study.learner import Learner, open_learner
from srs.ui.chart import bars, room_beside
from srs.ui.progress import progress
from srs.ui.tables import table

USUAL_SECONDS = 8.0
LONGEST_SECONDS = 60.0
"""An answer that took longer counts as one of so many: the learner was away."""
ENOUGH_ANSWERS = 20
HEADINGS = ("from", "new", "reviews", "minutes", "known", "kept", "reviews a day")
BESIDE_BARS = 50
"""Cells that the columns before the bars take, numbers of five digits included."""


@click.command("simulate", epilog="Example: srs simulate --days 180 --new 15 --scheduler fsrs")
@click.argument("decks", nargs=-1, metavar="[DECK]...")
@click.option("--days", type=click.IntRange(1, 3650), default=90, show_default=True, metavar="N")
@click.option("--new", type=click.IntRange(0, 9999), metavar="N", help="New cards a day.")
@click.option(
    "--retention", type=click.FloatRange(0.7, 0.99), metavar="R", help="To aim at (fsrs)."
)
@click.option("--scheduler", metavar="NAME", help="Another one than the deck's.")
@click.option(
    "--cards", type=click.IntRange(1, 100_000), metavar="N", help="A deck of N new cards."
)
@click.option(
    "--seconds-per-card", type=click.FloatRange(0.1, 600), metavar="S",
    help="From a question to its grade; your own average otherwise.",
)  # fmt: skip
@click.option("--seed", type=int, default=0, metavar="N", help="Another seed, other chances.")
@json_option
def simulate_command(
    decks: tuple[str, ...],
    days: int,
    new: int | None,
    retention: float | None,
    scheduler: str | None,
    cards: int | None,
    seconds_per_card: float | None,
    seed: int,
    as_json: bool,
) -> None:
    """Show the load to come.

    Reviews and minutes a day, and cards known; from your cards as they are now, or from a deck of
    new ones (--cards). The simulated learner remembers as FSRS-6 says, with the parameters of your
    configuration.
    """
    learner = open_learner()
    settings = with_settings(
        learner.config.settings(decks[0] if len(decks) == 1 else ""),
        scheduler=scheduler, retention=retention, new=new,
    )  # fmt: skip
    memories, done = _present(learner, decks) if cards is None else (new_cards(cards), (0, 0))
    if not memories:
        raise SrsError(
            "There are no cards to simulate.", "Add decks with `srs add`, or try `--cards 500`."
        )
    with progress("simulating", days) as tick:
        report = simulate(
            memories, settings, learner.calendar, learner.moment().day, days,
            seconds_per_answer=seconds_per_card or _seconds_per_card(learner),
            seed=seed, done=done, tick=tick,
        )  # fmt: skip
    if as_json:
        write_json({"scheduler": settings.scheduler, "days": [_json(day) for day in report]})
    else:
        say(_table(report))


def _present(learner: Learner, decks: Sequence[str]) -> tuple[list[Memory], tuple[int, int]]:
    """Return the cards of some decks, or all, and how many new and due ones today has had."""
    with reading(learner.engine) as connection:
        chosen = [deck.id for deck in choose(content.all_decks(connection), decks)]
        memories = agenda.memories(connection, learner.id, chosen)
        done = agenda.done_today(connection, learner.id, learner.moment().day)
    new, reviews = (
        sum(done.get((deck, state), 0) for deck in chosen) for state in (State.NEW, State.REVIEW)
    )
    return memories, (new, reviews)


def _seconds_per_card(learner: Learner) -> float:
    """Return how long the learner's latest right answers took on average."""
    with reading(learner.engine) as connection:
        took = memory.recent_right_answers_ms(connection, learner.id, 200)
    if len(took) < ENOUGH_ANSWERS:
        return USUAL_SECONDS
    return mean(min(each / 1000, LONGEST_SECONDS) for each in took)


def _json(day: Day) -> dict[str, Any]:
    return {
        **asdict(day),
        "day": day.day.isoformat(),
        "minutes": round(day.minutes, 1),
        "known": round(day.known, 1),
    }


def _table(report: list[Day]) -> str:
    """Return a line a span: means by day, cards known at its end, and a bar for the reviews."""
    spans = list(in_spans(report))
    reviews = [mean(day.reviews for day in span) for span in spans]
    rows = []
    for span, bar in zip(spans, bars(reviews, room_beside(BESIDE_BARS)), strict=True):
        asked, passed = sum(day.reviews for day in span), sum(day.passed for day in span)
        rows.append(
            (
                span[0].day.isoformat(),
                round(mean(day.new for day in span)),
                round(mean(day.reviews for day in span)),
                round(mean(day.minutes for day in span)),
                round(span[-1].known),
                f"{passed / asked:.0%}" if asked else "-",
                bar,
            )
        )
    return table(HEADINGS, rows)
