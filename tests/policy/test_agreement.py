"""The rules of `surtitle.policy.agreement`, one by one."""

from __future__ import annotations

import pytest

from surtitle.policy.agreement import (
    Decision,
    Evidence,
    PrefixAgreement,
    Reading,
    common_prefix,
)
from surtitle.policy.words import Word, keys_of

KEEP = Decision(0, 0)


def evidence(committed: str, *recent: str) -> Evidence:
    readings = []
    for text in recent:
        words = tuple(Word(word, n, n + 1) for n, word in enumerate(text.split()))
        readings.append(Reading(words, keys_of(words), len(words)))
    return Evidence(tuple(committed.split()), tuple(readings))


def decide(committed: str, *recent: str, rule: PrefixAgreement | None = None) -> Decision:
    return (rule or PrefixAgreement()).decide(evidence(committed, *recent))


def test_one_hypothesis_alone_commits_nothing() -> None:
    assert decide("", "hello there friend") == KEEP


def test_the_common_prefix_of_two_hypotheses_is_committed() -> None:
    assert decide("", "hello there frank", "hello there friend now") == Decision(2, 0)


def test_the_last_word_of_an_interim_hypothesis_stays_tentative() -> None:
    assert decide("", "hello there", "hello there") == Decision(1, 0)
    eager = PrefixAgreement(hold_last_word=False)
    assert decide("", "hello there", "hello there", rule=eager) == Decision(2, 0)


def test_three_votes_wait_for_three_hypotheses() -> None:
    rule = PrefixAgreement(agreement=3, withdrawal=3)
    assert decide("", "a b c", "a b c", rule=rule) == KEEP
    assert decide("", "a b c", "a b c", "a b c", rule=rule) == Decision(2, 0)


def test_one_vote_commits_all_but_the_last_word_at_once() -> None:
    rule = PrefixAgreement(agreement=1, withdrawal=1)
    assert decide("", "a b c", rule=rule) == Decision(2, 0)


def test_a_committed_word_survives_one_contradiction() -> None:
    assert decide("i saw the", "i saw the cat", "i saw a cat") == KEEP


def test_a_committed_word_survives_two_contradictions_that_disagree() -> None:
    assert decide("i saw the", "i saw a cat", "i saw her cat") == KEEP


def test_a_committed_word_gives_way_to_two_hypotheses_that_agree() -> None:
    assert decide("i saw the", "i saw a cat", "i saw a cat") == Decision(3, 3)


def test_committed_words_past_the_contradiction_stay_where_nothing_speaks_against_them() -> None:
    decision = decide("i saw the cat", "i saw a cat today", "i saw a bat today")
    assert decision == Decision(3, 3)  # "i saw a", then "cat"


def test_a_committed_word_does_not_give_way_to_a_last_word_that_may_still_grow() -> None:
    assert decide("i saw the", "i saw a", "i saw a") == KEEP


def test_a_hypothesis_that_only_ends_sooner_withdraws_nothing() -> None:
    assert decide("thank you for", "thank you for it", "thank you") == KEEP


def test_two_equal_hypotheses_that_end_sooner_withdraw_what_is_past_their_end() -> None:
    assert decide("thank you for", "thank you", "thank you") == Decision(2, 3)


def test_withdrawing_may_ask_for_more_votes_than_committing() -> None:
    rule = PrefixAgreement(agreement=2, withdrawal=3)
    assert rule.memory == 3
    assert decide("i saw the", "i saw a cat", "i saw a cat", rule=rule) == KEEP
    assert decide("i saw the", *["i saw a cat"] * 3, rule=rule) == Decision(3, 3)


def test_more_is_committed_while_all_that_is_committed_is_confirmed() -> None:
    assert decide("a b", "a b c d", "a b c d e") == Decision(4, 2)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [(("abc", "abd"), "ab"), (("abc",), "abc"), (("", "a"), ""), (("abc", "ab", "abd"), "ab")],
)
def test_the_common_prefix_is_the_longest_shared_beginning(
    texts: tuple[str, ...], expected: str
) -> None:
    assert common_prefix([tuple(text) for text in texts]) == tuple(expected)
