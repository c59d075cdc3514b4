"""What is left at the end does not depend on which passes the machine had time for."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from surtitle.policy import CaptionSession

if TYPE_CHECKING:
    from tests.policy.conftest import Said

WORDS = [
    "a",
    "storm",
    "came",
    "up",
    "at",
    "sea",
    "and",
    "the",
    "ship",
    "was",
    "lost",
    "with",
    "all",
    "of",
    "her",
    "men",
    "on",
    "board",
]


def stream(said: Said, dice: random.Random) -> tuple[list[dict[str, object]], str]:
    """Segments of a stream, some cut: interim hypotheses that may mishear, and the final words."""
    given: list[dict[str, object]] = []
    final: list[str] = []
    start_s = 0.0
    for segment in range(dice.randint(1, 4)):
        words = [_word(dice) for _ in range(dice.randint(1, 8))]
        rest = [_word(dice) for _ in range(dice.randint(0, 3))]
        cut = bool(rest)
        for revision in range(dice.randint(0, 6)):
            heard = [*words, *rest][: dice.randint(1, len(words) + len(rest))]
            if dice.random() < 0.3:
                heard[dice.randrange(len(heard))] = _word(dice)
            text = " ".join(heard)
            given.append(said(text, segment=segment, revision=revision, start_s=start_s))
        end_s = start_s + 0.3 * len(words)
        last = said(
            " ".join(words),
            segment=segment,
            revision=9,
            start_s=start_s,
            end_s=end_s,
            final=True,
            reason="cut" if cut else "pause",
        )
        last["rest"] = said(" ".join(rest), start_s=end_s)["words"]
        given.append(last)
        final += words
        start_s = end_s + (0.0 if cut else 1.5)
    return given, " ".join(final)


def _word(dice: random.Random) -> str:
    return dice.choice(dice.choice(WORDS).split())


def left_after(given: list[dict[str, object]]) -> str:
    session = CaptionSession()
    for hypothesis in given:
        session.push(hypothesis)
    session.finish()
    return " ".join(phrase.text for phrase in session.phrases)


def test_whatever_passes_are_left_out_the_final_words_are_the_same(said: Said) -> None:
    dice = random.Random(217)
    for _ in range(300):
        given, final = stream(said, dice)
        kept = [one for one in given if one["final"] or dice.random() < 0.5]
        # Behind them stand the words that the last cut left for a segment that never came.
        assert left_after(given)[: len(final)] == left_after(kept)[: len(final)] == final
