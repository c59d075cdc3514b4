from __future__ import annotations

import random

import pytest

from surtitle.policy.lines import break_lines, lines_needed
from surtitle.policy.pieces import Piece, cut_pieces
from surtitle.policy.words import Word


def pieces(text: str, limit: int = 42) -> list[Piece]:
    words = [Word(word, n * 0.3, n * 0.3 + 0.3) for n, word in enumerate(text.split())]
    return cut_pieces([words], limit, half_width_latin=False)


def broken(text: str, limit: int = 42, *, english: bool = True) -> list[str]:
    return list(break_lines(pieces(text, limit), limit, english=english))


def test_what_fits_on_one_line_stays_on_one_line() -> None:
    assert broken("This is exactly what fits on a single line") == [
        "This is exactly what fits on a single line"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "When the rain had stopped, | we went out to look at the garden",
        "I do not think so. | But we could try it again tomorrow",
        "We stayed at home all day | because it was raining very hard",
        "The children were playing happily | in the middle of the road",
    ],
)
def test_lines_break_where_a_reader_would(text: str) -> None:
    assert broken(text.replace("| ", "")) == text.split(" | ")


def test_an_article_is_not_parted_from_its_noun() -> None:
    lines = broken("Somebody told me yesterday about a wonderful new little restaurant")
    assert len(lines) == 2
    assert lines[0].split()[-1] not in {"a", "about", "the"}


def test_a_name_is_kept_together() -> None:
    lines = broken("That old nuisance of a Rachel Lynde was here again to-day,")
    assert any("Rachel Lynde" in line for line in lines)


def test_two_lines_are_balanced_where_nothing_else_speaks() -> None:
    first, second = broken("aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii", english=False)
    assert abs(len(first) - len(second)) <= 5


def test_of_two_equal_breaks_the_lower_line_is_the_longer() -> None:
    first, second = broken("aaaaaaaaa bbbbbbbbb ccccccccc ddddddddd eeeeeeeee", english=False)
    assert len(first) < len(second)


def test_no_line_is_over_the_limit_and_no_word_is_lost() -> None:
    dice = random.Random(7)
    for _ in range(500):
        limit = dice.randint(8, 42)
        text = " ".join("x" * dice.randint(1, limit) for _ in range(dice.randint(1, 8)))
        lines = broken(text, limit)
        assert " ".join(lines) == text
        assert all(len(line) <= limit for line in lines)
        assert len(lines) == lines_needed(pieces(text, limit), limit)


def test_nothing_gives_no_lines_and_marks_alone_give_one() -> None:
    assert break_lines([], 42, english=True) == ()
    assert broken("\u0301 \u0301") == ["\u0301 \u0301"]
