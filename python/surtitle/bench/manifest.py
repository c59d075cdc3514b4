"""Manifests of clips: one JSON object a line, the files beside them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from surtitle.errors import SurtitleError


class ManifestError(SurtitleError):
    """A manifest that cannot be read, or an entry of it that is no clip."""


@dataclass(frozen=True, slots=True)
class Clip:
    """A file and what is said in it, in lower case."""

    id: str
    kind: str
    path: Path
    text: str


def entries(path: Path, *keys: str) -> list[dict[str, Any]]:
    """The objects of ``path``, each of which has ``keys``. Raises :class:`ManifestError`."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ManifestError(
            f"{path} cannot be read ({error}): give a file with one JSON object a line, with "
            f"{', '.join(keys)}."
        ) from error
    return [
        _entry(f"{path}, line {number}", line, keys)
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]


def trusted(entry: dict[str, Any], kinds: frozenset[str]) -> bool:
    """Whether the entry is of one of ``kinds`` (empty: of any) and nobody doubts its text."""
    return not entry.get("suspicious") and (not kinds or entry["kind"] in kinds)


def _entry(place: str, line: str, keys: tuple[str, ...]) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except ValueError as error:
        raise ManifestError(f"{place} is not JSON: {error}.") from error
    missing = keys if not isinstance(entry, dict) else [key for key in keys if key not in entry]
    if missing:
        raise ManifestError(f"{place} has no {', '.join(missing)}.")
    found: dict[str, Any] = entry
    return found
