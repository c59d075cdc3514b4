"""The JSON transcript: phrases with their words and times."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, NotRequired, TypedDict

from surtitle.policy.text import join_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from surtitle.policy.sentences import Phrase
    from surtitle.policy.words import Word


class TranscriptWord(TypedDict):
    """A word; times in seconds since the start of the stream."""

    word: str
    start_s: float
    end_s: float
    confidence: NotRequired[float]


class TranscriptSegment(TypedDict):
    """A phrase."""

    start_s: float
    end_s: float
    text: str
    words: list[TranscriptWord]


class Transcript(TypedDict):
    """The whole recognition; ``rtf`` is processing time over ``duration_s``."""

    text: str
    segments: list[TranscriptSegment]
    model: str
    duration_s: float
    rtf: float | None


@dataclass(frozen=True, slots=True)
class Recognition:
    """What a transcript says about how it was made; None where nobody measured."""

    model: str = ""
    duration_s: float | None = None
    rtf: float | None = None


def transcript(phrases: Sequence[Phrase], recognition: Recognition) -> Transcript:
    """The transcript as a JSON-able dictionary; times never fall, rounded to milliseconds."""
    segments: list[TranscriptSegment] = []
    floor_s = 0.0
    for phrase in phrases:
        words: list[TranscriptWord] = []
        for word in phrase.words:
            words.append(_timed(word, floor_s))
            floor_s = words[-1]["start_s"]
        end_s = max(word["end_s"] for word in words)
        start_s = words[0]["start_s"]
        segments.append({"start_s": start_s, "end_s": end_s, "text": phrase.text, "words": words})
    duration_s = recognition.duration_s
    if duration_s is None:
        duration_s = max((segment["end_s"] for segment in segments), default=0.0)
    return {
        "text": join_words([segment["text"] for segment in segments]),
        "segments": segments,
        "model": recognition.model,
        "duration_s": round(duration_s, 3),
        "rtf": None if recognition.rtf is None else round(recognition.rtf, 4),
    }


def to_json(phrases: Sequence[Phrase], recognition: Recognition) -> str:
    """The transcript as indented JSON, ending in a newline."""
    return json.dumps(transcript(phrases, recognition), ensure_ascii=False, indent=2) + "\n"


def _timed(word: Word, floor_s: float) -> TranscriptWord:
    start_s = max(floor_s, round(word.start_s, 3))
    timed: TranscriptWord = {
        "word": word.text,
        "start_s": start_s,
        "end_s": max(start_s, round(word.end_s, 3)),
    }
    if word.confidence is not None:
        timed["confidence"] = round(word.confidence, 4)
    return timed
