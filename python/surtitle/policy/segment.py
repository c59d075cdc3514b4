"""The words shown for one open segment, as its hypotheses come in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from surtitle.policy.agreement import CommitRule, Evidence, Reading
from surtitle.policy.alignment import pair_words, place_after
from surtitle.policy.words import ShownWord, Word, keys_of, word_key

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@dataclass(frozen=True, slots=True)
class Change:
    """What one hypothesis changed: words taken back, and the ids that left the screen.

    ``withdrawn`` also counts words that were corrected where they stand, under their old id.
    """

    withdrawn: int
    gone: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Caution:
    """When the last word of a hypothesis is shown: its end may still be missing.

    It is shown once all hypotheses of the last ``wait_s`` of audio end in it, or at once from
    ``confidence`` on. The wait is one of audio, so that it does not grow where passes are slow.
    Every word before it has been heard to its end, since another follows.
    """

    wait_s: float
    confidence: float


class OpenSegment:
    """Committed and tentative words of one segment; ``next_id`` gives ids never used before."""

    def __init__(self, rule: CommitRule, caution: Caution, next_id: Callable[[], int]) -> None:
        self._rule = rule
        self._caution = caution
        self._next_id = next_id
        self._recent: tuple[Reading, ...] = ()
        self._unchanged_since_s = 0.0
        self._shown: tuple[ShownWord, ...] = ()
        self._closed = 0

    @property
    def shown(self) -> tuple[ShownWord, ...]:
        """Committed words first, then tentative ones."""
        return self._shown

    def interim(self, words: tuple[Word, ...], end_s: float) -> Change:
        """Take an interim hypothesis that has at least one word."""
        keys = keys_of(words)
        if not self._recent or self._recent[-1].keys != keys:
            self._unchanged_since_s = end_s
        self._recent = (*self._recent, Reading(words, keys, end_s))[-self._rule.memory :]
        old = [shown.word for shown in self._shown if shown.committed]
        old_keys = keys_of(old)
        decision = self._rule.decide(Evidence(old_keys, self._recent))
        committed = [*words[: decision.taken], *old[decision.resumed :]]
        committed_keys = keys_of(committed)
        end = place_after(committed_keys, keys)
        committed = _refreshed(committed, committed_keys, words[:end], keys[:end])
        tail: Sequence[Word] = words[end:]
        if keys[:end] == committed_keys[:end]:
            tail = self._tail(committed_keys, words[end:])
        return self._show(committed, self._without_uncertain(len(committed), tail))

    def close(self, words: tuple[Word, ...], rest: tuple[Word, ...] = ()) -> Change:
        """Take the final hypothesis: all of it is committed, all else is withdrawn.

        ``rest`` was heard beyond a cut; as much of it as was shown stays for `following`.
        """
        whole = (*words, *rest)
        old = [shown.word for shown in self._shown if shown.committed]
        keys = keys_of(old)
        stands = keys_of(whole)[: len(keys)] == keys
        committed = max(len(words), len(old)) if stands else len(words)
        change = self._show(whole[:committed], whole[committed : len(self._shown)])
        self._closed = len(words)
        return change

    def following(self, rest: tuple[Word, ...], end_s: float) -> OpenSegment:
        """The segment that goes on behind the cut, with the words that were heard of it."""
        segment = OpenSegment(self._rule, self._caution, self._next_id)
        segment._recent = (Reading(rest, keys_of(rest), end_s),)
        segment._unchanged_since_s = end_s
        segment._shown = self._shown[self._closed :]
        self._shown = self._shown[: self._closed]
        return segment

    def close_as_shown(self) -> Change:
        """Commit what is shown: no final hypothesis will come."""
        return self._show([shown.word for shown in self._shown], ())

    def _tail(self, committed: Sequence[str], fresh: tuple[Word, ...]) -> Sequence[Word]:
        """The tentative words: the newest ones, or the old ones while nothing speaks against them.

        A hypothesis that only ends sooner takes nothing off the screen, unless the newest
        ``memory`` hypotheses all end there.
        """
        start = place_after(committed, keys_of(shown.word for shown in self._shown))
        old = [shown.word for shown in self._shown[start:] if not shown.committed]
        keys = keys_of(fresh)
        shorter = len(keys) < len(old) and keys == keys_of(old)[: len(keys)]
        return (*fresh, *old[len(fresh) :]) if shorter and not self._settled() else fresh

    def _settled(self) -> bool:
        longest = len(self._recent[-1].keys)
        enough = len(self._recent) == self._rule.memory
        return enough and all(len(reading.keys) <= longest for reading in self._recent)

    def _without_uncertain(self, committed: int, tail: Sequence[Word]) -> Sequence[Word]:
        """``tail`` without the newest hypothesis's last word, where that may still change."""
        newest = self._recent[-1]
        place = committed + len(tail) - 1
        if not tail or tail[-1] is not newest.words[-1]:
            return tail
        key = newest.keys[-1]
        stood = self._shown[place : place + 1]
        if stood and word_key(stood[0].word.text) == key:
            return tail
        if (tail[-1].confidence or 0.0) >= self._caution.confidence:
            return tail
        waited_s = newest.end_s - self._unchanged_since_s
        return tail if waited_s >= self._caution.wait_s else tail[:-1]

    def _show(self, committed: Sequence[Word], tentative: Sequence[Word]) -> Change:
        # Some words may have been heard again and moved, others not.
        new = in_time_order([*committed, *tentative])
        ids, withdrawn = self._carry_ids(new, len(committed))
        kept = set(ids)
        gone = tuple(shown.id for shown in self._shown if shown.id not in kept)
        self._shown = tuple(
            ShownWord(
                self._next_id() if known is None else known, word, committed=n < len(committed)
            )
            for n, (known, word) in enumerate(zip(ids, new, strict=True))
        )
        return Change(withdrawn, gone)

    def _carry_ids(self, new: Sequence[Word], committed: int) -> tuple[list[int | None], int]:
        old = self._shown
        old_keys = tuple(word_key(shown.word.text) for shown in old)
        new_keys = keys_of(new)
        ids: list[int | None] = [None] * len(new)
        same = 0
        for i, j in pair_words(old_keys, new_keys):
            if old[i].committed and j >= committed:
                continue
            ids[j] = old[i].id
            same += old_keys[i] == new_keys[j]
        return ids, len(old) - same


def _refreshed(
    committed: Sequence[Word],
    committed_keys: Sequence[str],
    newest: Sequence[Word],
    newest_keys: Sequence[str],
) -> list[Word]:
    """The committed words with the newest case, punctuation and times, where they are the same."""
    words = list(committed)
    for i, j in pair_words(committed_keys, newest_keys):
        if committed_keys[i] == newest_keys[j]:
            words[i] = newest[j]
    return words


def in_time_order(words: Sequence[Word], floor_s: float = 0.0) -> list[Word]:
    """The words with starts from ``floor_s`` that never fall, and ends not before their starts."""
    ordered: list[Word] = []
    for word in words:
        start_s = max(word.start_s, floor_s)
        end_s = max(word.end_s, start_s)
        unmoved = start_s == word.start_s and end_s == word.end_s
        ordered.append(word if unmoved else replace(word, start_s=start_s, end_s=end_s))
        floor_s = start_s
    return ordered
