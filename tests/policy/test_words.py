from __future__ import annotations

import pytest

from surtitle.policy.words import word_key


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Hello", "hello,"),
        ("“Hello", "hello”"),
        ("don't", "Don't."),
        ("CAFÉ", "cafe\u0301"),
        ("Straße", "STRASSE"),
        ("end", "end..."),
        ("你好", "你好。"),
    ],
)
def test_case_and_sentence_marks_do_not_make_another_word(left: str, right: str) -> None:
    assert word_key(left) == word_key(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [("50", "50%"), ("C", "C#"), ("dont", "don't"), ("re-do", "redo"), ("1.5", "15"), ("-", "…")],
)
def test_marks_inside_or_of_the_word_make_another_word(left: str, right: str) -> None:
    assert word_key(left) != word_key(right)


def test_a_word_of_marks_alone_is_itself() -> None:
    assert word_key("...") == "..."
