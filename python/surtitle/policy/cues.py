"""Cues from the words of finished phrases: cut, broken into lines, and timed.

What holds for every list of cues: starts rise, no two overlap, each ends after it starts, no line
is over the limit unless one character is, and no word is split unless it is longer than a line.
The shortest time and the reading speed are kept where the words around leave room.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from surtitle.policy.lines import break_lines, line_width
from surtitle.policy.partition import partition
from surtitle.policy.pieces import cut_pieces

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from surtitle.policy.line_policy import LinePolicy
    from surtitle.policy.pieces import Piece
    from surtitle.policy.words import Word

# BBC: a caption may lead or hang over its speech by at most 1.5 s; leading more than half a
# second gives the punch line away.
MAX_HANG_MS = 1500
MAX_LEAD_MS = 500


@dataclass(frozen=True, slots=True)
class Cue:
    """One caption: when it is shown, in whole milliseconds, and its lines from top to bottom."""

    start_ms: int
    end_ms: int
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The lines, with a newline between them."""
        return "\n".join(self.lines)


def build_cues(phrases: Iterable[Sequence[Word]], policy: LinePolicy) -> list[Cue]:
    """The cues of all ``phrases``, in order of time."""
    pieces = cut_pieces(phrases, policy.max_line_chars, half_width_latin=policy.half_width_latin)
    groups = partition(pieces, policy)
    cues: list[Cue] = []
    floor_ms = 0
    for n, group in enumerate(groups):
        next_ms = groups[n + 1][0].start_ms if n + 1 < len(groups) else None
        start_ms, end_ms = _times(group, floor_ms, next_ms, policy)
        lines = break_lines(group, policy.max_line_chars, english=policy.english)
        cues.append(Cue(start_ms, end_ms, lines))
        floor_ms = end_ms
    return cues


def _times(
    group: Sequence[Piece], floor_ms: int, next_ms: int | None, policy: LinePolicy
) -> tuple[int, int]:
    """Start and end: at the words, stretched into free time, never over a neighbour."""
    start_ms = max(group[0].start_ms, floor_ms)
    spoken_ms = max(group[-1].end_ms, start_ms)
    reading_ms = ceil(1000 * line_width(group) / policy.max_chars_per_s)
    wanted_ms = max(spoken_ms, min(start_ms + reading_ms, spoken_ms + MAX_HANG_MS))
    end_ms = min(max(wanted_ms, start_ms + policy.min_cue_ms), start_ms + policy.max_cue_ms)
    if next_ms is not None:
        end_ms = _before_next(start_ms, end_ms, next_ms, policy)
    if end_ms - start_ms < policy.min_cue_ms:
        free_ms = floor_ms + policy.gap_ms if floor_ms else 0
        earliest_ms = max(free_ms, start_ms - MAX_LEAD_MS, end_ms - policy.min_cue_ms)
        start_ms = min(start_ms, earliest_ms)
    return start_ms, max(end_ms, start_ms + 1)


def _before_next(start_ms: int, end_ms: int, next_ms: int, policy: LinePolicy) -> int:
    """Leave two frames before the next cue, and close gaps that only flicker."""
    limit_ms = next_ms - policy.gap_ms
    closes = end_ms > next_ms - policy.close_gap_ms
    if end_ms >= limit_ms or (closes and limit_ms - start_ms <= policy.max_cue_ms):
        # Where even the gap does not fit, the cues touch.
        return limit_ms if limit_ms > start_ms else max(start_ms + 1, next_ms)
    return end_ms
