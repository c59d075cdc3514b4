"""The guard against a decoder that says the same thing again and again at the tail.

The model loops on noise and on sub-second segments (measured: up to its token cap). A loop is
held back as a whole after a few repeats; what a person really repeats ("no, no, no") stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_PHRASE_WORDS = 8

# "0 0 0 0" is how numbers are read aloud; 15 is the longest telephone number (ITU-T E.164).
MAX_DIGIT_REPEATS = 15


def length_without_loop(keys: Sequence[str], max_word_repeats: int, max_phrase_repeats: int) -> int:
    """How many of ``keys`` to keep so that no loop stands at the tail.

    The shortest period wins, and a period may be cut off in the middle of its last turn.
    """
    for period in range(1, LONGEST_PHRASE_WORDS + 1):
        limit = max_phrase_repeats if period > 1 else _word_limit(keys, max_word_repeats)
        run = _tail_run(keys, period)
        if run > period * limit:
            return len(keys) - run + period * limit
    return len(keys)


def _word_limit(keys: Sequence[str], max_word_repeats: int) -> int:
    if keys and keys[-1].isdigit():
        return max(MAX_DIGIT_REPEATS, max_word_repeats)
    return max_word_repeats


def _tail_run(keys: Sequence[str], period: int) -> int:
    """How many words at the tail repeat with ``period``, the first turn included."""
    index = len(keys) - 1
    while index >= period and keys[index] == keys[index - period]:
        index -= 1
    return len(keys) - 1 - index + period if index < len(keys) - 1 else 0
