"""Times and text as SubRip and WebVTT write them."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from surtitle.policy.cues import Cue


def timestamp(time_ms: int, decimal_mark: str) -> str:
    """``HH:MM:SS`` and milliseconds; hours grow past two digits when they must."""
    seconds, ms = divmod(max(0, time_ms), 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{seconds:02}{decimal_mark}{ms:03}"


def clean_lines(lines: Iterable[str]) -> Iterator[str]:
    """The lines without control characters and without blank ones, which would end the cue."""
    for line in lines:
        for part in line.splitlines():
            kept = "".join(c for c in part if unicodedata.category(c) not in {"Cc", "Cs"})
            if kept.strip():
                yield kept.strip()


def in_order(cues: Iterable[Cue]) -> Iterator[tuple[int, int, Cue]]:
    """Start and end of each cue that has text: from 0, never falling, the end after the start."""
    floor_ms = 0
    for cue in cues:
        if any(clean_lines(cue.lines)):
            floor_ms = max(floor_ms, cue.start_ms)
            yield floor_ms, max(cue.end_ms, floor_ms + 1), cue
