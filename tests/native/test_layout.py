"""The layout classes of the extension module: golden cases, bad options, bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from surtitle._native import LiveLayout, TimedLayout
from surtitle.errors import SurtitleError

GOLDEN = Path(__file__).parents[1] / "golden/layout"


def cases(name: str) -> list[dict[str, Any]]:
    content: list[dict[str, Any]] = json.loads((GOLDEN / name).read_text(encoding="utf-8"))
    return content


def live_step(layout: LiveLayout, step: dict[str, Any]) -> list[dict[str, Any]]:
    if "words" in step:
        return layout.apply(step["words"], step["now_ms"], step.get("withdrawn_ids"))
    return layout.clear() if "clear" in step else layout.tick(step["now_ms"])


@pytest.mark.parametrize("case", cases("live.json"), ids=lambda case: str(case["name"]))
def test_live_captions_are_laid_out_as_the_golden_ones(case: dict[str, Any]) -> None:
    layout = LiveLayout(case.get("options"))
    for step in case["steps"]:
        assert live_step(layout, step) == step["patches"]
    assert layout.rows() == case["shown"]


@pytest.mark.parametrize("case", cases("timed.json"), ids=lambda case: str(case["name"]))
def test_timed_captions_are_laid_out_as_the_golden_ones(case: dict[str, Any]) -> None:
    layout = TimedLayout(case["cues"], case.get("options"), case.get("regions"))
    for step in case["steps"]:
        if "options" in step:
            layout.configure(step["options"])
        assert layout.at(step["at_ms"]) == step["patches"]
    assert layout.shown() == case["shown"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_rows": 5}, "max_rows is 5: give a number from 2 to 4"),
        ({"max_chars": 3}, "max_chars is 3: give a number from 4 to 200"),
        ({"hang_ms": -1}, "hang_ms is -1: give a number from 0 to 3600000"),
        ({"rows": 2}, "unknown field `rows`, expected one of `max_chars`, `max_rows`, `hang_ms`"),
        ({"max_rows": "two"}, "LiveLayout options: "),
    ],
)
def test_a_live_option_that_cannot_be_names_its_key(options: Any, message: str) -> None:
    with pytest.raises(SurtitleError) as raised:
        LiveLayout(options)
    assert message in str(raised.value)


@pytest.mark.parametrize("options", [{"font_percent": 0}, {"aspect_ratio": float("nan")}, {"f": 1}])
def test_a_timed_option_that_cannot_be_names_its_key(options: Any) -> None:
    (key,) = options
    with pytest.raises(SurtitleError, match=key):
        TimedLayout([], options)
    with pytest.raises(SurtitleError, match=key):
        TimedLayout([]).configure(options)


@pytest.mark.parametrize("words", [None, 3, [{"id": -1, "text": "a"}], [{"id": 1}], ["word"]])
def test_words_of_another_shape_are_refused(words: Any) -> None:
    with pytest.raises(SurtitleError, match="words: "):
        LiveLayout().apply(words, 0)


def test_moments_that_are_no_time_show_what_stands_at_the_start() -> None:
    layout = TimedLayout([{"start_ms": 0, "end_ms": 10, "text": "a"}])
    assert [patch["op"] for patch in layout.at(float("nan"))] == ["add_cue"]
    assert layout.at(-1.0) == []
    assert [patch["op"] for patch in layout.at(float("inf"))] == ["remove_cue"]


def test_the_next_change_is_a_start_or_an_end() -> None:
    layout = TimedLayout([{"start_ms": 100, "end_ms": 300, "text": "a"}])
    assert [layout.next_change_ms(time_ms) for time_ms in (0, 100.5, 300)] == [100, 300, None]
