"""What stands in the fields and tags of a note."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from srs.core.item import Basic, Choice, Item, Option, TrueFalse
from srs.core.plain import to_plain
from srs.errors import SrsError
from srs.formats.anki.html import inert, legible, to_html
from srs.formats.anki.notetypes import BASIC, CHOICE, NoteType


def note(item: Item) -> tuple[NoteType, tuple[str, ...]]:
    """Return the note type of an item and the HTML of its fields.

    Raises:
        SrsError: there is no note type for items of its kind.
    """
    match item:
        case Choice():
            return CHOICE, (*_choice_fields(item), *_common_fields(item))
        case Basic():
            fields = to_html(item.question), to_html(item.answer)
            return BASIC, (*fields, *_common_fields(item))
        case _:
            raise SrsError(f"Anki packages cannot hold {item.kind} items yet: {item.question!r}.")


def tags(item: Item) -> tuple[str, ...]:
    """Return the item's tags as Anki can have them: no blanks inside, none twice."""
    written = ("_".join(legible(tag).split()) for tag in item.tags)
    return tuple({tag.casefold(): tag for tag in written if tag}.values())


def _choice_fields(item: Choice) -> tuple[str, str, str, str]:
    options = _laid_out(item)
    return (
        to_html(item.question),
        _list("options", (_row(*option, judged=False) for option in options)),
        "<br>".join(to_html(option.text) for option, _ in options if option.right),
        _list("options judged", (_row(*option, judged=True) for option in options)),
    )


def _common_fields(item: Item) -> tuple[str, str, str, str]:
    hints = [to_html(hint) for hint in item.hints]
    if len(hints) > 1:
        hints = [f"<ol>{''.join(f'<li>{hint}</li>' for hint in hints)}</ol>"]
    return to_html(item.explanation), to_html(item.source), "".join(hints), _item_field(item)


def _item_field(item: Item) -> str:
    """Return the item as JSON that is its own HTML, and that no reader of text can alter.

    All is ASCII, and the signs that HTML or Anki would take for theirs are written as escapes.
    """
    plain = json.dumps(to_plain(item), separators=(",", ":"))
    plain = re.sub(r"[<>&]", lambda sign: f"\\u{ord(sign[0]):04x}", plain)
    return inert(plain, bracket=r"\u005b")


def _laid_out(item: Choice) -> list[tuple[Option, bool]]:
    """Return the options as they stand unshuffled, each with whether it keeps its place.

    Options that speak of those above come last. Nothing moves in a choice of true and false, or
    where an option names others by letter.
    """
    if isinstance(item, TrueFalse) or any(option.names_letters for option in item.options):
        return [(option, True) for option in item.options]
    free = iter(sorted((o for o in item.options if not o.fixed), key=lambda o: o.stays_last))
    placed = [option if option.fixed else next(free) for option in item.options]
    return [(option, option.fixed or option.stays_last) for option in placed]


def _list(name: str, rows: Iterable[str]) -> str:
    """Return an ordered list with letters, which reads well without style or script."""
    return f'<ol type="A" class="{name}">{"".join(rows)}</ol>'


def _row(option: Option, stays: bool, *, judged: bool) -> str:
    """Return an option as a row of the list; `judged` adds whether it is right, and why."""
    place = ' data-stays="1"' if stays else ""
    text = f"<div>{to_html(option.text)}</div>"
    if not judged:
        return f"<li{place}>{text}</li>"
    sign = "✓" if option.right else "✗"
    verdict = "right" if option.right else "wrong"
    why = f'<div class="why">{to_html(option.why)}</div>' if option.why else ""
    return f'<li class="{verdict}"{place}><b class="sign">{sign}</b>{text}{why}</li>'
