"""What several folders of tests need: clips of real speech and the one recogniser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from surtitle.audio.source import MediaFile

if TYPE_CHECKING:
    import numpy.typing as npt

    from surtitle.engine.recogniser import Recogniser

TESTS = Path(__file__).parent
CLIPS = TESTS / "clips"
GOLDEN = TESTS / "golden"


def clip_entries() -> list[dict[str, str]]:
    """The project's own clips, as their manifest describes them."""
    lines = (CLIPS / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def samples_of(path: Path) -> npt.NDArray[np.float32]:
    """All of a file at once, as the recogniser wants it (f32 [N], 16 kHz)."""
    return np.concatenate(list(MediaFile(path).blocks()))


@pytest.fixture(scope="session")
def recogniser() -> Recogniser:
    """The real recogniser; `make models` brings what it needs."""
    from surtitle.engine.recogniser import Recogniser

    return Recogniser.from_store()
