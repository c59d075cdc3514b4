from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

from surtitle.policy import SessionOptions
from surtitle.policy.hypothesis import CloseReason
from surtitle.policy.sentences import PhraseBuilder, ends_sentence
from surtitle.policy.stabiliser import ClosedSegment
from surtitle.policy.words import ShownWord, Word

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.policy.conftest import Timed

    from surtitle.policy import Phrase


class Builder:
    """A phrase builder fed with the texts of closed segments."""

    def __init__(self, timed: Timed, options: SessionOptions | None = None) -> None:
        self._timed = timed
        self._ids = count()
        self.builder = PhraseBuilder(options or SessionOptions())

    def close(
        self,
        text: str,
        reason: CloseReason | None = CloseReason.PAUSE,
        start_s: float = 0.0,
        tail_s: float = 0.0,
        word_s: float = 0.3,
    ) -> list[str]:
        return self.close_words(self._timed(text, start_s, word_s), reason, tail_s)

    def close_words(
        self, words: list[Word], reason: CloseReason | None, tail_s: float = 0.0
    ) -> list[str]:
        shown = tuple(ShownWord(next(self._ids), word, committed=True) for word in words)
        closed = ClosedSegment(0, shown, words[-1].end_s + tail_s, reason)
        return texts(self.builder.add(closed))

    @property
    def open_text(self) -> str:
        return " ".join(shown.word.text for shown in self.builder.open_words)


def texts(phrases: Iterable[Phrase]) -> list[str]:
    return [phrase.text for phrase in phrases]


def test_a_phrase_ends_at_a_full_stop_a_question_and_an_exclamation(timed: Timed) -> None:
    builder = Builder(timed)
    assert builder.close("It is late. Is it? Go home! And then") == [
        "It is late.",
        "Is it?",
        "Go home!",
    ]
    assert builder.open_text == "And then"


@pytest.mark.parametrize(
    "text",
    [
        "Mr. Smith and Dr. Jones left.",
        "It costs 3.50 in the U.S. today.",
        "We use e.g. 5 or vs. 6 here.",
        "See No. 5 and p. 12 there.",
        "J. R. R. Tolkien wrote it.",
        "He came at 5 p.m. sharp.",
        "It is 3. 5 percent of it.",
        "Well... maybe not.",
        "He said “Mr. Smith” twice.",
    ],
)
def test_abbreviations_decimals_and_initials_do_not_end_a_phrase(timed: Timed, text: str) -> None:
    assert Builder(timed).close(text) == [text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He came at 5 p.m. Then he left.", ["He came at 5 p.m.", "Then he left."]),
        ("He said no. Then he left.", ["He said no.", "Then he left."]),
        ("It was in 1984. 20 people came.", ["It was in 1984.", "20 people came."]),
        ("So I did. I left.", ["So I did.", "I left."]),
        ("He said “go.” She went.", ["He said “go.”", "She went."]),
        ("Well... Then no.", ["Well...", "Then no."]),
    ],
)
def test_what_looks_like_an_abbreviation_may_end_a_phrase(
    timed: Timed, text: str, expected: list[str]
) -> None:
    assert Builder(timed).close(text) == expected


def test_full_stops_of_other_scripts_end_a_phrase(timed: Timed) -> None:
    assert Builder(timed).close("你好。 再见！ ठीक है।") == ["你好。", "再见！", "ठीक है।"]


def test_a_pause_ends_a_phrase_without_punctuation(timed: Timed) -> None:
    builder = Builder(timed)
    assert builder.close("and so we left") == []
    assert builder.close("it was late", start_s=3.0) == ["and so we left"]
    assert builder.open_text == "it was late"


def test_a_breath_does_not_end_a_phrase(timed: Timed) -> None:
    builder = Builder(timed)
    builder.close("and so")
    assert builder.close("we left.", start_s=1.2) == ["and so we left."]


def test_a_phrase_left_open_ends_when_the_stream_has_been_silent_long_enough(
    timed: Timed,
) -> None:
    builder = Builder(timed)
    builder.close("and so we left")
    assert builder.builder.advance(1.5) == []
    assert texts(builder.builder.advance(2.2)) == ["and so we left"]
    assert builder.builder.advance(9) == []


def test_a_segment_cut_in_a_sentence_continues_it(timed: Timed) -> None:
    builder = Builder(timed)
    assert builder.close("we walked all the way to", CloseReason.CUT) == []
    assert builder.close("the station.", start_s=1.8) == ["we walked all the way to the station."]


