"""Other programs' files: what comes in becomes decks, what goes out is what is stored."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from srs.decks.write import deck_to_yaml
from srs.errors import SrsError
from srs.formats.registry import exporter_for, importer_for
from srs.storage import content
from srs.storage.database import reading
from srs.study import sync
from srs.study.agenda import choose
from srs.study.learner import Learner
from srs.study.sync import Report


def import_file(
    learner: Learner, path: Path, *, to: Path | None = None, format_name: str | None = None
) -> Report:
    """Read a foreign file into the database, or into the new deck file `to`, which is added.

    The report's faults name what could not be read; the rest is there.

    Raises:
        SrsError: the file cannot be read or holds nothing, or `to` exists already.
    """
    if not path.is_file():
        raise SrsError(f"There is no file {path}.")
    imported = importer_for(path, format_name).read(path)
    if to is None:
        reports = [sync.store(learner, deck) for deck in imported.decks]
    else:
        if len(imported.decks) != 1:
            names = ", ".join(deck.name for deck in imported.decks)
            raise SrsError(f"{path} holds several decks: {names}.", "Import it without --to.")
        write_new(to, deck_to_yaml(imported.decks[0]))
        reports = [sync.add(learner, [to])]
    return replace(_together(reports), faults=imported.faults)


def export_file(
    learner: Learner, names: Sequence[str], path: Path, *, format_name: str | None = None
) -> int:
    """Write decks, with those below them, to a file, and return the number of items.

    Raises:
        SrsError: a name fits no deck, no item can go, or the file cannot be written.
    """
    exporter = exporter_for(path, format_name)
    with reading(learner.engine) as connection:
        chosen = choose(content.all_decks(connection), names)
        items = content.stored_items(connection, [deck.id for deck in chosen])
    if not items:
        raise SrsError("There is nothing to export.", "srs add PATH takes in a deck.")
    exporter.write(items, path)
    return len(items)


def write_new(path: Path, text: str) -> None:
    """Write a file that must not exist yet, whole or not at all.

    Raises:
        SrsError: it exists, or cannot be written.
    """
    if path.exists():
        raise SrsError(f"{path} exists already.", "Give the name of a new file.")
    try:
        handle, draft = tempfile.mkstemp(dir=path.parent, suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            Path(draft).chmod(0o666 & ~_umask())
            Path(draft).replace(path)
        except BaseException:
            Path(draft).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise SrsError(f"{path} cannot be written: {error.strerror}.") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _together(reports: Sequence[Report]) -> Report:
    """Return several reports as one."""
    return Report(
        decks=tuple(name for report in reports for name in report.decks),
        added=tuple(new for report in reports for new in report.added),
        changed=tuple(match for report in reports for match in report.changed),
        moved=tuple(match for report in reports for match in report.moved),
        woken=tuple(match for report in reports for match in report.woken),
        unanswered=tuple(question for report in reports for question in report.unanswered),
    )
