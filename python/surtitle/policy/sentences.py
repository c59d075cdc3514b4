"""Finished phrases for the transcript and the screen reader's log.

A phrase is made of words of closed segments only: no later hypothesis can take it back. It ends

- at a full stop, question or exclamation mark, unless the stop is part of a number or of an
  abbreviation;
- at a pause of ``pause_s``;
- at the best earlier place, when it grows past ``max_phrase_chars`` or ``max_phrase_s``.

A segment that was cut in the middle of speech does not end a phrase by itself; see `joints` for
what becomes of the stop that the recogniser puts there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from surtitle.policy.abbreviations import stop_is_inside
from surtitle.policy.hypothesis import CloseReason
from surtitle.policy.joints import goes_on, going_on, without_stop
from surtitle.policy.text import join_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from surtitle.policy.options import SessionOptions
    from surtitle.policy.stabiliser import ClosedSegment
    from surtitle.policy.words import ShownWord, Word

_CLOSERS = "\"'”’»)]}」』）"
_TERMINALS = ".!?…。！？؟۔।॥"
_CLAUSE_MARKS = ",;:—–、，；：،؛"

# Segments nearer than this were cut out of one stretch of speech: the segmenter's frame is 32 ms.
CUT_GAP_S = 0.05
# With no reason given, this much silence after the last word means that the speaker paused.
PAUSE_TAIL_S = 0.2


@dataclass(frozen=True, slots=True)
class Phrase:
    """A finished phrase: one word or more, all committed, each with its id on the screen."""

    shown: tuple[ShownWord, ...]

    @property
    def words(self) -> tuple[Word, ...]:
        """The words without their ids."""
        return tuple(shown.word for shown in self.shown)

    @property
    def text(self) -> str:
        """The phrase as running text."""
        return join_words([shown.word.text for shown in self.shown])

    @property
    def start_s(self) -> float:
        """Start of the first word."""
        return self.shown[0].word.start_s

    @property
    def end_s(self) -> float:
        """End of the last word."""
        return max(shown.word.end_s for shown in self.shown)


class PhraseBuilder:
    """Collects the words of closed segments and lets go of whole phrases."""

    def __init__(self, options: SessionOptions) -> None:
        self._options = options
        self._words: list[ShownWord] = []
        self._cut_ids: set[int] = set()

    @property
    def open_words(self) -> tuple[ShownWord, ...]:
        """Words of closed segments whose phrase has not ended yet."""
        return tuple(self._words)

    def add(self, closed: ClosedSegment) -> list[Phrase]:
        """Take the words of a closed segment; return the phrases that are finished by it."""
        if not closed.words:
            return []
        self._words.extend(closed.words)
        last = closed.words[-1]
        if self._may_continue(closed, last.word):
            self._cut_ids.add(last.id)
        self._mend_cuts()
        return list(self._split())

    def advance(self, stream_s: float) -> list[Phrase]:
        """Say that nothing was spoken between the last word and ``stream_s``."""
        if self._words and stream_s - self._words[-1].word.end_s >= self._options.pause_s:
            return self.flush()
        return []

    def settle(self, following: Word) -> list[Phrase]:
        """Say that ``following`` is the next word: a stop at a cut proves to be real, or goes."""
        if not self._words or self._words[-1].id not in self._cut_ids:
            return []
        text = self._words[-1].word.text
        if not goes_on(text, following.text):
            return self.flush()
        if ends_sentence(text):
            self._rewrite(-1, without_stop(text))
        return []

    def flush(self) -> list[Phrase]:
        """Finish what is open: the stream has ended or paused."""
        return [self._take(len(self._words))] if self._words else []

    def _may_continue(self, closed: ClosedSegment, last: Word) -> bool:
        if closed.reason is None:
            return closed.end_s - last.end_s < PAUSE_TAIL_S
        return closed.reason is CloseReason.CUT

    def _mend_cuts(self) -> None:
        for n, (left, right) in enumerate(pairwise(self._words)):
            text, following = left.word.text, right.word.text
            if left.id not in self._cut_ids or not goes_on(text, following):
                continue
            if ends_sentence(text):
                self._rewrite(n, without_stop(text))
            self._rewrite(n + 1, going_on(following))

    def _rewrite(self, place: int, text: str) -> None:
        shown = self._words[place]
        self._words[place] = replace(shown, word=replace(shown.word, text=text))

    def _split(self) -> Iterator[Phrase]:
        n = 0
        while n < len(self._words):
            if self._ends_at(n):
                yield self._take(n + 1)
                n = 0
            elif self._too_long(n):
                yield self._take(self._best_break(n))
                n = 0
            else:
                n += 1

    def _ends_at(self, n: int) -> bool:
        shown = self._words[n]
        if n + 1 == len(self._words):
            return shown.id not in self._cut_ids and ends_sentence(shown.word.text)
        following = self._words[n + 1].word
        if following.start_s - shown.word.end_s >= self._options.pause_s:
            return True
        return ends_sentence(shown.word.text, following.text)

    def _too_long(self, n: int) -> bool:
        words = [shown.word for shown in self._words[: n + 1]]
        span_s = words[-1].end_s - words[0].start_s
        if n == 0:
            return False
        long_text = len(join_words([word.text for word in words])) > self._options.max_phrase_chars
        return long_text or span_s > self._options.max_phrase_s

    def _best_break(self, n: int) -> int:
        """The length to cut at: the last clause mark in the later half, else the widest gap."""
        later_half = range(n // 2, n)
        marks = [i for i in later_half if self._words[i].word.text[-1] in _CLAUSE_MARKS]
        return 1 + (marks[-1] if marks else max(later_half, key=self._gap_after_s))

    def _gap_after_s(self, n: int) -> float:
        return self._words[n + 1].word.start_s - self._words[n].word.end_s

    def _take(self, length: int) -> Phrase:
        taken, self._words = self._words[:length], self._words[length:]
        self._cut_ids.difference_update(shown.id for shown in taken)
        return Phrase(tuple(taken))


def ends_sentence(text: str, following: str = "") -> bool:
    """Whether the word ``text`` ends a sentence, given the word after it, if that is known."""
    bare = text.rstrip(_CLOSERS)
    if not bare or bare[-1] not in _TERMINALS:
        return False
    if bare.endswith(("...", "…")):
        return not following[:1].islower()
    if bare[-1] != ".":
        return True
    return not stop_is_inside(bare.lstrip("\"'“‘«([{"), following)
