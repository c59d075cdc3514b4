"""How bad it is to break a line, or a cue, between two pieces: 0 (a sentence ends) to 12.

The order of preference is Netflix's and the BBC's: after punctuation; before a conjunction; before
a preposition; never between an article and its noun, or a preposition and what it governs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from surtitle.policy.words import word_key, word_set

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

_CONJUNCTIONS = word_set(
    "and but or nor so yet because although though while when where which who that if unless "
    "until since than as whether before after"
)
_PREPOSITIONS = word_set(
    "of in on at to for from with by about into over under between through during against "
    "without within across behind beyond around among toward towards upon"
)
# Words that lean on the next one: articles, determiners, possessives, auxiliaries, titles.
_CLINGING = word_set(
    "a an the this these those my your his her its our their some any no every each "
    "is are was were be been am i'm you're we're they're it's that's i've we've to not very "
    "will would can could should may might must shall do does did have has had i you we they he "
    "she mr mrs ms dr prof st"
)


def break_cost(left: Piece, right: Piece, *, english: bool) -> float:
    """The cost of a break between two neighbouring pieces."""
    if right.inside_word:
        return INSIDE_WORD_BREAK
    mark = left.text.rstrip(_CLOSERS)[-1:]
    if left.ends_phrase or (mark and mark in _SENTENCE_MARKS):
        return SENTENCE_BREAK
    if mark and mark in _CLAUSE_MARKS:
        return CLAUSE_BREAK
    cost = _word_cost(word_key(left.text), word_key(right.text)) if english else PLAIN_BREAK
    return cost - BREATH_BONUS if right.start_ms - left.end_ms >= BREATH_MS else cost


def _word_cost(left: str, right: str) -> float:
    if left in _CLINGING or left in _PREPOSITIONS or left in _CONJUNCTIONS:
        return CLINGING_BREAK
    if right in _CONJUNCTIONS:
        return CONJUNCTION_BREAK
    return PREPOSITION_BREAK if right in _PREPOSITIONS else PLAIN_BREAK
