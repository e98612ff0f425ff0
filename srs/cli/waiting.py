"""`srs due` and `srs decks`: what waits."""

from __future__ import annotations

import click

from srs.cli.output import json_option, say, write_json
from srs.cli.reporting import report_faults
from srs.cli.review import FIRST_STEPS
from srs.study import agenda, sync
from srs.study.learner import open_learner
from srs.study.screen import Counts
from srs.ui.tables import table

HEADINGS = ("deck", "new", "learning", "due", "total")


def _counts(counts: Counts) -> dict[str, int]:
    return {
        "new": counts.new,
        "learning": counts.learning,
        "review": counts.review,
        "total": counts.total,
    }


@click.command("due", epilog="Example: srs due --json")
@click.argument("decks", nargs=-1, metavar="[DECK]...")
@json_option
def due_command(decks: tuple[str, ...], as_json: bool) -> None:
    """Count the cards that wait today.

    The counts are what `srs review` begun now would ask, limits and all; a deck's count includes
    the decks below it.
    """
    learner = open_learner()
    report_faults(sync.sync(learner))
    moment = learner.moment()
    total = agenda.count(learner, moment, decks)
    by_deck = agenda.count_by_deck(learner, moment, decks)
    if as_json:
        write_json(
            {
                "day": moment.day.isoformat(),
                **_counts(total),
                "decks": [{"deck": row.deck, **_counts(row.counts)} for row in by_deck],
            }
        )
    elif not by_deck:
        say(FIRST_STEPS)
    else:
        rows = [(row.deck, *_counts(row.counts).values()) for row in by_deck]
        say(table(HEADINGS, [*rows, ("all", *_counts(total).values())]))


@click.command("decks", epilog="Example: srs decks --json")
@json_option
def decks_command(as_json: bool) -> None:
    """List the decks and what waits in each."""
    learner = open_learner()
    report_faults(sync.sync(learner))
    decks = agenda.overview(learner, learner.moment())
    if as_json:
        write_json(
            [
                {
                    "deck": row.deck,
                    "description": row.description,
                    "file": row.path,
                    "items": row.items,
                    "cards": row.cards,
                    "unanswered": row.unanswered,
                    **_counts(row.counts),
                }
                for row in decks
            ]
        )
    elif not decks:
        say(FIRST_STEPS)
    else:
        headings = ("deck", "cards", *HEADINGS[1:])
        say(table(headings, [(d.deck, d.cards, *_counts(d.counts).values()) for d in decks]))
