from __future__ import annotations

import pytest

from surtitle.policy import Cue
from surtitle.policy.export import to_vtt


def test_a_file_has_a_header_and_cues_with_a_blank_line_after_each() -> None:
    cues = [Cue(0, 1500, ("Hello",)), Cue(3_723_004, 3_725_000, ("two", "lines"))]
    assert to_vtt(cues) == (
        "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nHello\n\n"
        "01:02:03.004 --> 01:02:05.000\ntwo\nlines\n\n"
    )


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("Tom & <b>Jerry</b>", "Tom &amp; &lt;b&gt;Jerry&lt;/b&gt;"),
        ("a --> b", "a --&gt; b"),
        ("&lt;", "&amp;lt;"),
        ("10\u00a0km", "10&nbsp;km"),
        ("\u200fשלום", "&rlm;שלום"),
    ],
)
def test_text_is_escaped_so_that_nothing_in_it_is_markup(text: str, escaped: str) -> None:
    assert to_vtt([Cue(0, 1000, (text,))]).splitlines()[3] == escaped


def test_no_cues_give_a_valid_empty_file() -> None:
    assert to_vtt([]) == "WEBVTT\n\n"
