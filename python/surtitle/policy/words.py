"""Timed words, and what makes two of them the same word."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# Signs that belong to the sentence, not to the word. `%`, `#`, `&`, `@`, `*` are left out: "50"
# and "50%" are different words.
SENTENCE_MARKS = ".,!?;:…\"'“”‘’«»‹›()[]{}-–—¿¡。，、！？；：「」『』（）【】《》・،؟؛।॥"


@dataclass(frozen=True, slots=True)
class Word:
    """One recognised word; times in seconds since the start of the stream, ``start_s <= end_s``.

    ``confidence`` is 0 to 1, or None where the recogniser gives none.
    """

    text: str
    start_s: float
    end_s: float
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class ShownWord:
    """A word in its place on the screen.

    ``id`` names the place: it stays while the word stays, and also when the word is corrected
    where it stands. A committed word never becomes tentative again under the same id.
    """

    id: int
    word: Word
    committed: bool


@lru_cache(maxsize=8192)
def word_key(text: str) -> str:
    """What is compared when two hypotheses are: case and the sentence's own marks do not count."""
    folded = unicodedata.normalize("NFC", text).casefold()
    return folded.strip(SENTENCE_MARKS) or folded


def keys_of(words: Iterable[Word]) -> tuple[str, ...]:
    """The keys of ``words``, in order."""
    return tuple(word_key(word.text) for word in words)


def word_set(listing: str) -> frozenset[str]:
    """The keys in ``listing``, which has spaces between them."""
    return frozenset(listing.split())
