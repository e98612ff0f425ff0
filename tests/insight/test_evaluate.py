"""Evaluation and fitting: which reviews count, what may be known before each, and a real log."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from program import ROOT, Srs

from srs.clock import Calendar
from srs.core.grade import Grade
from srs.core.memory import State
from srs.core.review import Kind, Review
from srs.core.settings import Settings
from srs.errors import FaultyFiles, SrsError
from srs.insight import optimize
from srs.insight.csv_log import read_csv
from srs.insight.evaluate import (
    AVERAGE,
    FITTED,
    Chances,
    Counted,
    Log,
    chances,
    fitted,
    in_time,
    predict,
    split,
    whole,
)
from srs.schedulers.fsrs import Fsrs
from srs.schedulers.sm2 import Sm2

CALENDAR = Calendar(UTC)
DATA = Path(os.environ.get("SRS_TEST_DATA", ROOT.parent / "shared" / "data"))
REAL = DATA / "revlog-one-learner.csv"
real = pytest.mark.skipif(
    not REAL.exists(), reason="no real log: SRS_TEST_DATA names no folder with it"
)


def review(card: int, day: int, grade: int, hour: float = 12, **values: object) -> Review:
    at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day, hours=hour)
    fields = {"due": None, "interval": 0, "last_interval": 0, "ease": 0.0, "scheduler": "x"}
    return Review(
        card_id=card, at=at, day=CALENDAR.day(at), grade=Grade(grade) if grade else None,
        state=State.NEW, **(fields | values),  # type: ignore[arg-type]
    )  # fmt: skip


def made(cards: int = 40, days: int = 60) -> dict[int, list[Review]]:
    """A log of cards reviewed every five days, some forgotten."""
    return {
        card: [review(card, day, 1 + (card * day) % 4) for day in range(card % 5, days, 5)]
        for card in range(1, cards + 1)
    }


def counted(reviews: Sequence[Review]) -> list[Counted]:
    return [each for each, _ in chances({1: reviews}, Sm2(), CALENDAR)]


# What counts, and what is predicted


def test_only_the_first_review_of_a_later_day_counts() -> None:
    answers = [(0, 3, 9), (0, 3, 10), (1, 3, 9), (1, 1, 10), (4, 1, 9), (9, 3, 9)]
    found = counted([review(1, day, grade, hour) for day, grade, hour in answers])
    assert [(p.elapsed, p.recalled, p.number, p.lapses) for p in found] == [
        (1, True, 2, 0),
        (3, False, 3, 0),
        (5, True, 4, 1),
    ]


def test_a_later_day_begins_at_the_rollover() -> None:
    assert counted([review(1, 0, 3, 12), review(1, 1, 3, 3.9)]) == []
    assert [each.elapsed for each in counted([review(1, 1, 3, 3.9), review(1, 1, 3, 4.1)])] == [1]


def test_sm2_predicts_by_interval() -> None:
    ((_, chance),) = chances({1: [review(1, 0, 4), review(1, 8, 3)]}, Sm2(), CALENDAR)
    assert chance == pytest.approx(0.9 ** (8 / 4))


def test_a_card_on_a_step_counts_as_one_with_a_day() -> None:
    ((_, chance),) = chances({1: [review(1, 0, 1), review(1, 3, 3)]}, Sm2(), CALENDAR)
    assert chance == pytest.approx(0.9**3)


def test_fsrs_predicts_by_its_library() -> None:
    from fsrs import Card, Rating, Scheduler

    library = Scheduler(enable_fuzzing=False)
    answers = [review(1, 0, 3), review(1, 4, 1), review(1, 9, 3), review(1, 30, 2)]
    card, expected = Card(card_id=1), []
    for each in answers:
        expected.append(library.get_card_retrievability(card, each.at))
        card, _ = library.review_card(card, Rating(int(each.grade or 0)), each.at)
    found = [chance for _, chance in chances({1: answers}, Fsrs(), CALENDAR)]
    assert found == pytest.approx(expected[1:])


def test_practice_does_not_count_and_touches_nothing() -> None:
    reviews = [review(1, 0, 4), review(1, 2, 1, kind=Kind.PRACTICE), review(1, 4, 3)]
    ((each, chance),) = chances({1: reviews}, Sm2(), CALENDAR)
    assert (each.elapsed, each.number, chance) == (4, 2, pytest.approx(0.9))


def test_after_a_reset_a_card_is_new() -> None:
    reviews = [
        review(1, 0, 3), review(1, 1, 1), review(1, 3, 0, kind=Kind.RESET),
        review(1, 4, 4), review(1, 8, 3),
    ]  # fmt: skip
    found = list(chances({1: reviews}, Sm2(), CALENDAR))
    assert [(p.elapsed, p.number, p.lapses) for p, _ in found] == [(1, 2, 0), (4, 2, 0)]
    assert found[1][1] == pytest.approx(0.9)


def test_what_was_moved_by_hand_is_predicted_by_its_new_interval() -> None:
    moved = review(1, 1, 0, kind=Kind.MOVED, due=CALENDAR.day(review(1, 9, 3).at), interval=9)
    ((each, chance),) = chances({1: [review(1, 0, 4), moved, review(1, 9, 3)]}, Sm2(), CALENDAR)
    assert (each.elapsed, chance) == (9, pytest.approx(0.9))


def test_nothing_counts() -> None:
    log = {1: [review(1, 0, 3)]}
    found = predict(log, ["sm2"], Settings(), CALENDAR)
    assert whole(log, found) == []
    assert in_time(log, found, Settings(), CALENDAR) == []


# The split in time


def test_the_split_cuts_in_time_and_covers_all_but_the_first_part() -> None:
    log = made()
    folds = split(log)
    every = sorted((p for c in log.values() for p in counted(c)), key=lambda p: p.review.at)
    assert [len(part) for _, part in folds] == [len(every) // 6] * 5
    assert [*folds[0][0], *(each for _, part in folds for each in part)] == folds[-1][0] + folds[
        -1
    ][1]
    for past, part in folds:
        assert max(p.review.at for p in past) <= min(p.review.at for p in part)


def test_what_is_fitted_has_seen_only_reviews_before() -> None:
    log, seen = made(), []

    def fit(past: Sequence[Sequence[Review]]) -> tuple[float, ...]:
        seen.append(max(r.at for history in past for r in history))
        return ()

    rows = in_time(log, predict(log, ["sm2"], Settings(), CALENDAR), Settings(), CALENDAR, fit)
    assert [row.name for row in rows] == [AVERAGE, "sm2", FITTED]
    assert {row.scores.reviews for row in rows} == {sum(len(part) for _, part in split(log))}
    begins = [part[0].review.at for _, part in split(log)]
    assert [last < begin for last, begin in zip(seen, begins, strict=True)] == [True] * 5
    assert seen == sorted(seen)
    assert len(set(seen)) == 5


@pytest.mark.parametrize("fold", [1, 4])
def test_other_grades_from_a_part_on_change_no_prediction_of_it(fold: int) -> None:
    """With the real fit: the future turned upside down, the predictions before it stay."""
    log = made(40, 60)
    begins = split(log)[fold][1][0].review.at

    def otherwise(each: Review) -> Review:
        return replace(each, grade=Grade.EASY if each.grade is Grade.AGAIN else Grade.AGAIN)

    other = {
        card: [otherwise(r) if r.at >= begins else r for r in reviews]
        for card, reviews in log.items()
    }
    until = begins + timedelta(minutes=1)  # the first day of the part: later ones know its grades

    def found(some: Log) -> list[float]:
        predicted = fitted(some, split(some), Settings(), CALENDAR, optimize.fit)
        return [chance for each, chance in predicted if each.review.at < until]

    def average(some: Log) -> list[float]:
        past, _ = split(some)[fold]
        return [sum(p.recalled for p in past if p.review.at < begins)]

    assert found(log)
    assert found(log) == found(other)
    assert average(log) == average(other)


def test_the_average_of_the_split_is_that_of_the_past() -> None:
    """All is recalled at first and forgotten in the last third: the past predicts that badly."""
    log = {
        card: [review(card, day, 3 if day < 40 else 1) for day in range(60)] for card in range(1, 4)
    }
    first, *_ = in_time(log, {}, Settings(), CALENDAR)
    assert first.scores.log_loss > 1.9 * whole(log, {})[0].scores.log_loss


def test_too_little_to_fit() -> None:
    with pytest.raises(optimize.TooFewReviews, match="too few"):
        optimize.fit([[review(1, 0, 3), review(1, 1, 3)]])
    log = made(4, 50)
    found = predict(log, ["fsrs"], Settings(), CALENDAR)
    rows = in_time(log, found, Settings(), CALENDAR, optimize.fit)
    usual, without_fit = (row.scores.log_loss for row in rows[1:])
    assert without_fit == pytest.approx(usual), "the usual parameters, where there is no fit"


def test_a_fit_explains_better_what_it_is_fitted_to_and_is_accepted() -> None:
    log = made(100, 90)
    parameters = optimize.fit(list(log.values()))
    before, after = (
        whole(log, predict(log, ["fsrs"], each, CALENDAR))[-1].scores.log_loss
        for each in (Settings(), Settings(fsrs_parameters=parameters))
    )
    assert len(parameters) == 21
    assert after < before


def test_both_lives_of_a_reset_card_are_fitted_to() -> None:
    once, lives = [], []
    for card in range(1, 81):
        first = [review(card, day, 1 + (card + day) % 4) for day in (0, 3, 9)]
        second = [review(card, day, 1 + (card * day) % 4) for day in (20, 24, 30)]
        once += [first, second]
        lives.append([*first, review(card, 15, 0, kind=Kind.RESET), *second])
    assert optimize.fit(lives) == optimize.fit(once)


# A real log


@pytest.fixture(scope="module")
def log() -> Log:
    return read_csv(REAL, CALENDAR)


@pytest.fixture(scope="module")
def found(log: Log) -> dict[str, Chances]:
    return predict(log, ["sm2", "sm2-classic", "fsrs"], Settings(), CALENDAR)


@real
def test_a_real_log_gives_the_expected_table(log: Log, found: dict[str, Chances]) -> None:
    """Values found independently, by days from 04:00 UTC; docs/evaluate.md says more of sm2's."""
    rows = {row.name: row.scores for row in whole(log, found)}
    assert {name: round(scores.log_loss, 2) for name, scores in rows.items()} == {
        AVERAGE: 0.53,
        "sm2": 0.54,
        "sm2-classic": 0.57,
        "fsrs": 0.47,
    }
    assert {scores.reviews for scores in rows.values()} == {6276}


