from __future__ import annotations

import random
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from surtitle.policy.agreement import CommitRule, Decision, Evidence, PrefixAgreement
from surtitle.policy.segment import Caution, Change, OpenSegment, in_time_order
from surtitle.policy.words import Word

if TYPE_CHECKING:
    from tests.policy.conftest import Timed


AT_ONCE = Caution(wait_s=0.0, confidence=0.0)


class Screen:
    """An open segment, driven by texts."""

    def __init__(
        self,
        timed: Timed,
        rule: CommitRule | None = None,
        caution: Caution | None = None,
    ) -> None:
        numbers = count(1)
        self._timed = timed
        self.segment = OpenSegment(
            rule or PrefixAgreement(), caution or AT_ONCE, lambda: next(numbers)
        )

    def hear(self, text: str) -> Change:
        words = tuple(self._timed(text))
        return self.segment.interim(words, words[-1].end_s)

    def close(self, text: str) -> Change:
        return self.segment.close(tuple(self._timed(text)))

    @property
    def text(self) -> str:
        """Committed words, then a bar, then tentative ones."""
        committed = [shown.word.text for shown in self.segment.shown if shown.committed]
        tentative = [shown.word.text for shown in self.segment.shown if not shown.committed]
        return " ".join([*committed, "|", *tentative]).strip()

    @property
    def ids(self) -> dict[str, int]:
        return {shown.word.text: shown.id for shown in self.segment.shown}


def test_tentative_words_are_shown_at_once(timed: Timed) -> None:
    screen = Screen(timed)
    assert screen.hear("hello there") == Change(0, ())
    assert screen.text == "| hello there"


def test_a_second_hypothesis_that_agrees_commits_all_but_the_last_word(timed: Timed) -> None:
    screen = Screen(timed)
    screen.hear("hello there")
    screen.hear("hello there friend")
    assert screen.text == "hello there | friend"


def test_a_word_that_stays_keeps_its_id(timed: Timed) -> None:
    screen = Screen(timed)
    screen.hear("hello there")
    before = screen.ids
    screen.hear("hello there friend")
    assert screen.ids == {**before, "friend": 3}


def test_new_case_and_punctuation_are_an_update_in_place_and_not_a_withdrawal(
    timed: Timed,
) -> None:
    screen = Screen(timed)
    screen.hear("Hello there")
    assert screen.hear("hello, there friend") == Change(0, ())
    assert screen.text == "hello, there | friend"
    assert screen.ids["hello,"] == 1


def test_a_word_corrected_where_it_stands_keeps_its_id_and_counts_as_withdrawn(
    timed: Timed,
) -> None:
    screen = Screen(timed)
    screen.hear("hello their friend")
    assert screen.hear("hello there friend") == Change(1, ())
    assert screen.ids == {"hello": 1, "there": 2, "friend": 3}


def test_a_word_put_in_gets_a_new_id_and_moves_no_other(timed: Timed) -> None:
    screen = Screen(timed)
    screen.hear("hello friend")
    assert screen.hear("hello my friend") == Change(0, ())
    assert screen.ids == {"hello": 1, "my": 3, "friend": 2}


def test_a_shorter_hypothesis_takes_nothing_off_the_screen(timed: Timed) -> None:
    screen = Screen(timed)
    screen.hear("one two three four")
    assert screen.hear("one two") == Change(0, ())
    assert screen.text == "one | two three four"


def test_two_shorter_hypotheses_in_a_row_withdraw_the_words_past_their_end(timed: Timed) -> None:
    screen = Screen(timed)
    screen.hear("one two three four")
    screen.hear("one two")
    assert screen.hear("one two") == Change(2, (3, 4))
    assert screen.text == "one | two"


def test_a_contradicted_tentative_word_takes_the_words_past_the_hypothesis_with_it(
    timed: Timed,
) -> None:
    screen = Screen(timed)
    screen.hear("the cat sat on a")
    assert screen.hear("the cat sits") == Change(3, (4, 5))
    assert screen.text == "the cat | sits"


def test_a_committed_word_stays_on_the_screen_through_one_contradiction(timed: Timed) -> None:
    screen = Screen(timed)
    screen.hear("i saw the cat")
    screen.hear("i saw the cat sitting")
    assert screen.hear("i saw a cat sitting here") == Change(0, ())
    assert screen.text == "i saw the cat | sitting here"


def test_a_committed_word_is_replaced_after_two_contradictions_that_agree(timed: Timed) -> None:
    screen = Screen(timed)
    screen.hear("i saw the cat")
    screen.hear("i saw the cat sitting")
    screen.hear("i saw a cat sitting here")
    assert screen.hear("i saw a cat sitting here now") == Change(1, ())
    assert screen.text == "i saw a cat sitting here | now"
    assert screen.ids["a"] == 3


