"""Opening the database: which one, how, and at the schema this program knows."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from srs.errors import SrsError, UsageError

HEAD = "0002"
"""The schema this program works with: the last of `alembic/versions`."""

WAIT_S = 30.0
"""So long a writer waits for another one before it gives up."""


def database_url() -> str:
    """Return the database's URL: `SRS_DATABASE_URL`, or that of a file in the data folder."""
    if url := os.environ.get("SRS_DATABASE_URL"):
        return url
    import platformdirs

    return f"sqlite:///{platformdirs.user_data_path('srs', appauthor=False) / 'srs.db'}"


def open_database(url: str | None = None) -> Engine:
    """Open the database at its newest schema, made first where there is none.

    Raises:
        SrsError: it cannot be opened, or a newer program made it.
        UsageError: the URL is none.
    """
    engine = _engine(url or database_url())
    try:
        with engine.connect() as connection:
            revision = _revision(connection)
        if revision != HEAD:
            _migrate(engine, revision)
    except DBAPIError as error:
        raise SrsError(
            f"The database {_shown(engine)} cannot be used: {_reason(error)}.",
            "SRS_DATABASE_URL says which database is used.",
        ) from error
    return engine


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Run one transaction that writes: all of it is kept, or nothing.

    On SQLite it takes the write lock at its beginning, so that what it reads stays true.

    Raises:
        SrsError: the database would not take it.
    """
    try:
        with engine.execution_options(writing=True).begin() as connection:
            yield connection
    except DBAPIError as error:
        raise SrsError(
            f"The database {_shown(engine)} could not be written: {_reason(error)}.",
            "Nothing of this step was saved; what was saved before is safe.",
        ) from error


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Run one transaction that only reads, and sees one state of the database throughout.

    Raises:
        SrsError: the database could not be read.
    """
    try:
        with engine.connect() as connection:
            yield connection
    except DBAPIError as error:
        raise SrsError(
            f"The database {_shown(engine)} could not be read: {_reason(error)}."
        ) from error


@contextmanager
def connect_for_migration() -> Iterator[Connection]:
    """Give alembic's own command line the database that `SRS_DATABASE_URL` names."""
    with _engine(database_url()).begin() as connection:
        yield connection


def _engine(url: str) -> Engine:
    parsed = _parsed(url)
    kind = parsed.get_backend_name()
    if kind == "postgresql":
        return _postgresql(parsed)
    if kind != "sqlite":
        raise UsageError(
            f"SRS_DATABASE_URL names {kind!r}, which srs does not know.",
            "Use sqlite or postgresql+psycopg.",
        )
    if parsed.database and parsed.database != ":memory:":
        _make_folder(Path(parsed.database).parent)
    engine = create_engine(parsed, connect_args={"timeout": WAIT_S})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _parsed(url: str) -> URL:
    try:
        return make_url(url)
    except ArgumentError:
        raise UsageError(
            "SRS_DATABASE_URL is not a database URL.",
            "Write it like sqlite:////home/me/srs.db or postgresql+psycopg://host/name.",
        ) from None


def _postgresql(url: URL) -> Engine:
    try:
        return create_engine(url)
    except (ModuleNotFoundError, NoSuchModuleError) as error:
        raise SrsError(
            f"The driver for {url.drivername} is not installed: {error}.",
            "pip install 'srs[postgres]', and begin the URL with postgresql+psycopg.",
        ) from None


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SrsError(
            f"The folder {folder} for the database cannot be made: {error.strerror}.",
            "SRS_DATABASE_URL can name another place.",
        ) from error


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where SQLAlchemy says, see below
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _migrate(engine: Engine, revision: str | None) -> None:
    """Bring the schema up to date. Alembic takes a third of a second to import: only here."""
    import alembic.command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(_scripts()).replace("%", "%%"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if revision is not None and revision not in known:
        raise SrsError(
            f"The database {_shown(engine)} was made by a newer srs (schema {revision}).",
            "Upgrade srs; the database was not touched.",
        )
    with writing(engine) as connection:
        if _revision(connection) == HEAD:
            return  # another process was quicker
        config.attributes["connection"] = connection
        alembic.command.upgrade(config, "head")


def _scripts() -> Path:
    """Return the folder of the migrations: inside the installed package, else the repository's."""
    package = Path(__file__).parent.parent
    installed = package / "_alembic"
    return installed if installed.is_dir() else package.parent / "alembic"


def _shown(engine: Engine) -> str:
    url = engine.url
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.render_as_string(hide_password=True)


def _reason(error: DBAPIError) -> str:
    said: Any = error.orig or error
    return str(said).strip().splitlines()[0].rstrip(".") if str(said).strip() else "no reason given"
