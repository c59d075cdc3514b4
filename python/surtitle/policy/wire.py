"""The dictionaries that cross from the policy to a page or a socket."""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from surtitle.policy.cues import Cue
    from surtitle.policy.sentences import Phrase
    from surtitle.policy.words import ShownWord


class WordDict(TypedDict):
    """A shown word; times in stream seconds."""

    id: int
    text: str
    start_s: float
    end_s: float
    committed: bool
    confidence: NotRequired[float]


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
    """A cue; times in whole milliseconds, ``end_ms > start_ms``."""

    start_ms: int
    end_ms: int
    lines: list[str]


def word_dict(shown: ShownWord) -> WordDict:
    """A shown word for the wire."""
    word = shown.word
    result: WordDict = {
        "id": shown.id,
        "text": word.text,
        "start_s": word.start_s,
        "end_s": word.end_s,
        "committed": shown.committed,
    }
    if word.confidence is not None:
        result["confidence"] = word.confidence
    return result


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
        {"start_ms": cue.start_ms, "end_ms": cue.end_ms, "lines": list(cue.lines)} for cue in cues
    ]
