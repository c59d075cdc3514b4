"""Hypotheses of a growing segment in, committed and tentative words out.

Which hypothesis is taken at all:

- a revision not newer than the last one of its segment is ignored (`stale`);
- a hypothesis for a segment that is closed, or older than the open one, is ignored (`closed`);
- an interim hypothesis without words says nothing and is ignored (`empty`); a final one without
  words closes the segment and withdraws what was shown;
- a final one that was cut in the midst of speech leaves the words heard beyond the cut (`rest`) on
  the screen, where the next segment opens with them;
- a hypothesis for a later segment closes the open one with the words it shows (`implied`),
  because captions on the screen must not be lost with a final hypothesis that never came.

Every one of these is counted.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from surtitle.policy.loops import length_without_loop
from surtitle.policy.segment import Caution, Change, OpenSegment, in_time_order
from surtitle.policy.words import ShownWord, keys_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from surtitle.policy.agreement import CommitRule
    from surtitle.policy.hypothesis import CloseReason, Hypothesis
    from surtitle.policy.options import SessionOptions
    from surtitle.policy.words import Word

NO_CHANGE = Change(0, ())

COUNTED = (
    "ignored_stale",
    "ignored_closed",
    "ignored_empty",
    "implied_finals",
    "looped_words",
    "blank_words",
    "mended_times",
)


class Ignored(Enum):
    """Why a hypothesis was not taken."""

    STALE = "stale"
    CLOSED = "closed"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class ClosedSegment:
    """The words a segment ended with; ``reason`` is None where nobody said why it ended."""

    segment: int
    words: tuple[ShownWord, ...]
    end_s: float
    reason: CloseReason | None


@dataclass(frozen=True, slots=True)
class Step:
    """What became of one hypothesis: segments that closed with it, and what it changed."""

    change: Change
    closed: tuple[ClosedSegment, ...]
    ignored: Ignored | None = None


class Stabiliser:
    """All segments of one stream; the newest one is open."""

    def __init__(self, rule: CommitRule, options: SessionOptions) -> None:
        self.counters = Counter(dict.fromkeys(COUNTED, 0))
        self._rule = rule
        self._caution = Caution(options.last_word_wait_s, options.last_word_confidence)
        self._options = options
        self._open: OpenSegment | None = None
        self._segment = -1
        self._revision = -1
        self._end_s = 0.0
        self._floor_s = 0.0
        self._ids = 0

    @property
    def shown(self) -> tuple[ShownWord, ...]:
        """The words of the open segment."""
        return self._open.shown if self._open else ()

    def push(self, hypothesis: Hypothesis) -> Step:
        """Take or ignore one hypothesis."""
        ignored = self._refusal(hypothesis)
        if ignored:
            self.counters[f"ignored_{ignored.value}"] += 1
            return Step(NO_CHANGE, (), ignored)
        closed = self._make_room(hypothesis)
        segment = self._open or self._start(hypothesis.segment)
        self._revision = hypothesis.revision
        self._end_s = hypothesis.end_s
        words = tuple(in_time_order(self._without_loop(hypothesis.words), self._floor_s))
        if not hypothesis.final:
            return Step(segment.interim(words, hypothesis.end_s), closed)
        rest = tuple(in_time_order(hypothesis.rest, hypothesis.end_s))
        change = segment.close(words, rest)
        following = segment.following(rest, hypothesis.end_s) if rest else None
        ended = self._closed(segment, hypothesis.reason)
        if following is not None:
            self._segment, self._revision, self._open = self._segment + 1, -1, following
        return Step(change, (*closed, ended))

    def finish(self) -> tuple[ClosedSegment, ...]:
        """Close the open segment with the words it shows."""
        if self._open is None:
            return ()
        self._open.close_as_shown()
        self.counters["implied_finals"] += 1
        return (self._closed(self._open, None),)

    def _refusal(self, hypothesis: Hypothesis) -> Ignored | None:
        if hypothesis.segment < self._segment:
            return Ignored.CLOSED
        if hypothesis.segment == self._segment:
            if self._open is None:
                return Ignored.CLOSED
            if hypothesis.revision <= self._revision:
                return Ignored.STALE
        if not hypothesis.final and not hypothesis.words:
            return Ignored.EMPTY
        return None

    def _make_room(self, hypothesis: Hypothesis) -> tuple[ClosedSegment, ...]:
        return self.finish() if hypothesis.segment > self._segment else ()

    def _start(self, segment: int) -> OpenSegment:
        self._segment, self._revision = segment, -1
        self._open = OpenSegment(self._rule, self._caution, self._id_source())
        return self._open

    def _closed(self, segment: OpenSegment, reason: CloseReason | None) -> ClosedSegment:
        self._open = None
        # Segments never overlap: what comes next begins where the last word ended.
        self._floor_s = max([self._floor_s, *(shown.word.end_s for shown in segment.shown)])
        return ClosedSegment(self._segment, segment.shown, self._end_s, reason)

    def _id_source(self) -> Callable[[], int]:
        def next_id() -> int:
            self._ids += 1
            return self._ids

        return next_id

    def _without_loop(self, words: tuple[Word, ...]) -> tuple[Word, ...]:
        keep = length_without_loop(
            keys_of(words), self._options.max_word_repeats, self._options.max_phrase_repeats
        )
        self.counters["looped_words"] += len(words) - keep
        return words[:keep]
