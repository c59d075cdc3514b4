"""Which pieces share a cue: the cheapest way to cut a run of speech, found by dynamic programming.

Costs are in the points of `breaks.break_cost`. A cue costs a little for being there, its last
break, and whatever it makes the reader suffer: too little time, a silence in its middle, a lone
short word.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from math import inf
from typing import TYPE_CHECKING

from surtitle.policy.breaks import break_cost

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from surtitle.policy.line_policy import LinePolicy
    from surtitle.policy.pieces import Piece

# The pause that ends a phrase ends a cue, so that no words stand there before they are spoken.
MAX_INNER_GAP_MS = 1000
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
    costs = _RunCosts(run, following_ms, policy)
    best = [0.0] + [inf] * len(run)
    came_from = [0] * (len(run) + 1)
    for first in range(len(run)):
        for end in _ends(run, first, policy):
            cost = best[first] + costs.cue(first, end)
            if cost < best[end]:
                best[end], came_from[end] = cost, first
    ends: list[int] = []
    end = len(run)
    while end:
        ends.append(end)
        end = came_from[end]
    starts = [0, *ends[:0:-1]]
    return [run[a:b] for a, b in zip(starts, ends[::-1], strict=True)]


def _ends(run: Sequence[Piece], first: int, policy: LinePolicy) -> Iterator[int]:
    """Every end of a cue that begins at ``first`` and keeps to its lines and its time."""
    lines, width = 1, run[first].width
    yield first + 1
    for n in range(first + 1, len(run)):
        piece = run[n]
        width += piece.glue_width + piece.width
        if width > policy.max_line_chars:
            lines, width = lines + 1, piece.width
        if lines > policy.max_lines or piece.end_ms - run[first].start_ms > policy.max_cue_ms:
            return
        yield n + 1


class _RunCosts:
    """What each cue of a run would cost; sums over the run are taken once."""

    def __init__(self, run: Sequence[Piece], following_ms: float, policy: LinePolicy) -> None:
        self._run = run
        self._policy = policy
        self._next_ms = [*(piece.start_ms for piece in run), following_ms]
        self._cells = _sums(piece.width + piece.glue_width for piece in run)
        self._sentences = _sums(piece.ends_phrase for piece in run)
        self._wide_gaps = _sums(
            n > 0 and piece.start_ms - run[n - 1].end_ms > WIDE_GAP_MS
            for n, piece in enumerate(run)
        )
        inner = [break_cost(a, b, english=policy.english) for a, b in pairwise(run)]
        self._breaks = [0.0, *inner, 0.0]

    def cue(self, first: int, end: int) -> float:
        """The cost of a cue of the pieces from ``first`` up to, not including, ``end``."""
        policy, last = self._policy, end - 1
        cost = CUE_COST + self._breaks[end]
        inner_sentences = self._sentences[last] - self._sentences[first]
        cost += INNER_SENTENCE_COST * inner_sentences
        cost += WIDE_GAP_COST * (self._wide_gaps[end] - self._wide_gaps[first + 1])
        if inner_sentences and not self._run[last].ends_phrase:
            cost += HANGING_COST
        if end - first == 1 and self._run[first].width <= ORPHAN_CELLS:
            cost += ORPHAN_COST
        cells = self._cells[end] - self._cells[first]
        return cost + _time_cost(self._free_ms(first, end), cells, policy)

    def _free_ms(self, first: int, end: int) -> float:
        until_next_ms = self._next_ms[end] - self._policy.gap_ms - self._run[first].start_ms
        return max(1.0, min(until_next_ms, self._policy.max_cue_ms))


def _time_cost(free_ms: float, cells: float, policy: LinePolicy) -> float:
    """What it costs that ``cells`` can be shown for ``free_ms`` at the longest."""
    cost = 0.0
    if free_ms < policy.min_cue_ms:
        cost += SHORT_TIME_COST * (1 - free_ms / policy.min_cue_ms)
    wanted_ms = 1000 * cells / policy.max_chars_per_s
    if wanted_ms > free_ms:
        cost += min(MAX_FAST_COST, FAST_COST * (wanted_ms / free_ms - 1))
    return cost


def _sums(values: Iterable[float]) -> list[float]:
    """The sum of the first n values, for every n."""
    return list(accumulate(values, initial=0.0))
