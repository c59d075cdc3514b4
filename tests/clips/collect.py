"""Cuts the project's own test clips from a larger collection: python collect.py --speech FOLDER

FOLDER holds `manifest.jsonl` (id, path, kind, text, licence, source_repo, source_path) and the
clips. Only material in the public domain, CC0 or CC BY is taken; NOTICE names it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path

FOLDER = Path(__file__).parent
SAMPLE_HZ = 16_000

# Identifier in the collection with the seconds that are kept (None: all).
CLIPS: tuple[tuple[str, float | None], ...] = (
    ("lsto_3080-5032-0000", None),
    ("lsto_367-130732-0009", None),
    ("lj_LJ001-0006", None),
    ("rtvc_6829", None),
    ("vctk_p225_003", None),
    ("vctk_p226_016", None),
    ("gen_silence_digital", 5.0),
    ("librosa_brahms", 6.0),
    ("librosa_vibeace", 6.0),
    ("spi_ambi_choir", None),
    ("librosa_humpback", 6.0),
    ("spi_vinyl_hiss", 5.0),
)

LICENCES = {
    "gen_silence_digital": "CC0 1.0",
    "lj_LJ001-0006": "Public domain",
    "librosa_brahms": "Public domain",
    "librosa_humpback": "Public domain",
    "librosa_vibeace": "CC BY 3.0",
    "spi_ambi_choir": "CC0 1.0",
    "spi_vinyl_hiss": "CC0 1.0",
}


def cut(source: Path, target: Path, seconds: float | None) -> None:
    command = ["ffmpeg", "-v", "error", "-y", "-i", str(source)]
    command += [] if seconds is None else ["-t", str(seconds)]
    command += ["-ac", "1", "-ar", str(SAMPLE_HZ), "-sample_fmt", "s16", "-map_metadata", "-1"]
    subprocess.run([*command, "-compression_level", "12", str(target)], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Cut the test clips")
    parser.add_argument("--speech", type=Path, required=True, help="folder of the collection")
    speech = parser.parse_args().speech
    rows = [json.loads(line) for line in (speech / "manifest.jsonl").read_text().splitlines()]
    by_id = {row["id"]: row for row in rows}
    with (FOLDER / "manifest.jsonl").open("w") as manifest:
        for name, seconds in CLIPS:
            row = by_id[name]
            cut(speech / row["path"], FOLDER / f"{name}.flac", seconds)
            entry = {
                "id": name,
                "path": f"{name}.flac",
                "kind": row["kind"],
                "text": row["text"],
                "licence": LICENCES.get(name, "CC BY 4.0"),
                "source": f"{row['source_repo']}: {row['source_path']}",
            }
            manifest.write(json.dumps(entry, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
