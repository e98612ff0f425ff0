"""Writes a collection as a package that every version of Anki reads (schema 11)."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from srs.errors import SrsError
from srs.formats.anki.collection import Collection, Row
from srs.formats.anki.ids import DEFAULT_DECK
from srs.formats.anki.notetypes import ALL

_CREATED = 1_577_851_200
"""The collection's first day, 2020-01-01 at 04:00 UTC, in seconds: due days count from it."""

_SCHEMA = """
CREATE TABLE col (id integer PRIMARY KEY, crt integer NOT NULL, mod integer NOT NULL,
  scm integer NOT NULL, ver integer NOT NULL, dty integer NOT NULL, usn integer NOT NULL,
  ls integer NOT NULL, conf text NOT NULL, models text NOT NULL, decks text NOT NULL,
  dconf text NOT NULL, tags text NOT NULL);
CREATE TABLE notes (id integer PRIMARY KEY, guid text NOT NULL, mid integer NOT NULL,
  mod integer NOT NULL, usn integer NOT NULL, tags text NOT NULL, flds text NOT NULL,
  sfld integer NOT NULL, csum integer NOT NULL, flags integer NOT NULL, data text NOT NULL);
CREATE TABLE cards (id integer PRIMARY KEY, nid integer NOT NULL, did integer NOT NULL,
  ord integer NOT NULL, mod integer NOT NULL, usn integer NOT NULL, type integer NOT NULL,
  queue integer NOT NULL, due integer NOT NULL, ivl integer NOT NULL, factor integer NOT NULL,
  reps integer NOT NULL, lapses integer NOT NULL, left integer NOT NULL, odue integer NOT NULL,
  odid integer NOT NULL, flags integer NOT NULL, data text NOT NULL);
CREATE TABLE revlog (id integer PRIMARY KEY, cid integer NOT NULL, usn integer NOT NULL,
  ease integer NOT NULL, ivl integer NOT NULL, lastIvl integer NOT NULL, factor integer NOT NULL,
  time integer NOT NULL, type integer NOT NULL);
CREATE TABLE graves (usn integer NOT NULL, oid integer NOT NULL, type integer NOT NULL);
CREATE INDEX ix_notes_usn ON notes (usn);
CREATE INDEX ix_cards_usn ON cards (usn);
CREATE INDEX ix_revlog_usn ON revlog (usn);
CREATE INDEX ix_cards_nid ON cards (nid);
CREATE INDEX ix_cards_sched ON cards (did, queue, due);
CREATE INDEX ix_revlog_cid ON revlog (cid);
CREATE INDEX ix_notes_csum ON notes (csum);
"""

_CONFIGURATION: dict[str, Any] = {
    "schedVer": 2,
    "sched2021": True,
    "creationOffset": 0,
    "localOffset": 0,
    "rollover": 4,
    "activeDecks": [DEFAULT_DECK],
    "curDeck": DEFAULT_DECK,
    "newSpread": 0,
    "collapseTime": 1200,
    "timeLim": 0,
    "estTimes": True,
    "dueCounts": True,
    "sortType": "noteFld",
    "sortBackwards": False,
    "addToCur": True,
    "dayLearnFirst": False,
}

_PRESET: dict[str, Any] = {
    "id": 1,
    "name": "Default",
    "mod": 0,
    "usn": 0,
    "maxTaken": 60,
    "autoplay": True,
    "timer": 0,
    "replayq": True,
    "dyn": False,
    "new": {
        "bury": False,
        "delays": [1.0, 10.0],
        "initialFactor": 2500,
        "ints": [1, 4, 0],
        "order": 1,
        "perDay": 20,
    },
    "rev": {
        "bury": False,
        "ease4": 1.3,
        "ivlFct": 1.0,
        "maxIvl": 36_500,
        "perDay": 200,
        "hardFactor": 1.2,
    },
    "lapse": {"delays": [10.0], "leechAction": 1, "leechFails": 8, "minInt": 1, "mult": 0.0},
}


def write_package(collection: Collection, path: Path) -> None:
    """Write the package to `path`, whole or not at all; what stood there is replaced.

    Raises:
        SrsError: the file cannot be written.
    """
    try:
        _refuse_what_is_no_file(path)
        # In the same folder, so that the finished file can take its place in one step.
        with TemporaryDirectory(prefix=".srs-", dir=path.parent) as folder:
            database = Path(folder) / "collection.anki2"
            archive = Path(folder) / "deck.apkg"
            _write_database(collection, database)
            _write_archive(archive, {"collection.anki2": database.read_bytes(), "media": b"{}"})
            archive.replace(path)
    except (OSError, sqlite3.Error) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise SrsError(f"{path} cannot be written: {reason}.") from None


def _refuse_what_is_no_file(path: Path) -> None:
    """Leave folders and devices alone: the finished file would take their place."""
    if path.exists() and not path.is_file():
        raise SrsError(f"{path} cannot be written: it is not a file.", "Name another file.")


def _write_database(collection: Collection, path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA journal_mode = off")
        connection.executescript(_SCHEMA)
        _insert(connection, "col", [_collection_row(collection)])
        _insert(connection, "notes", collection.notes)
        _insert(connection, "cards", collection.cards)


def _insert(connection: sqlite3.Connection, table: str, rows: Sequence[Row]) -> None:
    if rows:
        places = ", ".join("?" * len(rows[0]))
        connection.executemany(f"INSERT INTO {table} VALUES ({places})", rows)  # noqa: S608


def _collection_row(collection: Collection) -> Row:
    return (
        1,
        _CREATED,
        collection.modified * 1000,
        collection.modified * 1000,
        11,
        0,
        0,
        0,
        _json(_CONFIGURATION),
        _json({str(kind.id): kind.plain() for kind in ALL}),
        _json({str(number): _deck(number, name) for number, name in collection.decks.items()}),
        _json({"1": _PRESET}),
        "{}",
    )


def _deck(number: int, name: str) -> dict[str, Any]:
    return {
        "id": number,
        "name": name,
        "mod": 0,
        "usn": -1,
        "desc": "",
        "dyn": 0,
        "conf": 1,
        "collapsed": False,
        "browserCollapsed": False,
        "extendNew": 0,
        "extendRev": 0,
        **{f"{count}Today": [0, 0] for count in ("new", "lrn", "rev", "time")},
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _write_archive(path: Path, members: dict[str, bytes]) -> None:
    """Write a zip file in which nothing speaks of the time or the machine it was made on."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            info = zipfile.ZipInfo(name)
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, data, zipfile.ZIP_DEFLATED)
