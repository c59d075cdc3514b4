from __future__ import annotations

import itertools
import random

import pytest

from surtitle.policy.alignment import MAX_CELLS, pair_words, place_after


def pairs(old: str, new: str) -> list[tuple[str, str]]:
    left, right = old.split(), new.split()
    return [(left[i], right[j]) for i, j in pair_words(left, right)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("a b", "a b c", "a-a b-b"),
        ("a b c", "a c", "a-a c-c"),
        ("a b c", "a x c", "a-a b-x c-c"),
        ("hello there", "hello their friend", "hello-hello there-their"),
        ("a b c d", "x a b c d", "a-a b-b c-c d-d"),
        ("", "a b", ""),
        ("a", "", ""),
    ],
)
def test_words_are_paired_with_the_fewest_edits(old: str, new: str, expected: str) -> None:
    assert pairs(old, new) == [tuple(pair.split("-")) for pair in expected.split()]


@pytest.mark.parametrize(
    ("part", "whole", "expected"),
    [
        ("i saw a", "i saw the cat", 3),
        ("i saw the cat", "i saw a cat sitting", 4),
        ("i saw the cat", "i saw cat sitting", 3),
        ("i saw", "i saw", 2),
        ("i saw the cat", "i", 1),
        ("", "i saw", 0),
        ("i saw", "", 0),
    ],
)
def test_the_end_of_a_beginning_is_found_in_another_reading(
    part: str, whole: str, expected: int
) -> None:
    assert place_after(part.split(), whole.split()) == expected


def test_pairs_rise_in_both_texts_and_common_ends_are_always_paired() -> None:
    dice = random.Random(4)
    for _ in range(2000):
        old = [dice.choice("abc") for _ in range(dice.randrange(8))]
        new = [dice.choice("abc") for _ in range(dice.randrange(8))]
        found = pair_words(old, new)
        assert all(i < k and j < m for (i, j), (k, m) in itertools.pairwise(found))
        head = 0
        while head < min(len(old), len(new)) and old[head] == new[head]:
            assert (head, head) in found
            head += 1


def test_a_text_far_too_long_is_paired_by_position_and_not_by_a_huge_table() -> None:
    size = int(MAX_CELLS**0.5) + 2
    old, new = [f"a{n}" for n in range(size)], [f"b{n}" for n in range(size)]
    assert pair_words(old, new) == [(n, n) for n in range(size)]
    assert place_after(old, new) == size
