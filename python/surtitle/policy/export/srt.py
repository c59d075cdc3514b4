"""SubRip. It has no escape: what a player would take for markup is broken with a word joiner."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from surtitle.policy.export.timestamp import clean_lines, in_order, timestamp

if TYPE_CHECKING:
    from collections.abc import Iterable

    from surtitle.policy.cues import Cue

_WORD_JOINER = "\u2060"
# HTML-like tags, and the override blocks of SubStation that many players honour in SubRip too.
_MARKUP = re.compile(r"<(?=/?[a-zA-Z])|\{(?=\\)")


def to_srt(cues: Iterable[Cue]) -> str:
    """Numbered cues with a blank line between them; lines end in a line feed."""
    blocks: list[str] = []
    for number, (start_ms, end_ms, cue) in enumerate(in_order(cues), start=1):
        text = "\n".join(_plain(line) for line in clean_lines(cue.lines))
        times = f"{timestamp(start_ms, ',')} --> {timestamp(end_ms, ',')}"
        blocks.append(f"{number}\n{times}\n{text}\n\n")
    return "".join(blocks)


def _plain(line: str) -> str:
    while "-->" in line:
        line = line.replace("-->", "->")
    return _MARKUP.sub(lambda match: match[0] + _WORD_JOINER, line)
