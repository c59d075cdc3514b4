"""Options of a caption session, checked once at start."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import isfinite
from typing import TYPE_CHECKING

from surtitle.policy.errors import OptionsError

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """Everything that can be set; every default has its source beside it.

    Raises:
        OptionsError: a value is outside what the option accepts.

    """

    language: str = "en"
    """BCP 47 tag; its first part chooses line widths and reading speed."""
    agreement: int = 2
    """Hypotheses in a row that must agree on a word before it is committed."""
    withdrawal: int = 2
    """Hypotheses in a row that must agree on something else before a committed word goes."""
    hold_last_word: bool = True
    """The last word of an interim hypothesis may still grow: it stays tentative."""
    last_word_wait_s: float = 0.25
    """Audio through which hypotheses must end in a word before it is shown (decision 0067)."""
    last_word_confidence: float = 0.95
    """From this confidence on the last word is shown at once; over 1: never."""
    max_word_repeats: int = 4
    """A word said more often than this in a row, at the tail, is a decoder loop."""
    max_phrase_repeats: int = 3
    """The same for a phrase of 2 to 8 words."""
    pause_s: float = 1.0
    """Silence after a word that ends a phrase even without punctuation."""
    max_phrase_s: float = 20.0
    """Longest phrase in the log and the transcript."""
    max_phrase_chars: int = 240
    """Longest phrase in the log and the transcript."""
    max_line_chars: int | None = None
    """Cells in a line; None: the language's own (42; zh, ko 16; ja 13; th 35)."""
    max_lines: int = 2
    """Lines in a cue (Netflix timed text: 2)."""
    max_chars_per_s: float | None = None
    """Reading speed; None: the language's own (en 20, zh 9, ko 12, ja 4, else 17)."""
    min_cue_ms: int = 833
    """Shortest cue (Netflix timed text: 5/6 s)."""
    max_cue_ms: int = 7000
    """Longest cue (Netflix timed text: 7 s)."""
    close_gap_ms: int = 500
    """Gaps between cues under this close to two frames (Netflix timed text: half a second)."""
    frame_rate_hz: float = 24.0
    """Frames a second, in which the gap between cues is measured."""

    def __post_init__(self) -> None:
        if not self.language.strip():
            raise OptionsError("option language is empty: give a language tag such as 'en'")
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            if value is not None and not (isfinite(value) and low <= value <= high):
                raise OptionsError(f"option {name} is {value}: give a value from {low} to {high}")
        if self.min_cue_ms > self.max_cue_ms:
            raise OptionsError(
                f"option min_cue_ms is {self.min_cue_ms}, over max_cue_ms {self.max_cue_ms}: "
                "give a smaller one"
            )

    @classmethod
    def from_dict(cls, given: Mapping[str, object]) -> SessionOptions:
        """Check names and types of a JSON object.

        Raises:
            OptionsError: an unknown name, or a value of another type or out of range.

        """
        kinds = {field.name: str(field.type) for field in fields(cls)}
        for name, value in given.items():
            if name not in kinds:
                raise OptionsError(f"unknown option {name!r}: known are {', '.join(sorted(kinds))}")
            if not _fits(value, kinds[name]):
                raise OptionsError(
                    f"option {name} is {value!r}: give a value of type {kinds[name]}"
                )
        return cls(**given)  # type: ignore[arg-type]  # names and types were checked above


_RANGES: dict[str, tuple[float, float]] = {
    "agreement": (1, 16),
    "withdrawal": (1, 16),
    "last_word_wait_s": (0, 5),
    "last_word_confidence": (0, 2),
    "max_word_repeats": (1, 64),
    "max_phrase_repeats": (1, 64),
    "pause_s": (0.05, 60),
    "max_phrase_s": (1, 600),
    "max_phrase_chars": (20, 10_000),
    "max_line_chars": (4, 200),
    "max_lines": (1, 4),
    "max_chars_per_s": (1, 100),
    "min_cue_ms": (1, 60_000),
    "max_cue_ms": (1, 60_000),
    "close_gap_ms": (0, 10_000),
    "frame_rate_hz": (1, 240),
}


def _fits(value: object, kind: str) -> bool:
    if value is None:
        return "None" in kind
    base = kind.split(" | ", maxsplit=1)[0]
    if base == "bool":
        return isinstance(value, bool)
    if isinstance(value, bool):
        return False
    if base == "int":
        return isinstance(value, int)
    if base == "float":
        return isinstance(value, int | float)
    return isinstance(value, str)
