"""Words cut into pieces that may stand on a line of their own, with times in milliseconds.

A word is one piece unless it is longer than a line; running text of scripts without spaces often
is. Pieces of one word share its time by their width.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from surtitle.policy.text import space_between, width_cells

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from surtitle.policy.words import Word

# Marks that may not begin a line (JIS X 4051 kinsoku; the same in Chinese and Korean practice).
_NEVER_FIRST = (
    "、。，．・：；？！…‥」』）】》〉〕］｝ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々,.!?:;)]}%"
)
# Marks that may not end a line.
_NEVER_LAST = "「『（【《〈〔［｛([{"


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, or a part of one. ``glue`` is what stands between it and the piece before."""

    text: str
    glue: str
    width: float
    glue_width: float
    start_ms: int
    end_ms: int
    ends_phrase: bool = False
    inside_word: bool = False
    """Whether the piece before belongs to the same word."""


def cut_pieces(
    phrases: Iterable[Sequence[Word]], max_line_chars: int, *, half_width_latin: bool
) -> list[Piece]:
    """All words of all phrases, in order, times rising."""
    pieces: list[Piece] = []
    floor_ms = 0
    for phrase in phrases:
        for n, word in enumerate(phrase):
            before = pieces[-1].text if pieces else ""
            start_ms = max(floor_ms, round(word.start_s * 1000))
            end_ms = max(start_ms, round(word.end_s * 1000))
            parts = list(_parts(word.text, max_line_chars, half_width_latin=half_width_latin))
            spans = _share(start_ms, end_ms, [width for _, width in parts])
            last = n + 1 == len(phrase)
            for k, ((text, width), (begin, end)) in enumerate(zip(parts, spans, strict=True)):
                glue = "" if k else space_between(before, word.text)
                blank = width_cells(glue, half_width_latin=half_width_latin)
                ends = last and k + 1 == len(parts)
                pieces.append(Piece(text, glue, width, blank, begin, end, ends, k > 0))
            floor_ms = start_ms
    return pieces


def _parts(text: str, limit: int, *, half_width_latin: bool) -> Iterator[tuple[str, float]]:
    """Parts of about equal width, none over ``limit`` unless a single character is."""
    width = width_cells(text, half_width_latin=half_width_latin)
    if width <= limit:
        yield text, width
        return
    target = min(limit, ceil(width / ceil(width / limit)) + 1)
    start = 0
    while start < len(text):
        end = _part_end(text, start, target, half_width_latin=half_width_latin)
        part = text[start:end]
        yield part, width_cells(part, half_width_latin=half_width_latin)
        start = end


def _part_end(text: str, start: int, target: float, *, half_width_latin: bool) -> int:
    end = start + 1
    while end < len(text) and (
        width_cells(text[start : end + 1], half_width_latin=half_width_latin) <= target
    ):
        end += 1
    best = end
    while best > start + 1 and best < len(text) and not _may_break(text, best):
        best -= 1
    return best if best == len(text) or _may_break(text, best) else end


def _may_break(text: str, at: int) -> bool:
    joins = width_cells(text[at], half_width_latin=False) == 0
    return not joins and text[at] not in _NEVER_FIRST and text[at - 1] not in _NEVER_LAST


def _share(start_ms: int, end_ms: int, widths: Sequence[float]) -> list[tuple[int, int]]:
    total = sum(widths) or 1.0
    spans: list[tuple[int, int]] = []
    done, begin = 0.0, start_ms
    for width in widths:
        done += width
        end = start_ms + round((end_ms - start_ms) * done / total)
        spans.append((begin, end))
        begin = end
    return spans
