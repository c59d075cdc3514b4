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


class OpenSegment:
    """Committed and tentative words of one segment; ``next_id`` gives ids never used before."""

    def __init__(self, rule: CommitRule, next_id: Callable[[], int]) -> None:
        self._rule = rule
        self._next_id = next_id
        self._recent: tuple[Reading, ...] = ()
        self._shown: tuple[ShownWord, ...] = ()

    @property
    def shown(self) -> tuple[ShownWord, ...]:
        """Committed words first, then tentative ones."""
        return self._shown

    def interim(self, words: tuple[Word, ...], end_s: float) -> Change:
        """Take an interim hypothesis that has at least one word."""
        keys = keys_of(words)
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
        return self._show(committed, tail)

    def close(self, words: tuple[Word, ...]) -> Change:
        """Take the final hypothesis: all of it is committed, the rest is withdrawn."""
        return self._show(words, ())

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
        newest = self._recent[-1].keys
        return len(self._recent) == self._rule.memory and all(
            len(reading.keys) <= len(newest) for reading in self._recent
        )

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