@real
def test_fsrs_fitted_to_the_past_of_a_real_log(log: Log, found: dict[str, Chances]) -> None:
    rows = {row.name: row.scores for row in in_time(log, found, Settings(), CALENDAR, optimize.fit)}
    assert round(rows[FITTED].log_loss, 2) <= 0.44
    assert rows[FITTED].log_loss < rows["fsrs"].log_loss < rows["sm2"].log_loss
    assert rows[FITTED].rmse_bins < rows["fsrs"].rmse_bins
    assert {scores.reviews for scores in rows.values()} == {5230}


# Logs in files, and the commands


def test_a_csv_is_read_by_card_and_in_time(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(
        "\ufeffreview_time,card_id,review_rating,review_duration\n"
        "2026-01-02T03:00:00+01:00,b,3,10\n"
        "2026-01-05T00:00:00Z,a,1,10\n"
        "2026-01-01T12:00:00+00:00,b,4,10\n",
        encoding="utf-8",
    )
    assert {
        card: [(r.card_id, r.at.day, r.day.day, r.grade) for r in reviews]
        for card, reviews in read_csv(path, CALENDAR).items()
    } == {
        1: [(1, 1, 1, Grade.EASY), (1, 2, 1, Grade.GOOD)],
        2: [(2, 5, 4, Grade.AGAIN)],
    }


def test_a_csv_that_is_no_log_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(SrsError, match="no column card_id"):
        read_csv(path, CALENDAR)
    head = "card_id,review_rating,review_time\n"
    path.write_text(
        head + "1,3,2026-01-01T00:00:00+00:00\n1,5,2026-01-01T00:00:00Z\n1,3\n1,3,1.1.\n"
    )
    with pytest.raises(FaultyFiles) as caught:
        read_csv(path, CALENDAR)
    assert [fault.line for fault in caught.value.faults] == [3, 4, 5]
    path.write_text(head + "1,3,2026-01-01T00:00:00\n" * 50)
    with pytest.raises(FaultyFiles, match="50 rows are no reviews; the first 20"):
        read_csv(path, CALENDAR)
    path.write_bytes(b"card_id,review_rating,review_time\n\xff\xfe")
    with pytest.raises(SrsError, match="cannot be read"):
        read_csv(path, CALENDAR)


def written(srs: Srs) -> Path:
    path = srs.home / "log.csv"
    lines = ["card_id,review_rating,review_time"]
    for card in range(60):
        for day in range(card % 7, 100, 9):
            at = datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(days=day, seconds=card)
            lines.append(f"{card},{1 + (card + day) % 4},{at.isoformat()}")
    path.write_text("\n".join(lines))
    return path


def test_evaluate(srs: Srs) -> None:
    path = written(srs)
    table = srs.ok("evaluate", path)
    names = ["average", "fsrs", "sm2", "sm2-classic"]
    assert [row["scheduler"] for row in table["all"]] == names
    assert [row["scheduler"] for row in table["split"]] == [*names, "fsrs fitted"]
    assert srs.ok("evaluate", path, "--no-split")["split"] == []
    assert srs("evaluate", "D", "--csv", path).status == 2
    shown = srs("evaluate", "--csv", path, "--no-split")
    assert shown.err == "", "no progress bar where nobody watches"
    assert shown.out.count("log loss") == 1
    assert f"{table['all'][2]['log_loss']:.4f}" in shown.out


def test_optimize_shows_asks_and_keeps(srs: Srs, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(srs)
    found = srs.ok("optimize", path)
    assert (len(found["parameters"]), found["kept"]) == (21, False)
    assert found["after"]["log_loss"] <= found["before"]["log_loss"]
    for answer, kept in ((False, 0), (True, 21)):
        monkeypatch.setattr("click.confirm", lambda *_, answer=answer, **__: answer)
        shown = srs("optimize", path)
        assert shown.out.index("before") < shown.out.index("after")
        assert len(srs.ok("config", "get", "fsrs_parameters")["value"].split()) == kept
    again = srs.ok("optimize", path)
    assert again["before"]["log_loss"] == again["after"]["log_loss"], (
        "what is shown is what is kept"
    )


def test_optimize_keeps_for_a_deck_and_those_below(srs: Srs) -> None:
    rows = "\n".join(f"  - {{question: q{i}, answer: a}}" for i in range(40))
    srs("add", srs.deck(f"deck: D::E\nitems:\n{rows}\n"))
    for day in (2, 3, 7):
        for card in range(1, 41):
            srs.ok("answer", str(card), "good", now=f"2026-03-{day:02}T12:00:00+00:00")
    assert srs.ok("optimize", "d", "--yes")["before"]["reviews"] == 80
    for deck, kept in (("D", 21), ("D::E", 21), ("Other", 0)):
        value = srs.ok("config", "get", "fsrs_parameters", "--deck", deck)["value"]
        assert len(value.split()) == kept


def test_without_the_library(srs: Srs, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(srs)
    monkeypatch.setitem(sys.modules, "fsrs_rs_python", None)
    monkeypatch.setattr(optimize, "is_installed", lambda: False)
    table = srs("evaluate", path)
    assert (table.status, "fitted" in table.out) == (0, False)
    assert "pip install 'srs[optimize]'" in table.err
    failed = srs("optimize", path)
    assert (failed.status, failed.out) == (1, "")
    assert "pip install 'srs[optimize]'" in failed.err


def test_the_learner_s_own_log(srs: Srs) -> None:
    assert srs("evaluate").status == 1
    srs("add", srs.deck("deck: D\nitems:\n  - {question: q, answer: a}\n"))
    for day in (2, 6, 20):
        srs.ok("answer", "1", "easy", now=f"2026-03-{day:02}T12:00:00+00:00")
    rows = srs.ok("evaluate", "D")["all"]
    assert {row["reviews"] for row in rows} == {2}
    assert "no deck" in srs("evaluate", "nowhere.csv").err
