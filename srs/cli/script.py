"""`srs next`, `srs answer`, `srs undo`: a review, step by step, for scripts and editors."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from srs.cli.output import card_number, card_state, json_option, say, when, write_json
from srs.cli.reporting import report_faults
from srs.core.card import Card, shuffled
from srs.core.grade import Grade
from srs.core.judge import propose
from srs.core.memory import Outcomes
from srs.errors import SrsError, UsageError
from srs.study import answering, cards, sync
from srs.study.agenda import build_queue, shape_of
from srs.study.learner import open_learner
from srs.study.session import next_due


@click.command("next", epilog="Example: srs next --json 'ML::Training stacks'")
@click.argument("decks", nargs=-1, metavar="[DECK]...")
@click.option(
    "--ahead", type=click.IntRange(0, 3650), default=0, metavar="DAYS", help="Reviews that early."
)
@json_option
def next_command(decks: tuple[str, ...], ahead: int, as_json: bool) -> None:
    """Give the next card of a review, for scripts.

    The card stays where it is until `srs answer` answers it.
    """
    learner = open_learner()
    report_faults(sync.sync(learner))
    moment = learner.moment()
    shape = replace(shape_of(learner, decks), ahead=ahead)
    waiting = build_queue(learner, moment, decks, shape).next(moment.at)
    if waiting is None:
        due = when(next_due(learner, moment, decks))
        if as_json:
            write_json({"card": None, "next_due": due})
        else:
            say(f"Nothing waits. Next: {due}." if due else "Nothing waits.")
        return
    card = answering.find_card(learner, waiting.card_id)
    options = [option.text for option in shuffled(card)]
    if as_json:
        load = answering.load_ahead(learner, moment.day)
        outcomes = answering.outcomes(learner, card, moment, load)
        write_json(
            {
                "card": card.id,
                "item": card.item_id,
                "deck": card.deck,
                "kind": card.item.kind,
                "question": card.prompt.question,
                "options": options,
                "state": card.memory.state.value,
                "outcomes": _outcomes(outcomes),
            }
        )
        return
    say(f"{card.id}  {card.prompt.question}")
    for option in options:
        say(f"  - {option}")


def _outcomes(outcomes: Outcomes) -> dict[str, Any]:
    return {
        grade.word: {"due": when(memory.due), "interval_days": memory.interval}
        for grade, memory in outcomes.items()
    }


@click.command("answer", epilog="Example: srs answer 12 good --json")
@click.argument("card_id", metavar="CARD", type=card_number)
@click.argument("grade", required=False)
@click.option("--option", metavar="TEXT", help="The option chosen, to be graded by the program.")
@click.option("--text", metavar="TEXT", help="The answer typed, to be graded by the program.")
@json_option
def answer_command(
    card_id: int, grade: str | None, option: str | None, text: str | None, as_json: bool
) -> None:
    """Answer a card, for scripts.

    GRADE is again, hard, good or easy, or 1 to 4. Instead of it, --option or --text gives the
    response, and the program grades it; with both, the response is logged under the grade.
    """
    learner = open_learner()
    card = answering.find_card(learner, card_id)
    moment = learner.moment()
    response, correct = _response(card, option, text)
    chosen = _grade(grade, correct, given=option is not None or text is not None)
    load = answering.load_ahead(learner, moment.day)
    number, after = answering.record(
        learner,
        answering.Answer(
            card=card,
            grade=chosen,
            after=answering.outcomes(learner, card, moment, load)[chosen],
            moment=moment,
            response=response,
            correct=correct,
        ),
    )
    if as_json:
        write_json(
            {
                "review": number,
                "grade": int(chosen),
                "correct": correct,
                "explanation": card.item.explanation,
                "card": {"id": card.id, **card_state(after.memory)},
            }
        )
    else:
        say(f"{chosen.word}: due {when(after.memory.due)}")


def _response(card: Card, option: str | None, text: str | None) -> tuple[str, bool | None]:
    """Return the response as it is logged, and whether it is right."""
    if option is not None and text is not None:
        raise UsageError("--option and --text are two answers.", "Give one of them.")
    given = option if option is not None else text
    if given is None:
        return "", None
    options = [shown.text for shown in card.prompt.options]
    if option is not None and option not in options:
        raise UsageError(
            f"Card {card.id} has no option {option!r}.",
            f"Its options: {'; '.join(options)}." if options else "It has no options: use --text.",
        )
    return given, card.item.judge(card.ordinal, given)


def _grade(word: str | None, correct: bool | None, *, given: bool) -> Grade:
    if word is not None:
        return Grade.parse(word)
    if not given:
        raise UsageError("How did it go?", "Give a grade, or --option or --text.")
    if correct is None:
        raise UsageError("Only you can grade this card.", "Give a grade as well.")
    return propose(correct)


@click.command("undo", epilog="Example: srs undo --json")
@json_option
def undo_command(as_json: bool) -> None:
    """Take the last answer or change back.

    Any number of steps, one each time; the memory of the card is what it was, and the review is
    gone from the log.
    """
    learner = open_learner()
    undone = cards.undo(learner)
    if undone is None:
        raise SrsError("There is nothing to take back.")
    if as_json:
        write_json({"undone": undone.action, "cards": list(undone.card_ids)})
    else:
        say(f"Taken back: {undone.action} of card {', '.join(map(str, undone.card_ids))}.")
