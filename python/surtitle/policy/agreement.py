"""The rule by which words are committed and committed words are withdrawn.

The rules, for an interim hypothesis (a final one commits all its words and nothing else):

1. A word is committed when the newest `agreement` hypotheses in a row have it at the same place
   and agree on every word before it.
2. The last word of the newest hypothesis is not committed yet: it may still be growing.
3. A committed word gives way only when the newest `withdrawal` hypotheses in a row contradict it
   *and agree with each other* on what stands in its place: it is replaced by something that is
   itself committed, so no committed word ever becomes tentative again.
4. A hypothesis that merely ends before a committed word does not contradict it. When the newest
   `withdrawal` hypotheses are all the same and end before it, they do.

A rule is a pure function of `Evidence`, so a recording replays to the same result.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from surtitle.policy.alignment import place_after

if TYPE_CHECKING:
    from collections.abc import Sequence

    from surtitle.policy.words import Word


@dataclass(frozen=True, slots=True)
class Reading:
    """One interim hypothesis as a rule sees it: the words, their keys, and the segment's end."""

    words: tuple[Word, ...]
    keys: tuple[str, ...]
    end_s: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a rule may look at. ``recent`` is newest last and never empty."""

    committed: tuple[str, ...]
    recent: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """The new committed words: ``newest[:taken]``, then ``committed[resumed:]``.

    ``Decision(0, 0)`` leaves everything as it is.
    """

    taken: int
    resumed: int


class CommitRule(Protocol):
    """A strategy for committing; pure, without state of its own."""

    @property
    def memory(self) -> int:
        """How many of the newest hypotheses the rule wants to see."""
        ...

    def decide(self, evidence: Evidence) -> Decision:
        """Say which words are committed from now on."""
        ...


@dataclass(frozen=True, slots=True)
class PrefixAgreement:
    """The common prefix of the newest hypotheses is committed (rules 1 to 4 above)."""

    agreement: int = 2
    withdrawal: int = 2
    hold_last_word: bool = True

    @property
    def memory(self) -> int:
        """As many as the longer of the two votes takes."""
        return max(self.agreement, self.withdrawal)

    def decide(self, evidence: Evidence) -> Decision:
        """Withdraw where the vote says so, else commit what is agreed, else keep all."""
        committed = evidence.committed
        agreed = self._agreed(evidence.recent, self.withdrawal)
        if agreed is not None and agreed[: len(committed)] != committed:
            withdrawn = self._withdraw(committed, agreed, evidence.recent)
            if withdrawn is not None:
                return withdrawn
        agreed = self._agreed(evidence.recent, self.agreement)
        if agreed is None or agreed[: len(committed)] != committed:
            return Decision(0, 0)
        free = self._without_last(agreed, evidence.recent[-1])
        return Decision(max(len(committed), len(free)), len(committed))

    @staticmethod
    def _agreed(recent: Sequence[Reading], votes: int) -> tuple[str, ...] | None:
        if len(recent) < votes:
            return None
        return common_prefix([reading.keys for reading in recent[-votes:]])

    def _without_last(self, agreed: tuple[str, ...], newest: Reading) -> tuple[str, ...]:
        whole = len(agreed) == len(newest.keys)
        return agreed[:-1] if self.hold_last_word and whole else agreed

    def _withdraw(
        self, committed: tuple[str, ...], agreed: tuple[str, ...], recent: Sequence[Reading]
    ) -> Decision | None:
        shared = len(common_prefix([committed, agreed]))
        if shared == len(agreed):
            same = all(reading.keys == agreed for reading in recent[-self.withdrawal :])
            return Decision(shared, len(committed)) if same else None
        free = self._without_last(agreed, recent[-1])
        if len(free) <= shared:
            return None
        return Decision(len(free), place_after(free, committed))


def common_prefix(sequences: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The longest beginning that all ``sequences`` share."""
    shortest = min(sequences, key=len)
    if all(sequence[: len(shortest)] == shortest for sequence in sequences):
        return shortest
    for index, key in enumerate(shortest):
        if any(sequence[index] != key for sequence in sequences):
            return shortest[:index]
    return shortest
