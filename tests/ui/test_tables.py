"""Tables of plain text."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from srs.ui import tables
from srs.ui.tables import table

ROWS = [("list[int]", 5, None), ("日本", 12, "a\nb\x1b[31m"), ("x" * 60, 0, "y" * 30)]


def test_into_a_pipe_everything_goes_whole() -> None:
    lines = table(("deck", "new", "note"), ROWS).split("\n")
    assert lines[0] == "deck".ljust(60) + "  new  note"
    assert lines[1] == "list[int]".ljust(60) + "    5"
    assert lines[2] == "日本" + " " * 56 + "   12  a b␛[31m"
    assert lines[3] == "x" * 60 + "    0  " + "y" * 30


def test_a_table_without_rows_has_its_headings() -> None:
    assert table(("deck", "new"), []) == "deck  new"


@pytest.mark.parametrize("width", [100, 60, 40, 24])
def test_on_a_terminal_lines_fit(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", str(width))
    lines = table(("deck", "new", "note"), ROWS).split("\n")
    assert max(map(cell_len, lines)) <= width
    assert "12" in lines[2]
    assert ("…" in lines[3]) == (width < 97)


@given(st.lists(st.tuples(st.text(), st.integers(), st.text()), max_size=5), st.integers(20, 90))
def test_no_text_breaks_a_table(rows: list[tuple[str, int, str]], width: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables.sys.stdout, "isatty", lambda: True)
        patch.setenv("COLUMNS", str(width))
        lines = table(("deck", "new", "note"), rows).split("\n")
    assert len(lines) == len(rows) + 1
    assert not set("".join(lines)) & set("\x1b\x07\r\n\t\x9b")
