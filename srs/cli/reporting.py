"""How the commands tell what a sync or an import did."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from srs.ui.words import first_line, inert

if TYPE_CHECKING:
    from srs.core.identity import Match, Placed
    from srs.study.sync import Report


def report_faults(report: Report) -> None:
    """Say on standard error which files could not be used, and which are gone."""
    for fault in report.faults:
        click.echo(inert(str(fault)), err=True)
    for deck in report.replayed:
        done = (
            f"{deck.deck} goes by {deck.scheduler} now: the log of {deck.cards} cards was replayed"
        )
        click.echo(inert(f"{done}. (srs undo takes it back)"), err=True)
    for path in report.missing:
        click.echo(
            inert(f"{path} is gone; its cards stay. (srs add NEWPLACE if it moved)"), err=True
        )


def report_changes(report: Report) -> None:
    """Say what is different now, in one line and then by item."""
    counts = {
        "added": len(report.added),
        "changed": len(report.changed),
        "moved": len(report.moved),
        "back again": len(report.woken),
        "orphaned": len(report.orphaned),
    }
    line = ", ".join(f"{word} {count}" for word, count in counts.items() if count)
    decks = ", ".join(report.decks)
    click.echo(inert(f"{decks}: {line or 'nothing new'}" if decks else "Nothing changed."))
    for match in report.changed:
        click.echo(
            inert(f"  changed card ({_sign(match)}): {first_line(match.placed.item.question)}")
        )
    for match in report.moved:
        places = f"{match.known.deck} -> {match.placed.deck}"
        click.echo(inert(f"  moved ({places}): {first_line(match.placed.item.question)}"))
    for question in report.orphaned:
        click.echo(inert(f"  orphaned, history kept: {first_line(question)}"))
    if report.unanswered:
        click.echo(f"{len(report.unanswered)} without an answer, not asked until they have one:")
        for question in report.unanswered:
            click.echo(inert(f"  {first_line(question)}"))


def report_json(report: Report) -> dict[str, object]:
    """Return the same for scripts."""
    return {
        "decks": list(report.decks),
        "added": [_placed(new) for new in report.added],
        "changed": [_placed(match.placed) | {"by": match.how.value} for match in report.changed],
        "moved": [_placed(match.placed) | {"from": match.known.deck} for match in report.moved],
        "woken": [_placed(match.placed) for match in report.woken],
        "orphaned": list(report.orphaned),
        "unanswered": list(report.unanswered),
        "missing": list(report.missing),
        "faults": [str(fault) for fault in report.faults],
    }


def _sign(match: Match) -> str:
    return f"known by its {match.how.value}"


def _placed(placed: Placed) -> dict[str, object]:
    return {"deck": placed.deck, "id": placed.item.id or None, "question": placed.item.question}
