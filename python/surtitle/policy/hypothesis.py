"""A hypothesis as the recogniser sends it, and what becomes of absurd ones.

The shape is a contract between programs: a missing key or a wrong type raises. The numbers come
from a model over real audio: times that make no sense are mended and counted, so that no caption
is lost to them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import isfinite, nan
from typing import TYPE_CHECKING

from surtitle.policy.errors import HypothesisError
from surtitle.policy.words import Word

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# A word's time may pass its segment's edge by this much (a frame of the encoder and rounding)
# before the clamp is worth counting.
EDGE_TOLERANCE_S = 0.05

# Four months: no stream is longer, and one absurd time must not push all later words after it.
LONGEST_STREAM_S = 1e7


class CloseReason(Enum):
    """Why the segmenter closed a segment."""

    PAUSE = "pause"
    CUT = "cut"
    END = "end"


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """The words of one segment as understood now; times in stream seconds, finite, in order."""

    segment: int
    revision: int
    start_s: float
    end_s: float
    final: bool
    words: tuple[Word, ...]
    reason: CloseReason | None = None
    rest: tuple[Word, ...] = ()
    """Behind a cut: words heard beyond it, with which the next segment begins."""


@dataclass(frozen=True, slots=True)
class Mended:
    """A hypothesis and how many of its numbers or words had to be mended or dropped."""

    hypothesis: Hypothesis
    times: int
    blanks: int


def parse_hypothesis(given: Mapping[str, object]) -> Mended:
    """Read the dictionary of the recogniser's contract.

    Times that are not finite, negative, past `LONGEST_STREAM_S`, out of order or outside the
    segment are moved to the nearest time that makes sense. Blank words are dropped.

    Raises:
        HypothesisError: a key is missing or has a wrong type.

    """
    final = given.get("final", False)
    if not isinstance(final, bool):
        raise HypothesisError(f"hypothesis key 'final' is {final!r}: give true or false")
    raw, raw_rest = _raw_words(given, "words"), _raw_words(given, "rest")
    start_s, end_s, times = _span(given, raw)
    words, moved = _in_order(raw, start_s, end_s)
    rest, moved_rest = _in_order(raw_rest, end_s, LONGEST_STREAM_S)
    hypothesis = Hypothesis(
        segment=_count(given, "segment"),
        revision=_count(given, "revision"),
        start_s=start_s,
        end_s=end_s,
        final=final,
        words=tuple(words),
        reason=_reason(given),
        rest=tuple(rest),
    )
    blanks = len(_list(given, "words")) - len(raw) + len(_list(given, "rest")) - len(raw_rest)
    return Mended(hypothesis, times + moved + moved_rest, blanks)


def _count(given: Mapping[str, object], key: str) -> int:
    value = given.get(key)
    # A JSON number may come as 3.0 from JavaScript through another encoder.
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise HypothesisError(f"hypothesis key {key!r} is {value!r}: give an integer from 0")
    return value


def _number(given: Mapping[str, object], key: str) -> float:
    value = given.get(key, "")
    if type(value) is float:
        return value
    if value is None:  # how JavaScript's JSON writes NaN and Infinity
        return nan
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise HypothesisError(
            f"hypothesis key {key!r} is {value!r}: give a number, or null where it is unknown"
        )
    try:
        return float(value)
    except OverflowError:
        return float("inf")


def _list(given: Mapping[str, object], key: str) -> Sequence[object]:
    words = given.get(key, () if key == "rest" else None)
    if not isinstance(words, list | tuple):
        raise HypothesisError(f"hypothesis key {key!r} is {words!r}: give a list of words")
    return words


def _reason(given: Mapping[str, object]) -> CloseReason | None:
    value = given.get("reason")
    if value is None:
        return None
    try:
        return CloseReason(value)
    except ValueError:
        accepted = ", ".join(reason.value for reason in CloseReason)
        raise HypothesisError(
            f"hypothesis key 'reason' is {value!r}: give one of {accepted}, or leave it out"
        ) from None


def _raw_words(given: Mapping[str, object], key: str) -> list[Word]:
    words: list[Word] = []
    for item in _list(given, key):
        if not isinstance(item, dict):
            raise HypothesisError(f"a word of the hypothesis is {item!r}: give an object")
        text = item.get("text")
        if not isinstance(text, str):
            raise HypothesisError(f"a word's 'text' is {text!r}: give a string")
        text = " ".join(text.split())
        if text:
            start_s, end_s = _number(item, "start_s"), _number(item, "end_s")
            words.append(Word(text, start_s, end_s, _confidence(item)))
    return words


def _confidence(item: Mapping[str, object]) -> float | None:
    value = item.get("confidence")
    if value is None:
        return None
    number = _number(item, "confidence")
    return min(1.0, max(0.0, number)) if isfinite(number) else None


def _span(given: Mapping[str, object], words: Sequence[Word]) -> tuple[float, float, int]:
    start_s, end_s = _number(given, "start_s"), _number(given, "end_s")
    mended = 0
    if not _is_time(start_s):
        mended += 1
        start_s = next((word.start_s for word in words if _is_time(word.start_s)), 0.0)
    if not _is_time(end_s) or end_s < start_s:
        mended += 1
        end_s = max([start_s, *(word.end_s for word in words if _is_time(word.end_s))])
    return start_s, end_s, mended


def _is_time(value_s: float) -> bool:
    return isfinite(value_s) and 0 <= value_s <= LONGEST_STREAM_S


def _in_order(words: Sequence[Word], start_s: float, end_s: float) -> tuple[list[Word], int]:
    placed: list[Word] = []
    moved = 0
    floor_s = start_s
    for word in words:
        if floor_s <= word.start_s <= word.end_s <= end_s:
            placed.append(word)
            floor_s = word.start_s
            continue
        begin = _clamp(word.start_s, floor_s, end_s)
        end = _clamp(word.end_s, begin, end_s)
        moved += not (
            abs(begin - word.start_s) <= EDGE_TOLERANCE_S
            and abs(end - word.end_s) <= EDGE_TOLERANCE_S
        )
        placed.append(Word(word.text, begin, end, word.confidence))
        floor_s = begin
    return placed, moved


def _clamp(value: float, low: float, high: float) -> float:
    if not isfinite(value):
        return low
    return min(max(value, low), high)
