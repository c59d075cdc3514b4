"""Which pieces share a cue: the cheapest way to cut a run of speech, found by dynamic programming.

Costs are in the points of `breaks.break_cost`. A cue costs a little for being there, its last
break, and whatever it makes the reader suffer: too little time, a silence in its middle, a lone
short word.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from surtitle.policy.breaks import break_cost

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from surtitle.policy.line_policy import LinePolicy
    from surtitle.policy.pieces import Piece

# A cue may hang over silence for at most 1.5 s (BBC), so a longer one always ends a cue.
MAX_INNER_GAP_MS = 1500
WIDE_GAP_MS = 500

CUE_COST = 6.0
INNER_SENTENCE_COST = 3.0
# The beginning of a sentence left hanging behind the end of another.
HANGING_COST = 5.0
WIDE_GAP_COST = 4.0
SHORT_TIME_COST = 20.0
FAST_COST = 8.0
MAX_FAST_COST = 20.0
ORPHAN_COST = 30.0
# One word of at most this many cells is a flash that cannot be read in its own right.
ORPHAN_CELLS = 8


def partition(pieces: Sequence[Piece], policy: LinePolicy) -> list[Sequence[Piece]]:
    """Cut the pieces into cues; each fits its lines, and lasts at most the longest cue's time."""
    cues: list[Sequence[Piece]] = []
    start = 0
    for n in range(1, len(pieces) + 1):
        if n == len(pieces) or pieces[n].start_ms - pieces[n - 1].end_ms > MAX_INNER_GAP_MS:
            following_ms = pieces[n].start_ms if n < len(pieces) else inf
            cues.extend(_cut_run(pieces[start:n], following_ms, policy))
            start = n
    return cues


def _cut_run(
    run: Sequence[Piece], following_ms: float, policy: LinePolicy
) -> list[Sequence[Piece]]:
    best = [0.0] + [inf] * len(run)
    came_from = [0] * (len(run) + 1)
    for first in range(len(run)):
        for end, inner in _candidates(run, first, policy):
            next_ms = run[end].start_ms if end < len(run) else following_ms
            cost = best[first] + inner + _cue_cost(run, first, end, next_ms, policy)
            if cost < best[end]:
                best[end], came_from[end] = cost, first
    ends: list[int] = []
    end = len(run)
    while end:
        ends.append(end)
        end = came_from[end]
    starts = [0, *ends[:0:-1]]
    return [run[a:b] for a, b in zip(starts, ends[::-1], strict=True)]


def _candidates(
    run: Sequence[Piece], first: int, policy: LinePolicy
) -> Iterator[tuple[int, float]]:
    """Every end of a cue that begins at ``first``, and what lies inside it costs."""
    lines, width, inner = 1, run[first].width, 0.0
    yield first + 1, inner
    for n in range(first + 1, len(run)):
        piece, before = run[n], run[n - 1]
        grown = width + piece.glue_width + piece.width
        if grown > policy.max_line_chars:
            lines, width = lines + 1, piece.width
        else:
            width = grown
        if lines > policy.max_lines or piece.end_ms - run[first].start_ms > policy.max_cue_ms:
            return
        inner += INNER_SENTENCE_COST * before.ends_phrase
        inner += WIDE_GAP_COST * (piece.start_ms - before.end_ms > WIDE_GAP_MS)
        yield n + 1, inner


def _cue_cost(
    run: Sequence[Piece], first: int, end: int, next_ms: float, policy: LinePolicy
) -> float:
    cost = CUE_COST
    if end < len(run):
        cost += break_cost(run[end - 1], run[end], english=policy.english)
    if not run[end - 1].ends_phrase and any(piece.ends_phrase for piece in run[first:end]):
        cost += HANGING_COST
    if end - first == 1 and run[first].width <= ORPHAN_CELLS:
        cost += ORPHAN_COST
    free_ms = max(1.0, min(next_ms - policy.gap_ms - run[first].start_ms, policy.max_cue_ms))
    if free_ms < policy.min_cue_ms:
        cost += SHORT_TIME_COST * (1 - free_ms / policy.min_cue_ms)
    cells = sum(piece.width + piece.glue_width for piece in run[first:end])
    wanted_ms = 1000 * cells / policy.max_chars_per_s
    if wanted_ms > free_ms:
        cost += min(MAX_FAST_COST, FAST_COST * (wanted_ms / free_ms - 1))
    return cost
