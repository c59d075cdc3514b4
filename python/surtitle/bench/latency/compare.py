"""Two runs beside each other: ratios with the confidence that a noisy machine allows."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from surtitle.bench.latency.figures import SCHEMA, Document, percentile
from surtitle.errors import SurtitleError

RESAMPLES = 2000
SEED = 217

LEAST_CLIPS = 5
"""A bootstrap over fewer is too sure of itself; over one it has no width at all."""

Clips = Sequence[dict[str, Any]]


class CompareError(SurtitleError):
    """A file that is no run of the latency bench, or two that have nothing in common."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """The second run's figure over the first's, with its 95 % confidence interval."""

    figure: str
    first: float
    second: float
    ratio: float
    low: float
    high: float

    @property
    def beyond_noise(self) -> bool:
        """The interval does not hold 1."""
        return not self.low <= 1.0 <= self.high


def read(path: Path) -> Document:
    """Raises :class:`CompareError` for anything but a run of this schema."""
    try:
        document = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise CompareError(f"{path} is not a run of the latency bench: {error}.") from error
    whole = isinstance(document, dict) and isinstance(document.get("clips"), list)
    if not whole or document.get("schema") != SCHEMA:
        raise CompareError(
            f"{path} is not a run of the latency bench of schema {SCHEMA}: "
            "give what `surtitle bench latency --json` wrote."
        )
    run: Document = document
    return run


def compare(first: Document, second: Document) -> list[Ratio]:
    """Ratios by bootstrap over the clips that both runs have.

    The same clips are drawn in both, so that easy and hard ones weigh the same. A figure that is
    missing or not positive in either has no ratio. Raises :class:`CompareError` without a common
    clip.
    """
    others = {clip["id"]: clip for clip in second["clips"]}
    pairs = [(clip, others[clip["id"]]) for clip in first["clips"] if clip["id"] in others]
    if not pairs:
        raise CompareError("The two runs have no clip in common.")
    if len(pairs) < LEAST_CLIPS:
        raise CompareError(
            f"The two runs have {len(pairs)} clips in common; an interval needs {LEAST_CLIPS}."
        )
    draws = np.random.default_rng(SEED).integers(0, len(pairs), (RESAMPLES, len(pairs)))
    ratios = (_ratio(name, figure, pairs, draws) for name, figure in FIGURES.items())
    return [ratio for ratio in ratios if ratio is not None]


def lines(ratios: Sequence[Ratio]) -> list[str]:
    """The table that a person reads."""
    rows = ["figure           first    second    ratio   95 % interval"]
    for one in ratios:
        verdict = "" if one.beyond_noise else "  within noise"
        rows.append(
            f"{one.figure:14s}{one.first:9.3g} {one.second:9.3g} {one.ratio:8.2f}   "
            f"{one.low:.2f} to {one.high:.2f}{verdict}"
        )
    return rows


def _ratio(
    name: str,
    figure: Callable[[Clips], float | None],
    pairs: Sequence[tuple[dict[str, Any], dict[str, Any]]],
    draws: np.ndarray[Any, Any],
) -> Ratio | None:
    whole = [figure([pair[side] for pair in pairs]) for side in (0, 1)]
    first, second = whole
    if first is None or second is None or first <= 0 or second <= 0:
        return None
    ratios = []
    for draw in draws:
        before, after = (figure([pairs[n][side] for n in draw]) for side in (0, 1))
        if before is not None and after is not None and before > 0:
            ratios.append(after / before)
    low, high = np.percentile(ratios, [2.5, 97.5])
    return Ratio(name, first, second, second / first, float(low), float(high))


def _of_words(key: str, share: float) -> Callable[[Clips], float | None]:
    def figure(clips: Clips) -> float | None:
        values = [w[key] for clip in clips for w in clip["words"] if w[key] is not None]
        return percentile(values, share)

    return figure


def _of_updates(share: float) -> Callable[[Clips], float | None]:
    def figure(clips: Clips) -> float | None:
        return percentile([ms for clip in clips for ms in clip.get("update_ms", [])], share)

    return figure


def _share(part: str, whole: str) -> Callable[[Clips], float | None]:
    def figure(clips: Clips) -> float | None:
        if any(part not in clip for clip in clips):
            # The file is of an older version, which did not have the figure.
            return None
        total = sum(clip[whole] for clip in clips)
        return sum(clip[part] for clip in clips) / total if total else None

    return figure


FIGURES: dict[str, Callable[[Clips], float | None]] = {
    "first p50": _of_words("first_ms", 0.5),
    "first p95": _of_words("first_ms", 0.95),
    "stable p50": _of_words("stable_ms", 0.5),
    "stable p95": _of_words("stable_ms", 0.95),
    "update p50": _of_updates(0.5),
    "update p95": _of_updates(0.95),
    "flicker": _share("erased", "final_words"),
    "wer": _share("errors", "reference_words"),
    "shown_wer": _share("shown_errors", "reference_words"),
}
