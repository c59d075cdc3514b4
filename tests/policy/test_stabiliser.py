from __future__ import annotations

from typing import TYPE_CHECKING

from surtitle.policy import PrefixAgreement, SessionOptions
from surtitle.policy.hypothesis import parse_hypothesis
from surtitle.policy.stabiliser import Ignored, Stabiliser, Step

if TYPE_CHECKING:
    from tests.policy.conftest import Said


class Stream:
    """A stabiliser, driven by texts."""

    def __init__(self, said: Said) -> None:
        self._said = said
        self.stabiliser = Stabiliser(PrefixAgreement(), SessionOptions(last_word_wait_s=0))

    def push(
        self, text: str, segment: int, revision: int, *, final: bool = False, start_s: float = 0.0
    ) -> Step:
        given = self._said(text, segment=segment, revision=revision, final=final, start_s=start_s)
        return self.stabiliser.push(parse_hypothesis(given).hypothesis)

    @property
    def text(self) -> str:
        return " ".join(shown.word.text for shown in self.stabiliser.shown)

    def counted(self) -> dict[str, int]:
        return {name: n for name, n in self.stabiliser.counters.items() if n}


def test_a_hypothesis_out_of_order_is_ignored_and_counted(said: Said) -> None:
    stream = Stream(said)
    stream.push("one two three", 0, 5)
    assert stream.push("one", 0, 4).ignored is Ignored.STALE
    assert stream.text == "one two three"
    assert stream.counted() == {"ignored_stale": 1}


def test_a_repeated_hypothesis_is_no_second_vote(said: Said) -> None:
    stream = Stream(said)
    stream.push("one two", 0, 1)
    assert stream.push("one two", 0, 1).ignored is Ignored.STALE
    assert not any(shown.committed for shown in stream.stabiliser.shown)


def test_a_hypothesis_for_a_closed_segment_is_ignored_and_counted(said: Said) -> None:
    stream = Stream(said)
    stream.push("one", 0, 0, final=True)
    assert stream.push("one two", 0, 1).ignored is Ignored.CLOSED
    assert stream.push("one two", 0, 2, final=True).ignored is Ignored.CLOSED
    stream.push("three", 1, 0, start_s=2)
    assert stream.push("two", 0, 3).ignored is Ignored.CLOSED
    assert stream.text == "three"
    assert stream.counted() == {"ignored_closed": 3}


def test_an_interim_hypothesis_without_words_says_nothing(said: Said) -> None:
    stream = Stream(said)
    stream.push("one two", 0, 0)
    assert stream.push("", 0, 1).ignored is Ignored.EMPTY
    assert stream.text == "one two"
    assert stream.counted() == {"ignored_empty": 1}


def test_a_final_hypothesis_without_words_withdraws_what_was_shown(said: Said) -> None:
    stream = Stream(said)
    stream.push("you", 0, 0)
    step = stream.push("", 0, 1, final=True)
    assert step.change.gone == (1,)
    assert [closed.words for closed in step.closed] == [()]


def test_a_later_segment_closes_the_open_one_with_the_words_it_shows(said: Said) -> None:
    stream = Stream(said)
    stream.push("one two", 0, 0)
    step = stream.push("three", 1, 0, start_s=2)
    (closed,) = step.closed
    assert [(shown.word.text, shown.committed) for shown in closed.words] == [
        ("one", True),
        ("two", True),
    ]
    assert stream.counted() == {"implied_finals": 1}


def test_an_empty_interim_of_a_later_segment_does_not_close_the_open_one(said: Said) -> None:
    stream = Stream(said)
    stream.push("one two", 0, 0)
    assert stream.push("", 1, 0).closed == ()
    assert stream.text == "one two"


def test_segment_numbers_may_leap_and_revisions_start_anew_in_each(said: Said) -> None:
    stream = Stream(said)
    stream.push("one", 2, 9, final=True)
    assert stream.push("two", 7, 0, start_s=2).ignored is None


def test_words_begin_no_sooner_than_those_of_the_segment_before_ended(said: Said) -> None:
    stream = Stream(said)
    stream.push("one two", 0, 0, final=True)
    stream.push("three", 1, 0, start_s=0.1)
    assert stream.stabiliser.shown[0].word.start_s == 0.6


def test_a_loop_at_the_tail_is_held_back_and_counted(said: Said) -> None:
    stream = Stream(said)
    stream.push("oh no" + " no" * 20, 0, 0)
    assert stream.text == "oh no no no no"
    assert stream.counted() == {"looped_words": 17}


def test_finishing_closes_the_open_segment_with_the_words_it_shows(said: Said) -> None:
    stream = Stream(said)
    stream.push("one two", 0, 0)
    (closed,) = stream.stabiliser.finish()
    assert all(shown.committed for shown in closed.words)
    assert stream.stabiliser.finish() == ()
