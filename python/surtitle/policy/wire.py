"""The dictionaries that cross from the policy to a page or a socket."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from surtitle.policy.errors import HypothesisError
from surtitle.policy.export.vtt import cue_text
from surtitle.policy.hypothesis import parse_hypothesis
from surtitle.policy.sentences import Phrase
from surtitle.policy.words import ShownWord

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from surtitle.policy.cues import Cue


class WordDict(TypedDict):
    """A shown word; times in stream seconds."""

    id: int
    text: str
    start_s: float
    end_s: float
    committed: bool


class PhraseDict(TypedDict):
    """A finished phrase; nothing takes it back."""

    start_s: float
    end_s: float
    text: str
    words: list[WordDict]


class UpdateDict(TypedDict):
    """What to show now.

    ``words`` are the words of the open phrase and the open segment, in order; words of a phrase
    in ``finished`` are in it for the last time. ``withdrawn`` counts words taken back or corrected,
    ``withdrawn_ids`` names those to take off the screen. An id that leaves ``words`` without being
    named there has finished and stays on the screen until it rolls off. ``ignored`` says why a
    hypothesis was not taken, else None.
    """

    segment: int
    revision: int
    words: list[WordDict]
    withdrawn: int
    withdrawn_ids: list[int]
    finished: list[PhraseDict]
    ignored: str | None


class CueDict(TypedDict):
    """A cue; times in whole milliseconds, ``end_ms > start_ms``.

    ``lines`` are plain; ``text`` is the same as WebVTT cue text, in which `&`, `<`, `>` are
    escaped, as the timed layout and WebVTT readers take it.
    """

    start_ms: int
    end_ms: int
    lines: list[str]
    text: str


def word_dict(shown: ShownWord) -> WordDict:
    """A shown word for the wire."""
    word = shown.word
    return {
        "id": shown.id,
        "text": word.text,
        "start_s": word.start_s,
        "end_s": word.end_s,
        "committed": shown.committed,
    }


def phrase_dict(phrase: Phrase) -> PhraseDict:
    """A finished phrase for the wire."""
    return {
        "start_s": phrase.start_s,
        "end_s": phrase.end_s,
        "text": phrase.text,
        "words": [word_dict(shown) for shown in phrase.shown],
    }


def word_dicts(words: Iterable[ShownWord]) -> list[WordDict]:
    """Shown words for the wire."""
    return [word_dict(shown) for shown in words]


def cue_dicts(cues: Sequence[Cue]) -> list[CueDict]:
    """Cues for the wire."""
    return [
        {
            "start_ms": cue.start_ms,
            "end_ms": cue.end_ms,
            "lines": list(cue.lines),
            "text": cue_text(cue.lines),
        }
        for cue in cues
    ]


def read_phrases(given: object) -> list[Phrase]:
    """Finished phrases that come back over the wire, put in order of time.

    A word needs only ``text``, ``start_s`` and ``end_s``. Absurd times are mended as those of a
    hypothesis are; phrases without words are left out.

    Raises:
        HypothesisError: a phrase or a word has not the agreed shape.

    """
    if not isinstance(given, list):
        raise HypothesisError(f"the phrases are {given!r}: give a list of phrases")
    phrases = [_read_phrase(item) for item in given]
    return sorted((p for p in phrases if p.shown), key=lambda phrase: phrase.start_s)


def _read_phrase(given: object) -> Phrase:
    if not isinstance(given, dict):
        raise HypothesisError(f"a phrase is {given!r}: give an object")
    whole = parse_hypothesis({"segment": 0, "revision": 0, "final": True, **given})
    words = whole.hypothesis.words
    return Phrase(tuple(ShownWord(0, word, committed=True) for word in words))
