"""The note types that our notes have in Anki: fields, templates, looks."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from srs.formats.anki.ids import DEFAULT_DECK

_MADE = 1_796_142_000
"""When the templates last changed, in seconds: Anki takes over a note type if this is newer.

Change it with every change to a template or style. A change to the *fields* needs a new id, or
else Anki refuses the notes of packages that were imported before.
"""

_LATEX_BEFORE = (
    "\\documentclass[12pt]{article}\n\\special{papersize=3in,5in}\n\\usepackage[utf8]{inputenc}\n"
    "\\usepackage{amssymb,amsmath}\n\\pagestyle{empty}\n\\setlength{\\parindent}{0in}\n"
    "\\begin{document}\n"
)
_LATEX_AFTER = "\\end{document}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteType:
    """A note type with one card. The first field says what a note asks, and may not be empty.

    `answer` names the field that the browser of Anki shows as the answer.
    """

    id: int
    name: str
    fields: tuple[str, ...]
    answer: str
    template: str

    def plain(self) -> dict[str, Any]:
        """Return it as it stands in a collection."""
        return {
            "id": self.id,
            "name": self.name,
            "type": 0,
            "mod": _MADE,
            "usn": -1,
            "sortf": 0,
            "did": DEFAULT_DECK,
            "flds": [_field(name, place) for place, name in enumerate(self.fields)],
            "tmpls": [
                {
                    "name": "Card 1",
                    "ord": 0,
                    "qfmt": _part(f"{self.template}-front.html"),
                    "afmt": _part(f"{self.template}-back.html"),
                    "bqfmt": f"{{{{{self.fields[0]}}}}}",
                    "bafmt": f"{{{{{self.answer}}}}}",
                    "did": None,
                    "bfont": "",
                    "bsize": 0,
                }
            ],
            "css": _part("card.css"),
            "latexPre": _LATEX_BEFORE,
            "latexPost": _LATEX_AFTER,
            "latexsvg": False,
            "req": [[0, "any", [0]]],
            "tags": [],
            "vers": [],
        }


CHOICE = NoteType(
    id=1_673_201_870_001,
    name="Multiple choice (srs)",
    fields=(
        "Question",
        "Options",
        "Answer",
        "Verdicts",
        "Explanation",
        "Source",
        "Hints",
        "Item",
    ),
    answer="Answer",
    template="choice",
)
"""One right option of several. `Options` is a list; `Verdicts` the same list with what is right
marked and why; `Item` the whole item as JSON, shown nowhere, for the way back to us."""

BASIC = NoteType(
    id=1_673_201_870_002,
    name="Basic (srs)",
    fields=("Front", "Back", "Explanation", "Source", "Hints", "Item"),
    answer="Back",
    template="basic",
)
"""A question and its answer: Anki's Basic, with what an item may say besides."""

ALL = (CHOICE, BASIC)


def _field(name: str, place: int) -> dict[str, Any]:
    return {
        "name": name,
        "ord": place,
        "sticky": False,
        "rtl": False,
        "font": "Arial",
        "size": 20,
        "media": [],
        "collapsed": name == "Item",
        "plainText": name == "Item",
        "excludeFromSearch": name == "Item",
    }


def _part(name: str) -> str:
    """Read a template, with the script itself where it asks for `choice.js`."""
    folder = files(__package__) / "templates"
    text = (folder / name).read_text("utf-8")
    script = '<script src="choice.js"></script>'
    if script in text:
        code = (folder / "choice.js").read_text("utf-8")
        text = text.replace(script, f"<script>\n{code}</script>")
    return text
