"""Writes what the recogniser makes of the golden audio into ``tests/golden/recogniser``.

    .venv/bin/python tests/engine/record_golden.py

For a change of the model or the decoding that is meant: read the difference before committing it.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from surtitle.engine.recogniser import Recogniser

GOLDEN = Path(__file__).parents[1] / "golden" / "recogniser"
STEP = 4_800
CUT = 44_000


def main() -> None:
    recogniser = Recogniser.from_store()
    path = GOLDEN / "growing.json"
    golden = json.loads(path.read_text("utf-8"))
    cases = [
        _case(recogniser, 0, "silly.s16", None),
        _case(recogniser, 10, "unless.s16", None),
        _case(recogniser, 20, "unless.s16", CUT),
    ]
    written = {"description": golden["description"], "cases": cases}
    path.write_text(json.dumps(written, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _case(recogniser: Recogniser, number: int, audio: str, cut: int | None) -> dict[str, Any]:
    samples = np.fromfile(GOLDEN / audio, "<i2").astype(np.float32) / np.float32(32768)
    ticks: list[dict[str, Any]] = []

    def heard(segment: int, span: tuple[int, int], kind: str) -> int:
        result = recogniser.recognise(
            samples[slice(*span)], number + segment, final=kind == "final", cut=kind == "cut"
        )
        ticks.append(
            {
                "segment": segment,
                "from": span[0],
                "to": span[1],
                "pass": kind,
                "text": result.text,
                "tokens": list(result.tokens),
                "agreed_tokens": result.agreed_tokens,
                "context_samples": result.context_samples,
                "words": [asdict(word) for word in result.words],
                "rest": [asdict(word) for word in result.rest],
            }
        )
        return result.context_samples

    start, segment = 0, 0
    for end in range(16_000, len(samples), STEP):
        heard(segment, (start, end), "open")
        if cut is not None and segment == 0 and end > cut + 9_600:
            start = cut - heard(0, (0, cut), "cut")
            segment = 1
    heard(segment, (start, len(samples)), "final")
    return {"audio": audio, "ticks": ticks}


if __name__ == "__main__":
    main()
