"""`srs evaluate` and `srs optimize`: schedulers against the log."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from srs.cli.output import json_option, say, write_json
from srs.config import config_path
from srs.config.edit import set_value
from srs.errors import SrsError
from srs.insight import evaluate, optimize
from srs.insight.csv_log import read_csv
from srs.insight.evaluate import FOLDS, Log, Row
from srs.schedulers import registry
from srs.storage import content, log
from srs.storage.database import reading
from srs.study.agenda import choose
from srs.study.learner import Learner, open_learner
from srs.ui.progress import progress
from srs.ui.tables import table

CSV = click.option(
    "--csv", "file", type=click.Path(path_type=Path, exists=True, dir_okay=False), metavar="FILE",
    help="A log in a file: card_id, review_rating, review_time.",
)  # fmt: skip


def _log(learner: Learner, file: Path | None, decks: Sequence[str]) -> Log:
    """Return the reviews by card: of a file, or the learner's own of some decks."""
    if file is not None:
        return read_csv(file, learner.calendar)
    with reading(learner.engine) as connection:
        chosen = [deck.id for deck in choose(content.all_decks(connection), decks)]
        return {
            card: evaluate.answers_only(reviews)
            for card, reviews in log.reviews_by_card(connection, learner.id, chosen)
        }


@click.command("evaluate", epilog="Example: srs evaluate --split")
@click.argument("decks", nargs=-1, metavar="[DECK]...")
@CSV
@click.option("--split", is_flag=True, help="Also FSRS fitted to the past, on a split in time.")
@json_option
def evaluate_command(decks: tuple[str, ...], file: Path | None, split: bool, as_json: bool) -> None:
    """Say how well each scheduler would have predicted your answers.

    Log loss and RMSE (bins): lower is better; AUC: 0.5 is guessing, 1 perfect. The first review of
    a card on a later day counts; the average says always the same.
    """
    learner = open_learner()
    reviews = _log(learner, file, decks)
    settings = learner.config.settings(decks[0] if len(decks) == 1 else "")
    names = registry.names()
    with progress("evaluating", len(reviews) * len(names)) as tick:
        rows = evaluate.evaluate(reviews, names, settings, learner.calendar, tick)
    if not rows:
        raise SrsError(
            "There is no review on a later day to predict yet.", "Review for some days first."
        )
    in_time: list[Row] = []
    if split:
        with progress("split in time", len(reviews) * (len(names) + FOLDS)) as tick:
            in_time = evaluate.evaluate_in_time(
                reviews, names, settings, learner.calendar, optimize.fit, tick
            )
    if as_json:
        write_json({"all": [_json(row) for row in rows], "split": [_json(r) for r in in_time]})
        return
    say(_table("all reviews", rows))
    if in_time:
        say()
        say(_table("split in time", in_time))


def _json(row: Row) -> dict[str, Any]:
    return {
        "scheduler": row.name,
        "reviews": row.scores.reviews,
        "log_loss": round(row.scores.log_loss, 4),
        "rmse_bins": round(row.scores.rmse_bins, 4),
        "auc": None if row.scores.auc is None else round(row.scores.auc, 4),
    }


def _table(what: str, rows: Sequence[Row]) -> str:
    shown = [
        (
            row.name,
            f"{row.scores.log_loss:.4f}",
            f"{row.scores.rmse_bins:.4f}",
            "-" if row.scores.auc is None else f"{row.scores.auc:.4f}",
            row.scores.reviews,
        )
        for row in rows
    ]
    return table((what, "log loss", "RMSE (bins)", "AUC", "reviews"), shown)


@click.command("optimize", epilog="Example: srs optimize 'ML::*'")
@click.argument("decks", nargs=-1, metavar="[DECK]...")
@CSV
@click.option("--yes", is_flag=True, help="Keep the parameters without asking.")
@json_option
def optimize_command(decks: tuple[str, ...], file: Path | None, yes: bool, as_json: bool) -> None:
    """Fit FSRS to your answers.

    Shows how well FSRS predicts them before and after, and asks whether the parameters are to be
    kept in the configuration: for the deck that is named, or for all.
    """
    learner = open_learner()
    reviews = _log(learner, file, decks)
    settings = learner.config.settings(decks[0] if len(decks) == 1 else "")
    found = optimize.fit(list(reviews.values()))
    with progress("evaluating", 2 * len(reviews)) as tick:
        before, after = (
            evaluate.evaluate(reviews, ["fsrs"], each, learner.calendar, tick)[-1]
            for each in (settings, optimize.with_parameters(settings, found))
        )
    kept = yes
    text = " ".join(f"{number:.4f}" for number in found)
    if not as_json:
        say(_table("fsrs", [Row("before", before.scores), Row("after", after.scores)]))
        say(f"fsrs_parameters: {text}")
        kept = yes or click.confirm("Keep them?", default=False)
    if kept:
        set_value(config_path(), "fsrs_parameters", text, decks[0] if len(decks) == 1 else "")
    if as_json:
        write_json(
            {"before": _json(before), "after": _json(after), "parameters": found, "kept": kept}
        )
