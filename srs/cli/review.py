"""`srs review` and `srs quiz`: the commands that take over the screen."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from srs.cli.reporting import report_faults
from srs.core.card import Card
from srs.core.settings import DueOrder
from srs.errors import FaultyFiles, SrsError, UsageError

FIRST_STEPS = (
    "There is no deck yet. srs add PATH takes a deck file or a folder of them;\n"
    "srs add --samples takes the decks that come with the program."
)


@click.command("review", epilog="Example: srs review 'ML::Training stacks' --limit 20")
@click.argument("decks", nargs=-1, metavar="[DECK]...")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Ask at most N cards.")
@click.option(
    "--order", type=click.Choice([order.value for order in DueOrder]), help="Order of due cards."
)
@click.option(
    "--ahead", type=click.IntRange(0, 3650), default=0, metavar="DAYS", help="Reviews that early."
)
def review_command(
    decks: tuple[str, ...], limit: int | None, order: str | None, ahead: int
) -> None:
    """Review what is due, a key at a time.

    Deck files that changed are read first. Every answer is saved as it is given; leaving early
    loses nothing. In a session, ? shows the keys.
    """
    require_terminal("srs review", "srs next and srs answer are for scripts.")
    from srs.study import sync
    from srs.study.agenda import shape_of
    from srs.study.learner import open_learner
    from srs.study.session import Session
    from srs.ui.terminal import TerminalScreen

    learner = open_learner()
    report_faults(sync.sync(learner))
    if not sync.has_decks(learner):
        raise SrsError(FIRST_STEPS)
    shape = replace(shape_of(learner, decks), limit=limit, ahead=ahead)
    if order:
        shape = replace(shape, order=DueOrder(order))
    with TerminalScreen() as screen:
        summary = Session(learner, screen, decks, shape).run()
    if summary.answered:
        click.echo(f"{summary.answered} answered, {summary.right} right.")


@click.command("quiz", epilog="Example: srs quiz decks/deepspeed-megatron.yaml")
@click.argument("deck", metavar="FILE-or-DECK")
def quiz_command(deck: str) -> None:
    """Take a quiz now; no schedule is touched.

    Every question of a deck file, or of a deck that is known, in a new order of its options, with
    the explanations as you go and the score at the end.
    """
    require_terminal("srs quiz", "srs show prints the questions.")
    from srs.study.practice import quiz
    from srs.ui.terminal import TerminalScreen

    path = Path(deck)
    cards = _cards_in_file(path) if path.is_file() else _cards_known(deck)
    if not cards:
        raise SrsError(f"No question in {deck} has an answer yet.", "Fill the answers in first.")
    with TerminalScreen() as screen:
        summary = quiz(cards, screen)
    click.echo(f"{summary.right} of {summary.answered} right.")


def _cards_in_file(path: Path) -> list[Card]:
    from srs.decks.read import read_deck
    from srs.study.practice import cards_of

    file = read_deck(path)
    if file.deck is None:
        raise FaultyFiles(file.faults)
    return cards_of(file.deck)


def _cards_known(name: str) -> list[Card]:
    from srs.study.agenda import deck_cards
    from srs.study.learner import open_learner

    return deck_cards(open_learner(), name)


def require_terminal(command: str, instead: str) -> None:
    """Refuse to run where nobody can press a key.

    Raises:
        UsageError: standard input or output is no terminal.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(f"{command} needs a terminal to ask on.", instead)
