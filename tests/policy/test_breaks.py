from __future__ import annotations

import pytest

from surtitle.policy.breaks import break_cost
from surtitle.policy.pieces import Piece


def piece(text: str, start_ms: int = 0, end_ms: int = 100, *, inside: bool = False) -> Piece:
    return Piece(text, " ", len(text), 1, start_ms, end_ms, inside_word=inside)


def cost(left: str, right: str, *, gap_ms: int = 0, english: bool = True) -> float:
    return break_cost(piece(left), piece(right, 100 + gap_ms), english=english)


def test_breaks_are_preferred_in_the_order_of_the_style_guides() -> None:
    order = [
        cost("done.", "Then"),
        cost("done,", "then"),
        cost("home", "because"),
        cost("home", "with"),
        cost("home", "slowly"),
        cost("the", "home"),
    ]
    assert order == sorted(order)
    assert len(set(order)) == len(order)


def test_a_breath_makes_a_break_better() -> None:
    assert cost("home", "slowly", gap_ms=300) < cost("home", "slowly")


def test_the_inside_of_a_word_is_the_worst_place() -> None:
    assert break_cost(piece("ab"), piece("cd", inside=True), english=True) > cost("the", "home")


def test_a_quotation_mark_does_not_hide_the_end_of_a_sentence() -> None:
    assert cost("done.”", "Then") == 0


@pytest.mark.parametrize(("left", "right"), [("the", "cat"), ("cat", "and"), ("cat", "of")])
def test_english_words_mean_nothing_in_another_language(left: str, right: str) -> None:
    assert cost(left, right, english=False) == cost("x", "y", english=False)
