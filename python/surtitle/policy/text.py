"""How words become a line of text: spaces where a script has them, and widths in cells."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# Han, kana, bopomofo and their marks, and Thai, Lao, Khmer, Myanmar: written without spaces
# between words. Hangul is left out: Korean has spaces.
_UNSPACED = (
    (0x0E00, 0x0EFF),
    (0x1000, 0x109F),
    (0x1780, 0x17FF),
    (0x2E80, 0x312F),
    (0x31A0, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0xFF01, 0xFF65),
    (0x20000, 0x3FFFF),
)


def is_unspaced(character: str) -> bool:
    """Whether ``character`` is of a script that has no spaces between words."""
    code = ord(character)
    return code >= 0x0E00 and any(first <= code <= last for first, last in _UNSPACED)


def space_between(left: str, right: str) -> str:
    """The separator between two neighbouring words: a space, or nothing."""
    if not left or not right:
        return ""
    return "" if is_unspaced(left[-1]) and is_unspaced(right[0]) else " "


def join_words(texts: Sequence[str]) -> str:
    """The words as running text."""
    parts: list[str] = []
    last = ""
    for text in texts:
        parts.append(space_between(last, text))
        parts.append(text)
        last = text
    return "".join(parts)


@lru_cache(maxsize=8192)
def width_cells(text: str, *, half_width_latin: bool = False) -> float:
    """The width of ``text`` in character cells of its language.

    Combining marks and format characters are 0. Where the line is measured in full-width
    characters (zh, ja, ko: ``half_width_latin``) a narrow character is half a cell, as in
    Netflix's timed-text guides for Japanese and Korean; elsewhere a wide one is two.
    """
    narrow, wide = (0.5, 1.0) if half_width_latin else (1.0, 2.0)
    total = 0.0
    for character in text:
        if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
            continue
        total += wide if unicodedata.east_asian_width(character) in "WF" else narrow
    return total
