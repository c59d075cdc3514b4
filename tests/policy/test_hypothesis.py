from __future__ import annotations

import random
from math import inf, nan

import pytest

from surtitle.policy import HypothesisError
from surtitle.policy.hypothesis import CloseReason, parse_hypothesis


def given(**changes: object) -> dict[str, object]:
    words = [{"text": "one", "start_s": 1.0, "end_s": 1.5, "confidence": 0.5}]
    whole: dict[str, object] = {
        "segment": 3,
        "revision": 7,
        "start_s": 1.0,
        "end_s": 3.0,
        "final": False,
        "words": words,
    }
    return whole | changes


def word(text: str, start_s: object, end_s: object) -> dict[str, object]:
    return {"text": text, "start_s": start_s, "end_s": end_s}


def test_a_sound_hypothesis_is_taken_as_it_is() -> None:
    mended = parse_hypothesis(given(reason="cut"))
    hypothesis = mended.hypothesis
    assert (hypothesis.segment, hypothesis.revision, hypothesis.final) == (3, 7, False)
    assert hypothesis.reason is CloseReason.CUT
    assert [(w.text, w.start_s, w.end_s, w.confidence) for w in hypothesis.words] == [
        ("one", 1.0, 1.5, 0.5)
    ]
    assert (mended.times, mended.blanks) == (0, 0)


@pytest.mark.parametrize("reason", ["pause", "cut", "end", None])
def test_every_reason_of_the_segmenter_is_known(reason: str | None) -> None:
    parsed = parse_hypothesis(given(reason=reason)).hypothesis.reason
    assert (parsed.value if parsed else None) == reason


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("segment", -1),
        ("segment", "0"),
        ("segment", 1.5),
        ("segment", True),
        ("revision", None),
        ("final", 1),
        ("start_s", "0"),
        ("end_s", True),
        ("words", None),
        ("words", "one two"),
        ("words", ["one"]),
        ("words", [{"text": 1, "start_s": 0, "end_s": 1}]),
        ("words", [{"text": "one", "end_s": 1}]),
        ("reason", "tired"),
        ("reason", 1),
        ("reason", ["cut"]),
    ],
)
def test_a_wrong_type_is_an_error_that_names_the_key(key: str, value: object) -> None:
    name = "word|start_s|text" if key == "words" else key
    with pytest.raises(HypothesisError, match=name):
        parse_hypothesis(given(**{key: value}))


@pytest.mark.parametrize("key", ["segment", "revision", "start_s", "end_s", "words"])
def test_a_missing_key_is_an_error_that_names_it(key: str) -> None:
    whole = given()
    del whole[key]
    with pytest.raises(HypothesisError, match=key):
        parse_hypothesis(whole)


@pytest.mark.parametrize(
    ("start_s", "end_s", "expected"),
    [
        (nan, 2.0, (1.0, 2.0)),
        (None, 2.0, (1.0, 2.0)),
        (-4.0, 2.0, (1.0, 2.0)),
        (1e300, 2.0, (1.0, 2.0)),
        (10**400, 2.0, (1.0, 2.0)),
        (1.0, inf, (1.0, 1.5)),
        (1.0, 0.5, (1.0, 1.5)),
        (nan, nan, (1.0, 1.5)),
    ],
)
def test_an_absurd_span_is_taken_from_the_words(
    start_s: object, end_s: object, expected: tuple[float, float]
) -> None:
    mended = parse_hypothesis(given(start_s=start_s, end_s=end_s))
    assert (mended.hypothesis.start_s, mended.hypothesis.end_s) == expected
    assert mended.times >= 1


def test_words_with_absurd_times_are_put_where_they_make_sense() -> None:
    words = [
        word("nan", nan, nan),
        word("backwards", 2.0, 1.2),
        word("early", -5.0, 2.2),
        word("late", 2.5, 99.0),
        word("null", None, None),
    ]
    mended = parse_hypothesis(given(words=words))
    times = [(w.start_s, w.end_s) for w in mended.hypothesis.words]
    assert times == [(1.0, 1.0), (2.0, 2.0), (2.0, 2.2), (2.5, 3.0), (2.5, 2.5)]
    assert mended.times == 5


def test_a_word_a_frame_past_its_segment_is_clamped_without_being_counted() -> None:
    mended = parse_hypothesis(given(words=[word("one", 0.98, 3.02)]))
    assert (mended.hypothesis.words[0].start_s, mended.hypothesis.words[0].end_s) == (1.0, 3.0)
    assert mended.times == 0


def test_blank_words_are_dropped_and_counted_and_spaces_inside_are_single() -> None:
    words = [word(" ", 1, 1), word("", 1, 1), word(" New \n York ", 1, 2)]
    mended = parse_hypothesis(given(words=words))
    assert [w.text for w in mended.hypothesis.words] == ["New York"]
    assert mended.blanks == 2


@pytest.mark.parametrize(
    ("value", "expected"), [(2, 1.0), (-1, 0.0), (nan, None), (None, None), (0.25, 0.25)]
)
def test_confidence_is_between_nought_and_one_or_unknown(
    value: object, expected: float | None
) -> None:
    parsed = parse_hypothesis(given(words=[word("one", 1, 2) | {"confidence": value}]))
    assert parsed.hypothesis.words[0].confidence == expected


def test_whatever_the_numbers_times_come_out_finite_and_in_order() -> None:
    dice = random.Random(20261130)
    odd = [nan, inf, -inf, -1.0, 0.0, 1e9, -1e-9, 0.3, 2.0, 5.5]

    def any_time() -> float:
        return dice.choice(odd) if dice.random() < 0.5 else dice.uniform(0, 6)

    for _ in range(2000):
        words = [word("w", any_time(), any_time()) for _ in range(dice.randrange(6))]
        hypothesis = parse_hypothesis(
            given(start_s=any_time(), end_s=any_time(), words=words)
        ).hypothesis
        floor_s = hypothesis.start_s
        assert 0 <= hypothesis.start_s <= hypothesis.end_s < inf
        for parsed in hypothesis.words:
            assert floor_s <= parsed.start_s <= parsed.end_s <= hypothesis.end_s
            floor_s = parsed.start_s
