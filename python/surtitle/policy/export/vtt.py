"""WebVTT, as the W3C's WebVTT 1 section 4 asks of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from surtitle.policy.export.timestamp import clean_lines, in_order, timestamp

if TYPE_CHECKING:
    from collections.abc import Iterable

    from surtitle.policy.cues import Cue


def to_vtt(cues: Iterable[Cue]) -> str:
    """A header and the cues; the text is escaped, so that nothing in it is markup."""
    blocks = ["WEBVTT\n"]
    for start_ms, end_ms, cue in in_order(cues):
        text = "\n".join(_escape(line) for line in clean_lines(cue.lines))
        blocks.append(f"{timestamp(start_ms, '.')} --> {timestamp(end_ms, '.')}\n{text}\n")
    return "\n".join(blocks)


def _escape(line: str) -> str:
    return line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
