from __future__ import annotations

import pytest

from surtitle.policy.loops import length_without_loop


def kept(text: str) -> str:
    words = text.split()
    return " ".join(words[: length_without_loop(words, 4, 3)])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no",
        "no no no",
        "very very very very good",
        "the cat sat on the mat",
        "go on go on go on",
        "0 8 0 0 0 0 0 0 0 0 1 1 1 1 1 1",
        "you and me and you and me",
    ],
)
def test_what_people_really_repeat_stays(text: str) -> None:
    assert kept(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("oh no" + " no" * 30, "oh no no no no"),
        ("thank you " * 9, "thank you thank you thank you"),
        ("so i said " + "and then he " * 5, "so i said and then he and then he and then he"),
        ("0 " * 60, ("0 " * 15).strip()),
        ("a b c d e f g h " * 5, ("a b c d e f g h " * 3).strip()),
    ],
)
def test_a_loop_at_the_tail_is_held_back_after_a_few_turns(text: str, expected: str) -> None:
    assert kept(text) == expected


def test_a_turn_that_is_cut_off_in_the_middle_goes_with_the_loop() -> None:
    assert kept("it is the end of it is the end of it is the end of it is the") == (
        "it is the end of it is the end of it is the end of"
    )


def test_a_loop_that_has_ended_is_left_alone() -> None:
    text = "no no no no no no no stop"
    assert kept(text) == text
