"""Builders of hypotheses for the policy's tests."""

from __future__ import annotations

from typing import Protocol

import pytest

from surtitle.policy.words import Word

WORD_S = 0.3


class Said(Protocol):
    """Builds a hypothesis out of a text, a word every 300 ms."""

    def __call__(
        self,
        text: str,
        *,
        segment: int = 0,
        revision: int = 0,
        start_s: float = 0.0,
        end_s: float | None = None,
        final: bool = False,
        reason: str | None = None,
    ) -> dict[str, object]: ...


def timed(text: str, start_s: float = 0.0, word_s: float = WORD_S) -> list[Word]:
    """The words of ``text``, each ``word_s`` long, one after the other."""
    return [
        Word(word, start_s + n * word_s, start_s + (n + 1) * word_s)
        for n, word in enumerate(text.split())
    ]


def _said(
    text: str,
    *,
    segment: int = 0,
    revision: int = 0,
    start_s: float = 0.0,
    end_s: float | None = None,
    final: bool = False,
    reason: str | None = None,
) -> dict[str, object]:
    words = timed(text, start_s)
    given: dict[str, object] = {
        "segment": segment,
        "revision": revision,
        "start_s": start_s,
        "end_s": (words[-1].end_s if words else start_s) if end_s is None else end_s,
        "final": final,
        "words": [
            {"text": word.text, "start_s": word.start_s, "end_s": word.end_s} for word in words
        ],
    }
    return given if reason is None else {**given, "reason": reason}


@pytest.fixture
def said() -> Said:
    """The builder of hypotheses."""
    return _said


class Timed(Protocol):
    """Builds timed words out of a text."""

    def __call__(self, text: str, start_s: float = 0.0, word_s: float = WORD_S) -> list[Word]: ...


@pytest.fixture(name="timed")
def timed_fixture() -> Timed:
    """The builder of words."""
    return timed
