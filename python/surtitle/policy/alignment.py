"""Which words of an older text stand where in a newer one.

Plain edit distance over words, with common ends taken off first: a growing segment differs in its
last few words, so the table that is left is small.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# Past this many cells the middle is paired by position: only an absurd input gets there
# (a segment of 6 s holds about 25 words).
MAX_CELLS = 40_000


def pair_words(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of places ``(old, new)``, rising in both: the same word, or one put for another."""
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    pairs = [(index, index) for index in range(head)]
    middle_old, middle_new = old[head : len(old) - tail], new[head : len(new) - tail]
    pairs += [(i + head, j + head) for i, j in _pair_middle(middle_old, middle_new)]
    pairs += [(len(old) - tail + n, len(new) - tail + n) for n in range(tail)]
    return pairs


def place_after(part: Sequence[str], whole: Sequence[str]) -> int:
    """The place in ``whole`` at which ``part``, read from the start of ``whole``, has ended.

    The end with the fewest edits is taken; of equals the one nearest to ``len(part)``.
    """
    if tuple(whole[: len(part)]) == tuple(part):
        return len(part)
    if len(part) * len(whole) > MAX_CELLS:
        return min(len(part), len(whole))
    last_row = _edit_table(part, whole)[-1]
    return min(range(len(last_row)), key=lambda end: (last_row[end], abs(end - len(part))))


def _edit_table(old: Sequence[str], new: Sequence[str]) -> list[list[int]]:
    table = [list(range(len(new) + 1))]
    for i, word in enumerate(old, start=1):
        above, row = table[-1], [i]
        for j, other in enumerate(new, start=1):
            row.append(min(above[j - 1] + (word != other), above[j] + 1, row[-1] + 1))
        table.append(row)
    return table


def _pair_middle(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    if not old or not new:
        return []
    if len(old) * len(new) > MAX_CELLS:
        return [(index, index) for index in range(min(len(old), len(new)))]
    table = _edit_table(old, new)
    pairs: list[tuple[int, int]] = []
    i, j = len(old), len(new)
    while i and j:
        # Of equally cheap ways the one that adds words last: a hypothesis grows at its end.
        if table[i][j] == table[i][j - 1] + 1:
            j -= 1
        elif table[i][j] == table[i - 1][j] + 1:
            i -= 1
        else:
            i, j = i - 1, j - 1
            pairs.append((i, j))
    return pairs[::-1]
