"""The numbers of the line policy for one session: options over the language's own rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from surtitle.policy.language import rules_for

if TYPE_CHECKING:
    from surtitle.policy.options import SessionOptions

# Netflix timed text: two frames between two cues.
GAP_FRAMES = 2


@dataclass(frozen=True, slots=True)
class LinePolicy:
    """Widths in cells, times in milliseconds."""

    max_line_chars: int
    max_lines: int
    max_chars_per_s: float
    min_cue_ms: int
    max_cue_ms: int
    close_gap_ms: int
    gap_ms: int
    half_width_latin: bool
    english: bool

    @classmethod
    def of(cls, options: SessionOptions) -> LinePolicy:
        """The policy that ``options`` ask for."""
        rules = rules_for(options.language)
        return cls(
            max_line_chars=options.max_line_chars or rules.max_line_chars,
            max_lines=options.max_lines,
            max_chars_per_s=options.max_chars_per_s or rules.max_chars_per_s,
            min_cue_ms=options.min_cue_ms,
            max_cue_ms=options.max_cue_ms,
            close_gap_ms=options.close_gap_ms,
            gap_ms=round(GAP_FRAMES * 1000 / options.frame_rate_hz),
            half_width_latin=rules.half_width_latin,
            english=options.language.casefold().startswith("en"),
        )
