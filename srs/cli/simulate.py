"""`srs simulate`: the load to come."""

from __future__ import annotations

from dataclasses import asdict
from statistics import mean
from typing import Any

import click

from srs.cli.output import json_option, say, write_json
from srs.insight.simulate import Day, by_week, new_cards, simulate, with_settings
from srs.storage import agenda, content, memory
from srs.storage.database import reading
from srs.study.agenda import choose
from srs.study.learner import open_learner
from srs.ui.chart import bars
from srs.ui.progress import progress
from srs.ui.tables import table

CHART = 30
USUAL_SECONDS = 8.0
ENOUGH_ANSWERS = 20


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
@click.option("--seconds", type=click.FloatRange(0.1, 600), metavar="S", help="Seconds an answer.")
@click.option("--seed", type=int, default=0, metavar="N", help="Another seed, other chances.")
@json_option
def simulate_command(
    decks: tuple[str, ...],
    days: int,
    new: int | None,
    retention: float | None,
    scheduler: str | None,
    cards: int | None,
    seconds: float | None,
    seed: int,
    as_json: bool,
) -> None:
    """Show the load to come.

    Reviews and minutes a day, and cards known; from your cards as they are now, or from a deck of
    new ones (--cards). The learner that is
    simulated remembers as FSRS-6 says, with the parameters of your configuration.
    """
    learner = open_learner()
    settings = with_settings(
        learner.config.settings(decks[0] if len(decks) == 1 else ""),
        scheduler=scheduler, retention=retention, new=new,
    )  # fmt: skip
    with reading(learner.engine) as connection:
        if cards is None:
            chosen = [deck.id for deck in choose(content.all_decks(connection), decks)]
            memories = agenda.memories(connection, learner.id, chosen)
        else:
            memories = new_cards(cards)
        took = memory.recent_right_answers_ms(connection, learner.id, 200)
    if seconds is None:
        seconds = mean(took) / 1000 if len(took) >= ENOUGH_ANSWERS else USUAL_SECONDS
    with progress("simulating", days) as tick:
        report = simulate(
            memories, settings, learner.calendar, learner.moment().day, days,
            seconds_per_answer=seconds, seed=seed, tick=tick,
        )  # fmt: skip
    if as_json:
        write_json({"scheduler": settings.scheduler, "days": [_json(day) for day in report]})
    else:
        say(_table(report))


def _json(day: Day) -> dict[str, Any]:
    return {
        **asdict(day),
        "day": day.day.isoformat(),
        "minutes": round(day.minutes, 1),
        "known": round(day.known, 1),
    }


def _table(report: list[Day]) -> str:
    """Return a line a week: means by day, cards known at its end, and a bar for the reviews."""
    weeks = list(by_week(report))
    reviews = [mean(day.reviews for day in week) for week in weeks]
    rows = []
    for week, bar in zip(weeks, bars(reviews, CHART), strict=True):
        asked, passed = sum(day.reviews for day in week), sum(day.passed for day in week)
        rows.append(
            (
                week[0].day.isoformat(),
                round(mean(day.new for day in week)),
                round(mean(day.reviews for day in week)),
                round(mean(day.minutes for day in week)),
                round(week[-1].known),
                f"{passed / asked:.0%}" if asked else "-",
                bar,
            )
        )
    return table(("week of", "new", "reviews", "minutes", "known", "kept", "reviews a day"), rows)
