from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from surtitle.bench.latency.compare import CompareError, compare, lines, read
from surtitle.bench.latency.figures import to_json
from surtitle.bench.latency.record import Run


def test_twice_the_delay_has_the_ratio_two(make_run: Callable[..., Run]) -> None:
    ratios = {one.figure: one for one in compare(to_json(make_run(100)), to_json(make_run(200)))}
    stable = ratios["stable p50"]
    assert stable.ratio == pytest.approx(2, abs=0.1)
    assert stable.low <= 2 <= stable.high + 0.05
    assert stable.beyond_noise
    assert ratios["flicker"].ratio == 1


def test_a_run_beside_itself_is_within_noise(make_run: Callable[..., Run]) -> None:
    document = to_json(make_run(100))
    ratios = compare(document, document)
    assert ratios
    assert not any(one.beyond_noise for one in ratios)
    assert all("within noise" in line for line in lines(ratios)[1:])


def test_runs_of_other_clips_cannot_be_compared(make_run: Callable[..., Run]) -> None:
    other = to_json(make_run(100))
    for clip in other["clips"]:
        clip["id"] += "b"
    with pytest.raises(CompareError, match="no clip in common"):
        compare(to_json(make_run(100)), other)


def test_a_few_clips_are_too_few_for_an_interval(make_run: Callable[..., Run]) -> None:
    document = to_json(make_run(100, clips=2))
    with pytest.raises(CompareError, match="2 clips in common"):
        compare(document, document)


@pytest.mark.parametrize("text", ["", "[]", '{"schema": 2}', '{"schema": 1}'])
def test_a_file_that_is_no_run_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(text, "utf-8")
    with pytest.raises(CompareError, match=r"other\.json is not a run"):
        read(path)


def test_a_file_without_a_newer_figure_is_compared_in_the_others(
    make_run: Callable[..., Run],
) -> None:
    older = to_json(make_run(100))
    for clip in older["clips"]:
        del clip["shown_errors"]
    figures = {one.figure for one in compare(older, to_json(make_run(100)))}
    assert "shown_wer" not in figures
    assert "stable p50" in figures
