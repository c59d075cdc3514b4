"""Word error rate: lower case, without punctuation."""

from __future__ import annotations

import re
from collections.abc import Sequence

_APART = re.compile(r"[^\w']+|_")


def words_of(text: str) -> list[str]:
    """Return the words as they are compared; hyphens and dashes part words, apostrophes do not."""
    lowered = text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").lower()
    return [word for part in _APART.split(lowered) if (word := part.strip("'"))]


def word_error_rate(reference: Sequence[str], heard: Sequence[str]) -> float:
    """Return substitutions, deletions and insertions over the words of ``reference``.

    The rate passes 1 where more is inserted than was said. An empty reference has the rate 0 if
    nothing was heard, else the number of words heard.
    """
    distances = list(range(len(heard) + 1))
    for row, word in enumerate(reference, start=1):
        diagonal, distances[0] = distances[0], row
        for column, other in enumerate(heard, start=1):
            best = min(diagonal + (word != other), distances[column] + 1, distances[column - 1] + 1)
            diagonal, distances[column] = distances[column], best
    return distances[-1] / max(1, len(reference))
