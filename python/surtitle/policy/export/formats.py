"""The formats by name."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from surtitle.policy.cues import build_cues
from surtitle.policy.errors import FormatError
from surtitle.policy.export.plain import to_text
from surtitle.policy.export.srt import to_srt
from surtitle.policy.export.transcript import Recognition, to_json
from surtitle.policy.export.vtt import to_vtt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from surtitle.policy.line_policy import LinePolicy
    from surtitle.policy.sentences import Phrase


class Format(Enum):
    """A file format, named as on the command line."""

    SRT = "srt"
    VTT = "vtt"
    TXT = "txt"
    JSON = "json"

    @classmethod
    def named(cls, name: str) -> Format:
        """The format of that name, in any case.

        Raises:
            FormatError: there is none.

        """
        try:
            return cls(name.casefold())
        except ValueError:
            accepted = ", ".join(known.value for known in cls)
            raise FormatError(f"unknown format {name!r}: give one of {accepted}") from None


def export(
    phrases: Sequence[Phrase],
    format_name: str,
    policy: LinePolicy,
    recognition: Recognition | None = None,
) -> str:
    """The phrases as a file of the named format.

    Raises:
        FormatError: there is no such format.

    """
    chosen = Format.named(format_name)
    if chosen is Format.JSON:
        return to_json(phrases, recognition or Recognition())
    if chosen is Format.TXT:
        return to_text(phrases)
    cues = build_cues([phrase.words for phrase in phrases], policy)
    return to_srt(cues) if chosen is Format.SRT else to_vtt(cues)
