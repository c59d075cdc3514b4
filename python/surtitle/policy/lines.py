"""The lines of one cue: as few as it needs, balanced, broken where a reader would."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from surtitle.policy.breaks import break_cost

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from surtitle.policy.pieces import Piece

# How many points of `break_cost` a wholly lopsided pair of lines costs.
IMBALANCE_WEIGHT = 12.0
# Of two equal choices the lower line is the longer one (Netflix: a pyramid leaves more picture).
TOP_HEAVY_COST = 0.5


def line_width(pieces: Sequence[Piece]) -> float:
    """The width of pieces on one line, in cells."""
    inner = sum(piece.glue_width for piece in pieces[1:])
    return inner + sum(piece.width for piece in pieces)


def line_text(pieces: Sequence[Piece]) -> str:
    """The pieces as a line."""
    return "".join(piece.glue + piece.text if n else piece.text for n, piece in enumerate(pieces))


def lines_needed(pieces: Sequence[Piece], max_chars: float) -> int:
    """The fewest lines that hold the pieces (filling each line is optimal for that)."""
    count, width = 1, 0.0
    for n, piece in enumerate(pieces):
        grown = width + piece.glue_width + piece.width if n and width else piece.width
        if width and grown > max_chars:
            count, width = count + 1, piece.width
        else:
            width = grown
    return count


def break_lines(pieces: Sequence[Piece], max_chars: float, *, english: bool) -> tuple[str, ...]:
    """The text of each line; no line is over ``max_chars`` unless a single piece is."""
    if not pieces:
        return ()
    count = lines_needed(pieces, max_chars)
    best = min(
        _breaks(pieces, max_chars, count),
        key=lambda ends: _cost(pieces, ends, english=english),
    )
    starts = (0, *best[:-1])
    return tuple(line_text(pieces[a:b]) for a, b in zip(starts, best, strict=True))


def _breaks(pieces: Sequence[Piece], max_chars: float, count: int) -> Iterator[tuple[int, ...]]:
    """Every way to fill ``count`` lines, as the end of each line."""
    if count == 1:
        yield (len(pieces),)
        return
    for end in range(1, len(pieces) - count + 2):
        if end > 1 and line_width(pieces[:end]) > max_chars:
            return
        if lines_needed(pieces[end:], max_chars) <= count - 1:
            for rest in _breaks(pieces[end:], max_chars, count - 1):
                yield (end, *(end + place for place in rest))


def _cost(pieces: Sequence[Piece], ends: tuple[int, ...], *, english: bool) -> float:
    starts = (0, *ends[:-1])
    widths = [line_width(pieces[a:b]) for a, b in zip(starts, ends, strict=True)]
    lopsided = (max(widths) - min(widths)) / max(1.0, max(widths) + min(widths))
    breaks = sum(break_cost(pieces[a - 1], pieces[a], english=english) for a in ends[:-1])
    top_heavy = TOP_HEAVY_COST * sum(upper > lower for upper, lower in itertools.pairwise(widths))
    return IMBALANCE_WEIGHT * lopsided + breaks + top_heavy
