"""`srs import` and `srs export`: other programs' files."""

from __future__ import annotations

from pathlib import Path

import click

from srs.cli.output import json_option, say, write_json
from srs.cli.reporting import report_changes, report_faults, report_json
from srs.study import exchange, sync
from srs.study.learner import open_learner
from srs.ui.words import count_of

FORMAT = click.option("--format", "format_name", metavar="NAME", help="The format, by its name.")


@click.command("import", epilog="Example: srs import quiz.txt --to decks/quiz.yaml")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--to", type=click.Path(path_type=Path), metavar="DECK.yaml", help="Write a deck file from it."
)
@FORMAT
@json_option
def import_command(file: Path, to: Path | None, format_name: str | None, as_json: bool) -> None:
    """Read a file of another format.

    Without --to the deck is kept in the database. With it, a deck file is written, in which a
    question without an answer is easy to see and fill, and that file is added. Questions without
    an answer are counted and named, and never asked until they have one.
    """
    learner = open_learner()
    report = exchange.import_file(learner, file, to=to, format_name=format_name)
    report_faults(report)
    if as_json:
        write_json(report_json(report))
        return
    if to is not None:
        say(f"Wrote {to}.")
    report_changes(report)
    if report.unanswered and to is None:
        say("srs import FILE --to DECK.yaml writes a file to fill them in.")


@click.command("export", epilog="Example: srs export 'ML::Training stacks' training.apkg")
@click.argument("decks_and_file", nargs=-1, required=True, metavar="[DECK]... FILE")
@FORMAT
@json_option
def export_command(decks_and_file: tuple[str, ...], format_name: str | None, as_json: bool) -> None:
    """Write decks for another program.

    The ending of the file says which format: .apkg for Anki. Without a DECK all go.
    """
    *decks, file = decks_and_file
    learner = open_learner()
    report_faults(sync.sync(learner))
    count = exchange.export_file(learner, decks, Path(file), format_name=format_name)
    if as_json:
        write_json({"file": file, "items": count})
    else:
        say(f"Wrote {count_of(count, 'item')} to {file}.")
