"""The seam between two segments that were cut out of one stretch of speech.

The recogniser ends whatever it is given with a full stop and begins it with a capital: of eight
cuts in LibriSpeech clips seven stood in the middle of a sentence, all with a stop. So a stop at a
cut has to be borne out by the words on both sides; otherwise the sentence goes on, without it. A
question or exclamation mark is believed.
"""

from __future__ import annotations

from surtitle.policy.english import CONJUNCTIONS, OPENERS, PREPOSITIONS, leans_on_next
from surtitle.policy.words import word_key

_STOPS = ".…"
_BELIEVED = "!?。！？؟۔।॥"
_NEVER_LOWERED = frozenset({"i", "i'm", "i've", "i'll", "i'd"})
_LOWERED = (CONJUNCTIONS | PREPOSITIONS | OPENERS | {"the", "a", "an", "nor"}) - _NEVER_LOWERED


def goes_on(left: str, right: str) -> bool:
    """Whether the sentence of ``left``, the last word before a cut, goes on with ``right``."""
    mark = left[-1:]
    if mark not in _STOPS:
        return mark not in _BELIEVED
    if right[:1].islower() or leans_on_next(word_key(left)):
        return True
    # A script without capitals, or another language: nothing speaks against the stop.
    return right[:1].isascii() and word_key(right) not in OPENERS


def without_stop(text: str) -> str:
    """The word without the stop that the recogniser put there; a lone mark stays."""
    return text.rstrip(_STOPS) or text


def going_on(text: str) -> str:
    """The word as it stands inside a sentence: names, which nobody can tell, keep their capital."""
    return text[0].lower() + text[1:] if word_key(text) in _LOWERED else text
