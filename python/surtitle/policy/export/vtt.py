"""WebVTT, as the W3C's WebVTT 1 section 4 asks of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from surtitle.policy.export.timestamp import clean_lines, in_order, timestamp

if TYPE_CHECKING:
    from collections.abc import Iterable

    from surtitle.policy.cues import Cue

# `>` too, so that no arrow can stand in the text.
_ESCAPES = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        "\u00a0": "&nbsp;",
        "\u200e": "&lrm;",
        "\u200f": "&rlm;",
    }
)


def to_vtt(cues: Iterable[Cue]) -> str:
    """A header and the cues; the text is escaped, so that nothing in it is markup."""
    blocks = ["WEBVTT\n\n"]
    for start_ms, end_ms, cue in in_order(cues):
        times = f"{timestamp(start_ms, '.')} --> {timestamp(end_ms, '.')}"
        blocks.append(f"{times}\n{cue_text(cue.lines)}\n\n")
    return "".join(blocks)


def cue_text(lines: Iterable[str]) -> str:
    """Plain lines as WebVTT cue text, in which nothing is markup."""
    return "\n".join(line.translate(_ESCAPES) for line in clean_lines(lines))
