"""`srs add`, `srs sync`, `srs check`: deck files and the database."""

from __future__ import annotations

from pathlib import Path

import click

from srs.cli.output import json_option, say, write_json
from srs.cli.reporting import report_changes, report_faults, report_json
from srs.errors import Fault, SrsError, UsageError

PATHS = click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")


class Unusable(SrsError):
    """Some files could not be used; which and why has been said already."""

    def __init__(self, faults: int) -> None:
        super().__init__(f"{faults} fault{'s' if faults != 1 else ''}; the other decks are fine.")


@click.command("add", epilog="Example: srs add ~/decks")
@PATHS
@click.option("--samples", is_flag=True, help="Take the decks that come with the program.")
@json_option
def add_command(paths: tuple[Path, ...], samples: bool, as_json: bool) -> None:
    """Make deck files or folders of them known.

    From then on every session reads them again where they changed. srs never writes into them.
    """
    from srs.decks.samples import sample_paths
    from srs.study import sync
    from srs.study.learner import open_learner

    if not paths and not samples:
        raise UsageError("What is to be added?", "Give deck files, folders, or --samples.")
    wanted = [*paths, *(sample_paths() if samples else ())]
    _report(sync.add(open_learner(), wanted), as_json)


@click.command("sync", epilog="Example: srs sync --json")
@json_option
def sync_command(as_json: bool) -> None:
    """Bring the database up to date with the deck files.

    Review does this first by itself; alone it shows what changed.
    """
    from srs.study import sync
    from srs.study.learner import open_learner

    _report(sync.sync(open_learner()), as_json)


def _report(report, as_json: bool) -> None:  # type: ignore[no-untyped-def]
    report_faults(report)
    if as_json:
        write_json(report_json(report))
    else:
        report_changes(report)
    if report.faults:
        raise Unusable(len(report.faults))


@click.command("check", epilog="Example: srs check decks/*.yaml")
@PATHS
@json_option
def check_command(paths: tuple[Path, ...], as_json: bool) -> None:
    """Find every fault in deck files.

    Each with file:line:column and how to mend it; exit status 1 if there is any. No database is
    needed, and nothing is written.
    """
    from srs.decks.check import check_files

    if not paths:
        raise UsageError("What is to be checked?", "Give deck files or folders.")
    files, faults = check_files(paths)
    warnings = sorted(warning for file in files for warning in file.warnings)
    if as_json:
        write_json(
            {
                "files": len(files),
                "faults": [_fault(fault) for fault in faults],
                "warnings": [_fault(warning) for warning in warnings],
            }
        )
    else:
        for warning in warnings:
            say(f"warning: {warning}")
        for fault in faults:
            say(str(fault))
        items = sum(len(file.deck.items) for file in files if file.deck)
        say(f"{len(files)} files, {items} items, {len(faults)} faults, {len(warnings)} warnings")
    if faults:
        raise click.exceptions.Exit(1)


def _fault(fault: Fault) -> dict[str, object]:
    return {
        "file": fault.file,
        "line": fault.line,
        "column": fault.column,
        "message": fault.message,
        "mend": fault.mend,
    }