def test_a_stop_that_the_recogniser_put_at_a_cut_is_taken_off_when_the_sentence_goes_on(
    timed: Timed,
) -> None:
    builder = Builder(timed)
    assert builder.close("We walked to the.", CloseReason.CUT) == []
    assert builder.close("station together.", start_s=1.2) == ["We walked to the station together."]


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("for a subscription towards.", "Buying it.", "for a subscription towards Buying it."),
        ("of the United States is.", "Almost all.", "of the United States is Almost all."),
        ("nothing of my antecedents.", "Nor of it.", "nothing of my antecedents nor of it."),
        ("one half pint of cream.", "Yolks of eggs.", "one half pint of cream Yolks of eggs."),
        ("he gave it to the.", "You know it.", "he gave it to the you know it."),
        ("we went to the", "The station.", "we went to the the station."),
        ("he met Mr.", "Smith.", "he met Mr. Smith."),
        ("he said", "I will.", "he said I will."),
    ],
)
def test_a_stop_at_a_cut_is_not_believed_when_the_words_speak_against_it(
    timed: Timed, left: str, right: str, expected: str
) -> None:
    builder = Builder(timed)
    assert builder.close(left, CloseReason.CUT) == []
    assert builder.close(right, start_s=0.3 * len(left.split())) == [expected]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("We walked home.", "She stayed there."),
        ("Is it late?", "And so on."),
        ("你好。", "再见。"),
        ("Он ушёл.", "Потом вернулся."),
    ],
)
def test_a_stop_at_a_cut_is_believed_before_a_word_that_opens_a_sentence(
    timed: Timed, left: str, right: str
) -> None:
    builder = Builder(timed)
    assert builder.close(left, CloseReason.CUT) == []
    assert builder.close(right, start_s=0.3 * len(left.split())) == [left, right]


def test_a_stop_at_a_cut_is_settled_by_the_next_word_alone(timed: Timed) -> None:
    builder = Builder(timed)
    builder.close("We walked home.", CloseReason.CUT)
    assert texts(builder.builder.settle(Word("She", 1.0, 1.2))) == ["We walked home."]
    builder.close("We walked home.", CloseReason.CUT)
    assert texts(builder.builder.settle(Word("together", 1.0, 1.2))) == []
    assert builder.open_text == "We walked home"
    assert builder.close("together.", start_s=1.3) == ["We walked home together."]


def test_a_stop_at_a_cut_is_left_in_place_when_the_stream_ends_there(timed: Timed) -> None:
    builder = Builder(timed)
    builder.close("We walked home.", CloseReason.CUT)
    assert texts(builder.builder.flush()) == ["We walked home."]


def test_without_a_reason_the_silence_after_the_last_word_tells_a_pause_from_a_cut(
    timed: Timed,
) -> None:
    assert Builder(timed).close("We walked home.", None, tail_s=0.1) == []
    assert Builder(timed).close("We walked home.", None, tail_s=0.4) == ["We walked home."]


def test_a_title_at_the_end_of_a_segment_waits_for_the_name(timed: Timed) -> None:
    builder = Builder(timed)
    assert builder.close("He met Mr.") == []
    assert builder.close("Smith.", start_s=1.4) == ["He met Mr. Smith."]


def test_a_phrase_too_long_is_cut_after_its_last_clause_in_the_later_half(timed: Timed) -> None:
    options = SessionOptions(max_phrase_chars=40)
    text = "one, two three four five six, seven eight nine ten eleven"
    builder = Builder(timed, options)
    assert builder.close(text) == ["one, two three four five six,"]
    assert builder.open_text == "seven eight nine ten eleven"


def test_a_phrase_too_long_without_a_clause_is_cut_at_its_widest_gap(timed: Timed) -> None:
    words = timed("a b c d e f") + timed("g h i j k l m n", 2.5)
    builder = Builder(timed, SessionOptions(max_phrase_chars=20, pause_s=5))
    assert builder.close_words(words, CloseReason.PAUSE) == ["a b c d e f"]


def test_a_phrase_lasts_no_longer_than_the_longest_phrase(timed: Timed) -> None:
    builder = Builder(timed, SessionOptions(max_phrase_s=5.0))
    phrases = builder.close("word " * 40, word_s=0.5)
    assert phrases
    assert all(len(phrase.split()) <= 10 for phrase in phrases)


def test_every_word_comes_out_once_and_in_order(timed: Timed) -> None:
    text = "A b, c d. E f g? H i j k l m n o p " * 20
    builder = Builder(timed, SessionOptions(max_phrase_chars=30))
    phrases = builder.close(text) + texts(builder.builder.flush())
    assert " ".join(phrases) == text.strip()


@pytest.mark.parametrize("text", ["", "word", "(", "”", "3,", "e.g.", "Mr."])
def test_a_word_without_a_terminal_mark_ends_no_sentence(text: str) -> None:
    assert not ends_sentence(text)