def test_a_final_hypothesis_commits_all_and_withdraws_the_rest(timed: Timed) -> None:
    screen = Screen(timed)
    screen.hear("i saw the cat")
    screen.hear("i saw the cat sitting")
    assert screen.close("i saw a cat") == Change(2, (5,))
    assert screen.text == "i saw a cat |"


def test_an_empty_final_hypothesis_withdraws_everything(timed: Timed) -> None:
    screen = Screen(timed)
    screen.hear("thank you")
    assert screen.close("") == Change(2, (1, 2))
    assert screen.text == "|"


def test_a_rule_of_ones_own_decides_what_is_committed(timed: Timed) -> None:
    class AfterSilence:
        """Commits words that ended half a second before the segment's end."""

        memory = 1

        def decide(self, evidence: Evidence) -> Decision:
            newest = evidence.recent[-1]
            settled = [word for word in newest.words if word.end_s <= newest.end_s - 0.5]
            kept = len(evidence.committed)
            return Decision(len(settled), kept) if len(settled) > kept else Decision(0, 0)

    screen = Screen(timed, AfterSilence())
    screen.hear("one two three four")
    assert screen.text == "one two | three four"


def test_times_are_put_in_order_by_moving_words_later() -> None:
    words = [Word("a", 1.0, 3.0), Word("b", 0.5, 0.7), Word("c", 2.0, 2.5)]
    moved = in_time_order(words, 0.8)
    assert [(word.start_s, word.end_s) for word in moved] == [(1.0, 3.0), (1.0, 1.0), (2.0, 2.5)]


def test_whatever_is_heard_a_committed_id_never_becomes_tentative_and_none_returns(
    timed: Timed,
) -> None:
    dice = random.Random(99)
    for _ in range(400):
        rule = PrefixAgreement(dice.randint(1, 3), dice.randint(1, 3), dice.random() < 0.5)
        screen = Screen(timed, rule)
        committed: set[int] = set()
        gone: set[int] = set()
        for _ in range(12):
            before = screen.segment.shown
            text = " ".join(dice.choice("abc") for _ in range(dice.randint(1, 7)))
            change = screen.hear(text)
            shown = screen.segment.shown
            ids = [word.id for word in shown]
            assert len(set(ids)) == len(ids)
            assert not gone & set(ids)
            assert set(change.gone) == {word.id for word in before} - set(ids)
            assert change.withdrawn >= len(change.gone)
            assert committed & set(ids) <= {word.id for word in shown if word.committed}
            flags = [word.committed for word in shown]
            assert flags == sorted(flags, reverse=True)
            if change.withdrawn == 0:
                assert len(shown) >= len(before)
            gone |= set(change.gone)
            committed |= {word.id for word in shown if word.committed}


def test_the_last_word_waits_until_it_has_stood_through_some_audio(timed: Timed) -> None:
    screen = Screen(timed, caution=Caution(wait_s=0.25, confidence=0.9))
    shown = []
    for text, end_s in (
        ("hello", 0.5),
        ("hello the", 0.6),
        ("hello the", 0.84),
        ("hello there", 0.9),
        ("hello there", 1.1),
        ("hello there", 1.2),
    ):
        screen.segment.interim(tuple(timed(text)), end_s)
        shown.append(screen.text.replace("| ", "").replace(" |", ""))
    assert shown == ["|", "hello", "hello", "hello", "hello", "hello there"]


def test_slow_passes_make_the_last_word_wait_no_longer(timed: Timed) -> None:
    screen = Screen(timed, caution=Caution(wait_s=0.25, confidence=0.9))
    for end_s in (0.5, 0.9):
        screen.segment.interim(tuple(timed("hello there")), end_s)
    assert screen.text == "hello | there"


def test_a_confident_last_word_is_shown_at_once(timed: Timed) -> None:
    screen = Screen(timed, caution=Caution(wait_s=0.25, confidence=0.9))
    words = tuple(replace(word, confidence=0.95) for word in timed("hello there"))
    screen.segment.interim(words, 1.0)
    assert screen.text == "| hello there"


def test_a_last_word_that_is_shown_does_not_wait_again(timed: Timed) -> None:
    screen = Screen(timed, caution=Caution(wait_s=0.25, confidence=0.9))
    screen.hear("hello there friend")
    screen.hear("hello there")
    assert screen.text.endswith("there")


def test_the_rest_of_a_cut_keeps_what_was_committed(timed: Timed) -> None:
    screen = Screen(timed)
    screen.hear("hello there my friend")
    screen.hear("hello there my friend today")
    words = tuple(timed("hello there my friend today"))
    screen.segment.close(words[:2], words[2:])
    screen.segment = screen.segment.following(words[2:], 1.5)
    assert screen.text == "my friend | today"
