"""Finds the importer or exporter for a file: by the name of its format, its suffix or content."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, cast

from srs.errors import SrsError, UsageError
from srs.formats import Exporter, Importer

IMPORTERS = "srs.importers"
EXPORTERS = "srs.exporters"

_HEAD = 65_536
"""Bytes of a file that an importer gets to recognise its format by."""


def format_names(group: str) -> tuple[str, ...]:
    """Return the names of the formats in an entry point group, sorted, without loading any."""
    return tuple(sorted(entry_points(group=group).names))


def importer_for(path: Path, format_name: str | None = None) -> Importer:
    """Return the importer called `format_name`, or else the one that fits the file best.

    Content and suffix count most, then content, then suffix.

    Raises:
        UsageError: there is no format of that name.
        SrsError: the file cannot be opened, or no importer fits it.
    """
    if format_name:
        return cast("Importer", _load(_named(IMPORTERS, format_name)))
    head, suffix = _head(path), path.suffix.lower()

    def fit(importer: Importer) -> int:
        return 2 * importer.recognises(head) + (suffix in importer.suffixes)

    best: Importer | None = max(_loaded(IMPORTERS), key=fit, default=None)
    if best is None or not fit(best):
        raise _no_format(path, "read", IMPORTERS)
    return best


def exporter_for(path: Path, format_name: str | None = None) -> Exporter:
    """Return the exporter called `format_name`, or else the one for the suffix of the file.

    Raises:
        UsageError: there is no format of that name.
        SrsError: no exporter is for the suffix.
    """
    if format_name:
        return cast("Exporter", _load(_named(EXPORTERS, format_name)))
    suffix = path.suffix.lower()
    exporters: Iterator[Exporter] = _loaded(EXPORTERS)
    for exporter in exporters:
        if suffix in exporter.suffixes:
            return exporter
    raise _no_format(path, "written", EXPORTERS)


def _no_format(path: Path, done: str, group: str) -> SrsError:
    return SrsError(
        f"{path} is in no format that can be {done}.",
        f"Formats: {', '.join(format_names(group)) or 'none'}; choose one with --format.",
    )


def _named(group: str, name: str) -> EntryPoint:
    for entry in entry_points(group=group, name=name):
        return entry
    names = format_names(group)
    close = get_close_matches(name.lower(), names, n=1)
    raise UsageError(
        f"There is no format {name!r}.",
        f"Did you mean {close[0]}?" if close else f"Formats: {', '.join(names) or 'none'}.",
    )


def _loaded(group: str) -> Iterator[Any]:
    """Load the formats of a group one at a time, in the order of their names."""
    for entry in sorted(entry_points(group=group), key=lambda entry: entry.name):
        yield _load(entry)


def _load(entry: EntryPoint) -> Any:
    try:
        return entry.load()
    except (ImportError, AttributeError) as error:
        raise SrsError(
            f"The format {entry.name} cannot be loaded: {error}.",
            "Mend or remove the package that brings it, or choose another with --format.",
        ) from None


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_HEAD)
    except OSError as error:
        raise SrsError(f"{path} cannot be read: {error.strerror}.") from None
