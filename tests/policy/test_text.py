from __future__ import annotations

import pytest

from surtitle.policy.text import join_words, width_cells


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["Hello", "there."], "Hello there."),
        (["你好", "世界", "。"], "你好世界。"),
        (["今日", "は", "iPhone", "を", "買う"], "今日は iPhone を買う"),
        (["안녕", "하세요"], "안녕 하세요"),
        (["สวัสดี", "ครับ"], "สวัสดีครับ"),
        ([], ""),
    ],
)
def test_words_are_joined_as_their_script_is_written(words: list[str], text: str) -> None:
    assert join_words(words) == text


@pytest.mark.parametrize(
    ("text", "cells"),
    [("abc", 3), ("e\u0301", 1), ("ที่", 1), ("你好", 4), ("a\u200bb", 2), ("", 0)],
)
def test_marks_take_no_cell_and_wide_characters_two(text: str, cells: float) -> None:
    assert width_cells(text) == cells


def test_in_a_line_of_full_width_cells_a_latin_letter_is_half_a_cell() -> None:
    assert width_cells("你好ab", half_width_latin=True) == 3
