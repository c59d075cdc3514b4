"""How bad it is to break a line, or a cue, between two pieces: 0 (a sentence ends) to 12.

The order of preference is Netflix's and the BBC's: after punctuation; before a conjunction; before
a preposition; never between an article and its noun, or a preposition and what it governs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from surtitle.policy.english import CONJUNCTIONS, PREPOSITIONS, leans_on_next
from surtitle.policy.words import word_key

if TYPE_CHECKING:
    from surtitle.policy.pieces import Piece

SENTENCE_BREAK = 0.0
CLAUSE_BREAK = 1.0
CONJUNCTION_BREAK = 2.5
PREPOSITION_BREAK = 3.5
PLAIN_BREAK = 4.5
CLINGING_BREAK = 9.0
INSIDE_WORD_BREAK = 12.0

# A breath between two words says where the speaker breaks.
BREATH_MS = 200
BREATH_BONUS = 2.0

_SENTENCE_MARKS = ".!?…。！？؟۔।॥"
_CLAUSE_MARKS = ",;:—–、，；：،؛"
_CLOSERS = "\"'”’»)]}」』）"


def break_cost(left: Piece, right: Piece, *, english: bool) -> float:
    """The cost of a break between two neighbouring pieces."""
    if right.inside_word:
        return INSIDE_WORD_BREAK
    mark = left.text.rstrip(_CLOSERS)[-1:]
    if left.ends_phrase or (mark and mark in _SENTENCE_MARKS):
        return SENTENCE_BREAK
    if mark and mark in _CLAUSE_MARKS:
        return CLAUSE_BREAK
    cost = _word_cost(left.text, right.text) if english else PLAIN_BREAK
    return cost - BREATH_BONUS if right.start_ms - left.end_ms >= BREATH_MS else cost


def _word_cost(left_text: str, right_text: str) -> float:
    left, right = word_key(left_text), word_key(right_text)
    # Two capitals in a row are a name, most of the time: first and last name stay together.
    name = left_text[:1].isupper() and right_text[:1].isupper()
    if name or leans_on_next(left):
        return CLINGING_BREAK
    if right in CONJUNCTIONS:
        return CONJUNCTION_BREAK
    return PREPOSITION_BREAK if right in PREPOSITIONS else PLAIN_BREAK
