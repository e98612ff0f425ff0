"""The registry: names without imports, and the format that fits a file."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from srs.errors import SrsError, UsageError
from srs.formats import plain_text, registry

QUIZ = "1. Capital of Canada?\n- Ottawa\n- Toronto\n"

SHEET = """
suffixes = (".sheet",)
def recognises(head): return head.startswith(b"SHEET")
def read(path): raise NotImplementedError
def write(items, path): raise NotImplementedError
"""


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Ours and a stranger's `sheet` format, found as packages announce them."""
    (tmp_path / "their_sheet.py").write_text(SHEET)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "their_sheet", raising=False)
    known = [
        ("plain-text", "srs.formats.plain_text", registry.IMPORTERS),
        ("sheet", "their_sheet", registry.IMPORTERS),
        ("sheet", "their_sheet", registry.EXPORTERS),
        ("broken", "nowhere.at.all", "srs.broken"),
    ]
    points = EntryPoints(EntryPoint(*values) for values in known)
    monkeypatch.setattr(registry, "entry_points", lambda **chosen: points.select(**chosen))


@pytest.mark.usefixtures("installed")
class TestImporters:
    def test_the_names_are_listed_without_loading(self) -> None:
        assert registry.format_names(registry.IMPORTERS) == ("plain-text", "sheet")
        assert "their_sheet" not in sys.modules

    def test_a_name_loads_that_format_alone(self, tmp_path: Path) -> None:
        importer = registry.importer_for(tmp_path / "absent", "plain-text")
        assert importer is plain_text
        assert "their_sheet" not in sys.modules

    @pytest.mark.parametrize(
        ("file", "content", "module"),
        [
            ("quiz.txt", QUIZ, "srs.formats.plain_text"),
            ("QUIZ.TXT", QUIZ, "srs.formats.plain_text"),
            ("quiz.unknown", QUIZ, "srs.formats.plain_text"),  # by content
            ("quiz.sheet", "SHEET", "their_sheet"),
            ("quiz.txt", "SHEET", "their_sheet"),  # content before suffix
            ("quiz.sheet", QUIZ, "srs.formats.plain_text"),
            ("quiz.txt", "nothing", "srs.formats.plain_text"),  # its error is the better one
        ],
    )
    def test_suffix_and_content_choose(
        self, tmp_path: Path, file: str, content: str, module: str
    ) -> None:
        path = tmp_path / file
        path.write_text(content)
        assert registry.importer_for(path).__name__ == module  # type: ignore[attr-defined]

    def test_where_nothing_fits_the_formats_are_listed(self, tmp_path: Path) -> None:
        path = tmp_path / "picture.png"
        path.write_bytes(b"\x89PNG\0")
        with pytest.raises(SrsError, match=r"picture\.png is in no format") as caught:
            registry.importer_for(path)
        assert "plain-text, sheet" in caught.value.hint

    def test_an_unknown_name_is_wrong_usage(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match="'plaintext'") as caught:
            registry.importer_for(tmp_path / "quiz.txt", "plaintext")
        assert caught.value.hint == "Did you mean plain-text?"
        with pytest.raises(UsageError) as caught:
            registry.importer_for(tmp_path / "quiz.txt", "zzz")
        assert caught.value.hint == "Formats: plain-text, sheet."

    @pytest.mark.parametrize("name", ["absent.txt", "."])
    def test_a_file_that_cannot_be_opened_is_one_sentence(self, tmp_path: Path, name: str) -> None:
        with pytest.raises(SrsError, match="cannot be read: "):
            registry.importer_for(tmp_path / name)

    def test_a_format_that_does_not_load_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(registry, "IMPORTERS", "srs.broken")
        with pytest.raises(SrsError, match=r"The format broken cannot be loaded: .*nowhere"):
            registry.importer_for(Path("quiz.txt"), "broken")


@pytest.mark.usefixtures("installed")
class TestExporters:
    def test_the_suffix_chooses(self) -> None:
        exporter = registry.exporter_for(Path("deck.SHEET"))
        assert exporter.__name__ == "their_sheet"  # type: ignore[attr-defined]

    def test_a_name_goes_before_the_suffix(self) -> None:
        exporter = registry.exporter_for(Path("deck.other"), "sheet")
        assert exporter.__name__ == "their_sheet"  # type: ignore[attr-defined]

    def test_an_unknown_suffix_lists_the_formats(self) -> None:
        with pytest.raises(SrsError, match="in no format that can be written") as caught:
            registry.exporter_for(Path("deck.docx"))
        assert "Formats: sheet" in caught.value.hint

    def test_an_unknown_name_is_wrong_usage(self) -> None:
        with pytest.raises(UsageError) as caught:
            registry.exporter_for(Path("deck.sheet"), "shete")
        assert caught.value.hint == "Did you mean sheet?"


def test_importing_the_registry_imports_no_format() -> None:
    code = "import sys, srs.formats.registry; print([m for m in sys.modules if 'formats.' in m])"
    root = Path(registry.__file__).parents[2]
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "['srs.formats.registry']"
