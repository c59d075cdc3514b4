from __future__ import annotations

import pytest

from surtitle.policy.pieces import cut_pieces
from surtitle.policy.words import Word


def texts(word: str, limit: int, *, half: bool = False) -> list[str]:
    pieces = cut_pieces([[Word(word, 0, 1)]], limit, half_width_latin=half)
    return [piece.text for piece in pieces]


def test_a_word_that_fits_is_one_piece() -> None:
    assert texts("incomprehensibilities", 21) == ["incomprehensibilities"]


def test_a_word_longer_than_a_line_is_cut_into_parts_of_about_equal_width() -> None:
    parts = texts("x" * 50, 42)
    assert "".join(parts) == "x" * 50
    assert all(len(part) <= 42 for part in parts)
    assert min(map(len, parts)) > 20


@pytest.mark.parametrize("limit", [4, 5, 6, 7])
def test_no_part_begins_with_a_closing_mark_or_ends_with_an_opening_one(limit: int) -> None:
    text = "今日はとても良い天気ですね。「散歩に行きましょう」と彼は言った。"
    parts = texts(text, limit, half=True)
    assert "".join(parts) == text
    assert not any(part[0] in "。」、" for part in parts)
    assert not any(part[-1] == "「" for part in parts)


def test_a_mark_is_never_parted_from_its_letter() -> None:
    parts = texts("e\u0301" * 20, 6)
    assert all(part[0] == "e" for part in parts)


def test_parts_share_the_time_of_their_word() -> None:
    pieces = cut_pieces([[Word("x" * 40, 1.0, 3.0)]], 20, half_width_latin=False)
    assert [(piece.start_ms, piece.end_ms) for piece in pieces] == [(1000, 2000), (2000, 3000)]
    assert [piece.inside_word for piece in pieces] == [False, True]


def test_the_last_piece_of_a_phrase_is_marked_and_times_never_fall() -> None:
    phrases = [[Word("a", 2.0, 2.5), Word("b", 1.0, 1.5)], [Word("c", 0.0, 0.1)]]
    pieces = cut_pieces(phrases, 42, half_width_latin=False)
    assert [piece.ends_phrase for piece in pieces] == [False, True, True]
    assert [(piece.start_ms, piece.end_ms) for piece in pieces] == [
        (2000, 2500),
        (2000, 2000),
        (2000, 2000),
    ]
