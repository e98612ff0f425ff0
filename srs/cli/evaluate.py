"""`srs evaluate` and `srs optimize`: schedulers against the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from srs.cli.output import json_option, say, write_json
from srs.config import config_path
from srs.config.edit import set_value
from srs.core.settings import Settings
from srs.errors import SrsError, UsageError
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

FSRS = "fsrs"

DECKS = click.argument("decks", nargs=-1, metavar="[DECK]... | [CSV-FILE]")
CSV = click.option(
    "--csv", "file", type=click.Path(path_type=Path, exists=True, dir_okay=False), metavar="FILE",
    help="The file, where a deck has the same name.",
)  # fmt: skip


@click.command("evaluate", epilog="Example: srs evaluate reviews.csv")
@DECKS
@CSV
@click.option(
    "--split/--no-split", default=True, show_default=True,
    help="Also a split in time, in which FSRS is fitted to what was before.",
)  # fmt: skip
@json_option
def evaluate_command(decks: tuple[str, ...], file: Path | None, split: bool, as_json: bool) -> None:
    """Say how well each scheduler would have predicted your answers.

    Log loss and RMSE (bins): lower is better; AUC: 0.5 is guessing, 1 perfect. The first review of
    a card on a later day counts; the average predicts the same chance for every review.

    Your own answers, of all decks or of some, or a log in a file with the columns card_id,
    review_rating (1 to 4) and review_time.
    """
    learner = open_learner()
    file, decks = _source(file, decks)
    reviews, settings = _log(learner, file, decks), _settings(learner, decks)
    names = registry.names()
    with progress("evaluating", len(reviews) * len(names)) as tick:
        found = evaluate.predict(reviews, names, settings, learner.calendar, tick)
    rows = evaluate.whole(reviews, found)
    if not rows:
        raise SrsError(
            "There is no review on a later day to predict yet.", "Review for some days first."
        )
    in_time: list[Row] = []
    if split:
        fit = optimize.fit if optimize.is_installed() else None
        if fit is None:
            click.echo(f"{optimize.MISSING} {optimize.INSTALL}", err=True)
        with progress("fitting", len(reviews) * FOLDS) as tick:
            in_time = evaluate.in_time(reviews, found, settings, learner.calendar, fit, tick)
    if as_json:
        write_json({"all": [_json(row) for row in rows], "split": [_json(r) for r in in_time]})
        return
    say(_table("all reviews", rows))
    if in_time:
        say()
        say(_table("split in time", in_time))


@click.command("optimize", epilog="Example: srs optimize 'ML::Training stacks'")
@DECKS
@CSV
@click.option("--yes", is_flag=True, help="Keep the parameters without asking.")
@json_option
def optimize_command(decks: tuple[str, ...], file: Path | None, yes: bool, as_json: bool) -> None:
    """Fit FSRS to your answers.

    Shows how well FSRS predicts them before and after, and asks whether to keep the parameters in
    the configuration: for the decks that are named and all below them, or for all decks.
    """
    learner = open_learner()
    file, decks = _source(file, decks)
    reviews, settings = _log(learner, file, decks), _settings(learner, decks)
    parameters = optimize.fit(list(reviews.values()))
    with progress("evaluating", 2 * len(reviews)) as tick:
        before, after = (
            replace(_fsrs(reviews, each, learner, tick), name=name)
            for name, each in (
                ("before", settings),
                ("after", replace(settings, fsrs_parameters=parameters)),
            )
        )
    text = " ".join(f"{number:.4f}" for number in parameters)
    if not as_json:
        say(_table(FSRS, [before, after]))
        say(f"fsrs_parameters: {text}")
    kept = yes or (not as_json and click.confirm("Keep them?", default=False))
    if kept:
        _keep(text, decks)
    if as_json:
        write_json(
            {"before": _json(before), "after": _json(after), "parameters": parameters, "kept": kept}
        )


def _source(file: Path | None, decks: tuple[str, ...]) -> tuple[Path | None, tuple[str, ...]]:
    """Return the file that is meant, or else the decks."""
    if file is not None and decks:
        raise UsageError("A log in a file has no decks.", "Leave out DECK, or --csv.")
    if len(decks) == 1 and Path(decks[0]).is_file():
        return Path(decks[0]), ()
    return file, decks


def _log(learner: Learner, file: Path | None, decks: Sequence[str]) -> Log:
    """Return the reviews by card: of a file, or the learner's own of some decks or all."""
    if file is not None:
        return read_csv(file, learner.calendar)
    with reading(learner.engine) as connection:
        chosen = [deck.id for deck in choose(content.all_decks(connection), decks)]
        return dict(log.reviews_by_card(connection, learner.id, chosen))


def _settings(learner: Learner, decks: Sequence[str]) -> Settings:
    """Return the settings of the one deck that is named, or those for all."""
    return learner.config.settings(decks[0] if len(decks) == 1 else "")


def _fsrs(reviews: Log, settings: Settings, learner: Learner, tick: evaluate.Tick) -> Row:
    found = evaluate.predict(reviews, [FSRS], settings, learner.calendar, tick)
    return evaluate.whole(reviews, found)[-1]


def _keep(parameters: str, decks: Sequence[str]) -> None:
    """Write the parameters into the configuration, for some decks and those below, or for all."""
    patterns = [pattern for deck in decks for pattern in (deck, f"{deck}::*")] or [""]
    for pattern in patterns:
        set_value(config_path(), "fsrs_parameters", parameters, pattern)


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
