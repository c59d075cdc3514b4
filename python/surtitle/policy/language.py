"""What a language asks of a line and of a reader.

Numbers: Netflix timed-text style guides as coded in Subtitle Edit (42 characters a line; zh and ko
16, ja 13, th 35; reading speed 20 characters a second for English, 9 zh, 12 ko, 4 ja, else 17).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LanguageRules:
    """Cells in a line, reading speed in cells a second, and how cells are counted."""

    max_line_chars: int
    max_chars_per_s: float
    half_width_latin: bool


_DEFAULT = LanguageRules(42, 17, half_width_latin=False)
_RULES = {
    "en": LanguageRules(42, 20, half_width_latin=False),
    "zh": LanguageRules(16, 9, half_width_latin=True),
    "ko": LanguageRules(16, 12, half_width_latin=True),
    "ja": LanguageRules(13, 4, half_width_latin=True),
    "th": LanguageRules(35, 17, half_width_latin=False),
}


def rules_for(language: str) -> LanguageRules:
    """The rules of a BCP 47 tag, by its first part; an unknown language gets the common ones."""
    primary = language.replace("_", "-").split("-", maxsplit=1)[0].casefold()
    return _RULES.get(primary, _DEFAULT)
