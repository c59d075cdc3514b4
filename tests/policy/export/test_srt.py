from __future__ import annotations

import pytest

from surtitle.policy import Cue
from surtitle.policy.export import to_srt


def test_cues_are_numbered_with_a_blank_line_after_each() -> None:
    cues = [Cue(0, 1500, ("Hello",)), Cue(3_723_004, 3_725_000, ("two", "lines"))]
    assert to_srt(cues) == (
        "1\n00:00:00,000 --> 00:00:01,500\nHello\n\n"
        "2\n01:02:03,004 --> 01:02:05,000\ntwo\nlines\n\n"
    )


def test_hours_grow_past_two_digits() -> None:
    assert "100:00:00,000 --> 100:00:01,000" in to_srt([Cue(360_000_000, 360_001_000, ("x",))])


def test_an_arrow_in_the_text_cannot_begin_a_cue() -> None:
    assert to_srt([Cue(0, 1, ("a --> b",))]).splitlines()[2] == "a -> b"
    assert "-->" not in to_srt([Cue(0, 1, ("a ----> b",))]).splitlines()[2]


@pytest.mark.parametrize("text", ["<i>x</i>", "{\\an8}x", "<font color=red>"])
def test_what_a_player_would_take_for_markup_is_broken(text: str) -> None:
    line = to_srt([Cue(0, 1, (text,))]).splitlines()[2]
    assert line != text
    assert line.replace("\u2060", "") == text


@pytest.mark.parametrize("text", ["a < b", "I <3 you", "{x}", "x & y"])
def test_what_no_player_takes_for_markup_stays(text: str) -> None:
    assert to_srt([Cue(0, 1, (text,))]).splitlines()[2] == text


def test_blank_lines_and_control_characters_are_taken_out_and_an_empty_cue_is_left_out() -> None:
    cues = [Cue(0, 1, ("", "a\n\nb\x00c\u2028d", " ")), Cue(2, 3, (" ",)), Cue(4, 5, ("z",))]
    blocks = to_srt(cues).strip().split("\n\n")
    assert [block.split("\n")[2:] for block in blocks] == [["a", "bc", "d"], ["z"]]
    assert [block.split("\n")[0] for block in blocks] == ["1", "2"]


def test_times_are_never_negative_never_fall_and_every_cue_lasts() -> None:
    cues = [Cue(-50, -10, ("a",)), Cue(500, 400, ("b",)), Cue(200, 300, ("c",))]
    times = [line for line in to_srt(cues).splitlines() if "-->" in line]
    assert times == [
        "00:00:00,000 --> 00:00:00,001",
        "00:00:00,500 --> 00:00:00,501",
        "00:00:00,500 --> 00:00:00,501",
    ]


def test_no_cues_give_an_empty_file() -> None:
    assert to_srt([]) == ""
