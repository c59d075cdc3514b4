"""What the record of one clip says: when each word was shown, how much was withdrawn, what it cost.

Words are compared in lower case, without punctuation. Times and flicker are those of the picture.
The words of the last revision are matched to the reference's by longest matching blocks, and those
of each revision to the last one's: a word is shown in a revision where it stands in such a block.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from surtitle.bench.words import word_error_rate, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from surtitle.bench.latency.record import ClipRecord, SpokenWord, Update

CHUNK_S = 512 / 16_000
"""The speech stage reads frames of 512 samples at 16 kHz."""

STRETCH_WORDS = 200
"""Clips of up to a minute are matched whole."""

STAGES = ("capture", "vad", "recognise", "text", "layout", "sync", "paint")


@dataclass(frozen=True, slots=True)
class WordScore:
    """A spoken word; the times are from its end in the audio and negative where shown before.

    None where the final text does not have the word, or its end never passed the write index.
    """

    word: SpokenWord
    first_ms: float | None = None
    stable_ms: float | None = None


@dataclass(slots=True)
class ClipScore:
    """The figures of one clip; sums and counts, so that clips can be pooled."""

    heard: str
    """The text in the end."""
    shown: str
    """The same with each word as it stood when it left the picture."""
    reference_words: int
    errors: int
    """Word errors of ``heard``."""
    shown_errors: int
    erased: int
    final_words: int
    words: list[WordScore] = field(default_factory=list)
    update_ms: list[float] = field(default_factory=list)
    """For each chunk of 32 ms in speech: arrival to the paint of the first update covering it."""
    tick_ms: list[float] = field(default_factory=list)
    """For each update: arrival of its last sample to its paint."""
    stages_ms: dict[str, list[float]] = field(default_factory=dict)

    @property
    def flicker(self) -> float | None:
        return self.erased / self.final_words if self.final_words else None

    @property
    def wer(self) -> float | None:
        return self.errors / self.reference_words if self.reference_words else None


def score(record: ClipRecord) -> ClipScore:
    """Score ``record``; one without revisions has every word as an error and no times."""
    shown = record.revisions[-1].text if record.revisions else ""
    heard = shown if record.transcript is None else record.transcript
    said, final = words_of(record.text), words_of(shown)

    def errors(text: str) -> int:
        return round(word_error_rate(said, words_of(text)) * max(1, len(said)))

    return ClipScore(
        heard=heard,
        shown=shown,
        reference_words=len(said),
        errors=errors(heard),
        shown_errors=errors(shown),
        erased=erased_words([words_of(revision.text) for revision in record.revisions]),
        final_words=len(final),
        words=_words(record, final),
        update_ms=_chunk_delays(record),
        tick_ms=_tick_delays(record),
        stages_ms=stage_times(record.updates),
    )


def erased_words(revisions: Sequence[Sequence[str]]) -> int:
    """Words beyond the prefix that a revision has in common with the next, over all revisions."""
    erased = 0
    for before, after in itertools.pairwise(revisions):
        pairs = zip(before, after, strict=False)
        kept = next((n for n, (old, new) in enumerate(pairs) if old != new), None)
        erased += len(before) - (min(len(before), len(after)) if kept is None else kept)
    return erased


def matched(words: Sequence[str], others: Sequence[str]) -> dict[int, int]:
    """Index into ``words`` → index into ``others``, ascending, by longest matching blocks.

    Of long texts the blocks are looked for in one stretch after the other, so that what is said
    again minutes later is not taken for what was said before.
    """
    pairs: dict[int, int] = {}
    at, other = 0, 0
    while at < len(words) and other < len(others):
        if len(words) > STRETCH_WORDS and words[at] == others[other]:
            pairs[at] = other
            at, other = at + 1, other + 1
            continue
        left, right = words[at : at + STRETCH_WORDS], others[other : other + STRETCH_WORDS]
        matcher = SequenceMatcher(None, left, right, autojunk=False)
        last = at + len(left) == len(words) or other + len(right) == len(others)
        found = {
            block.a + n: block.b + n
            for block in matcher.get_matching_blocks()
            for n in range(block.size)
            if last or block.a + n < STRETCH_WORDS // 2
        }
        pairs.update({at + a: other + b for a, b in found.items()})
        if last:
            break
        ends = max(found.items(), default=(STRETCH_WORDS // 2 - 1, STRETCH_WORDS // 2 - 1))
        at, other = at + ends[0] + 1, other + ends[1] + 1
    return pairs


def _words(record: ClipRecord, final: list[str]) -> list[WordScore]:
    # A timed word may hold more than one compared word ("twenty-one"): the last one counts.
    parts = [(part, n) for n, word in enumerate(record.words) for part in words_of(word.text)]
    final_index = {
        parts[part][1]: index for part, index in matched([p for p, _ in parts], final).items()
    }
    spans = _shown_spans(record, final)
    return [
        _word(record, word, spans.get(final_index.get(n, -1)))
        for n, word in enumerate(record.words)
    ]


def _word(record: ClipRecord, word: SpokenWord, span: tuple[float, float] | None) -> WordScore:
    heard_ms = record.heard_ms(word.end_s)
    if span is None or heard_ms is None:
        return WordScore(word)
    return WordScore(word, span[0] - heard_ms, span[1] - heard_ms)


def _shown_spans(record: ClipRecord, final: list[str]) -> dict[int, tuple[float, float]]:
    """Index into ``final`` → when the word was first shown, and from when on it stayed."""
    first: dict[int, float] = {}
    stable: dict[int, float] = {}
    for revision in record.revisions:
        shown = set(matched(final, words_of(revision.text)))
        stable = {index: stable.get(index, revision.at_ms) for index in shown}
        for index in shown:
            first.setdefault(index, revision.at_ms)
    return {index: (first[index], at_ms) for index, at_ms in stable.items()}


def _tick_delays(record: ClipRecord) -> list[float]:
    delays = []
    for update in record.updates:
        heard_ms, paint_ms = record.heard_ms(update.position_s), update.stamps_ms.get("paint")
        if heard_ms is not None and paint_ms is not None:
            delays.append(paint_ms - heard_ms)
    return delays


def _chunk_delays(record: ClipRecord) -> list[float]:
    """Delays of the chunks that arrived between two passes over the same speech.

    A chunk before a segment's first pass waits for the detector, not for the recogniser: that wait
    is in the words' own times.
    """
    painted = sorted(
        (update for update in record.updates if "paint" in update.stamps_ms),
        key=lambda update: update.position_s,
    )
    ends = [update.position_s for update in painted]
    delays = []
    for chunk in range(1, int(record.duration_s / CHUNK_S) + 1):
        end_s = chunk * CHUNK_S
        index = bisect_left(ends, end_s)
        heard_ms = record.heard_ms(end_s)
        if heard_ms is None or not 0 < index < len(ends):
            continue
        if painted[index].start_s < ends[index - 1] - CHUNK_S / 2:
            delays.append(min(u.stamps_ms["paint"] for u in painted[index:]) - heard_ms)
    return delays


def stage_times(updates: Sequence[Update]) -> dict[str, list[float]]:
    """Stage → what it added to each update; ``capture`` has the whole way, as in the page."""
    times: dict[str, list[float]] = {stage: [] for stage in STAGES}
    for update in updates:
        # What changed nothing was not painted, and must not make painting look free.
        passed = STAGES[:-1] if update.unchanged else STAGES
        stamped = [(s, update.stamps_ms[s]) for s in passed if s in update.stamps_ms]
        if not stamped or stamped[0][0] != "capture":
            continue
        for (_, before_ms), (stage, at_ms) in itertools.pairwise(stamped):
            times[stage].append(at_ms - before_ms)
        times["capture"].append(stamped[-1][1] - stamped[0][1])
    return times
