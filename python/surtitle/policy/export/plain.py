"""Plain text: a phrase a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from surtitle.policy.export.timestamp import clean_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from surtitle.policy.sentences import Phrase


def to_text(phrases: Iterable[Phrase]) -> str:
    """The text of every phrase on a line of its own; lines end in a line feed."""
    return "".join(f"{line}\n" for phrase in phrases for line in clean_lines([phrase.text]))
