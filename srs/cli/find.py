"""`srs list` and `srs show`: find and read cards."""

from __future__ import annotations

from typing import Any

import click

from srs.cli.output import card_state, json_option, say, when, write_json
from srs.cli.reporting import report_faults
from srs.errors import SrsError
from srs.storage.search import Found
from srs.study import finding, sync
from srs.study.learner import open_learner
from srs.ui.item import show_item
from srs.ui.tables import table
from srs.ui.words import first_line


@click.command("list", epilog="Example: srs list deck:ML tag:zero memory --json")
@click.argument("query", nargs=-1)
@json_option
def list_command(query: tuple[str, ...], as_json: bool) -> None:
    """List the cards whose text, tag or deck fits.

    Words must all occur in the question; deck:NAME, tag:NAME and is:new, is:learning, is:review,
    is:suspended, is:orphan narrow it down.
    """
    learner = open_learner()
    report_faults(sync.sync(learner))
    found = finding.find(learner, query)
    if as_json:
        write_json([_row(card) for card in found])
    elif found:
        rows = [
            (
                each.card.id,
                each.card.deck,
                each.card.memory.state.value,
                when(each.card.memory.due) or "-",
                first_line(each.card.prompt.question),
            )
            for each in found
        ]
        say(table(("card", "deck", "state", "due", "question"), rows))
    else:
        say("Nothing fits.")


def _row(found: Found) -> dict[str, Any]:
    card = found.card
    return {
        "item": card.item_id,
        "card": card.id,
        "deck": card.deck,
        "question": card.prompt.question,
        "tags": [*card.item.tags, *(["leech"] if card.marks.leech else [])],
        **card_state(card.memory),
        "suspended": card.marks.suspended,
        "orphan": found.orphan,
    }


@click.command("show", epilog="Example: srs show zero-purpose")
@click.argument("item", metavar="ITEM")
@json_option
def show_command(item: str, as_json: bool) -> None:
    """Show an item with its answer and explanation.

    ITEM is its id in the deck file, or its number from `srs list --json`.
    """
    learner = open_learner()
    report_faults(sync.sync(learner))
    found = finding.item(learner, item)
    if not found:
        raise SrsError(f"There is no item {item!r}.", "`srs list` shows the items there are.")
    if as_json:
        from srs.core.plain import to_plain

        first = found[0]
        write_json(
            {
                "item": first.card.item_id,
                "deck": first.card.deck,
                **to_plain(first.card.item),
                "cards": [{"card": each.card.id, **card_state(each.card.memory)} for each in found],
            }
        )
        return
    say(show_item(found[0].card.item, found[0].card.deck))
    for each in found:
        memory = each.card.memory
        say(f"card {each.card.id}: {memory.state.value}, due {when(memory.due) or 'never yet'}")
