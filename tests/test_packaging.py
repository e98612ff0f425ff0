"""A wheel, installed elsewhere, holds everything that the program needs."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from program import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a source distribution, as an installer would."""
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (found,) = out.glob("*.whl")
    return found


def test_the_wheel_holds_migrations_decks_and_templates(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    repository = {
        *("srs/_alembic/" + str(p.relative_to(ROOT / "alembic")) for p in files("alembic")),
        *("srs/_decks/" + str(p.relative_to(ROOT / "decks")) for p in files("decks")),
        *(str(p.relative_to(ROOT)) for p in files("srs")),
    }
    assert repository <= names
    assert "alembic/__init__.py" not in names


def files(folder: str) -> list[Path]:
    return [
        path
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]


def test_a_new_user_with_the_wheel_alone(wheel: Path, tmp_path: Path) -> None:
    """A fresh environment with the wheel; the libraries it needs come from this one."""
    env = tmp_path / "env"
    subprocess.run([sys.executable, "-m", "venv", str(env)], check=True)
    scripts = env / ("Scripts" if os.name == "nt" else "bin")
    install = [str(scripts / "python"), "-m", "pip", "install", "--quiet", "--no-deps", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    site = subprocess.run(
        [scripts / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True, capture_output=True, text=True,
    ).stdout.strip()  # fmt: skip
    Path(site, "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")

    def srs(*arguments: str) -> str:
        done = subprocess.run(
            [scripts / "srs", *arguments],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "SRS_DATABASE_URL": f"sqlite:///{tmp_path / 'new' / 'srs.db'}"},
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "added 8" in srs("add", "--samples")
    assert "ML::Training stacks" in srs("due")
    assert "Wrote 8 items" in srs("export", "x.apkg")
    where = [scripts / "python", "-c", "import srs; print(srs.__file__)"]
    shown = subprocess.run(where, check=True, capture_output=True, text=True, cwd=tmp_path)
    assert str(env) in shown.stdout


def test_commands_documented_in_the_readme_exist() -> None:
    import re

    from srs.cli import COMMANDS

    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for command in re.findall(
            r"^\s*(?:\$ )?srs ([a-z][a-z-]*)", page.read_text(), re.MULTILINE
        ):
            assert command in COMMANDS, f"{page.name}: srs {command}"
