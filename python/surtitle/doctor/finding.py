"""What one check found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Need(Enum):
    """Who needs what was looked for."""

    USER = "user"
    """``surtitle serve`` or ``surtitle transcribe`` does not work without it."""
    DEVELOPER = "developer"
    """Only building and testing Surtitle needs it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A thing that was looked for; ``remedy`` is empty where it is in order."""

    name: str
    need: Need
    detail: str
    remedy: str = ""

    @property
    def is_there(self) -> bool:
        """Whether nothing has to be done."""
        return not self.remedy

    @property
    def blocks(self) -> bool:
        """Whether a user's command fails for want of it."""
        return self.need is Need.USER and not self.is_there
