from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from surtitle.bench.latency.clips import TimedClip, joined, read_clips, write_flac
from surtitle.bench.latency.record import SpokenWord
from surtitle.bench.manifest import ManifestError


def manifest(folder: Path, *entries: Mapping[str, object]) -> tuple[Path, Path]:
    write_flac(folder / "a.flac", np.zeros(80_000, np.float32))
    base = {"kind": "read", "path": "a.flac", "text": "one two", "duration_s": 5.0}
    rows = [{**base, **entry} for entry in entries]
    words = [{"id": row["id"], "words": [["one", 0.1, 0.5], ["two", 0.6, 1.0]]} for row in rows]
    for name, lines in (("manifest", rows), ("words", words)):
        text = "\n".join(json.dumps(line) for line in lines)
        (folder / f"{name}.jsonl").write_text(text, "utf-8")
    return folder / "manifest.jsonl", folder / "words.jsonl"


def test_clips_are_chosen_by_kind_length_and_trust(tmp_path: Path) -> None:
    paths = manifest(
        tmp_path,
        {"id": "good"},
        {"id": "odd", "suspicious": True},
        {"id": "other", "kind": "phone"},
        {"id": "short", "duration_s": 2.0},
        {"id": "of unknown length", "duration_s": None},
    )
    clips = read_clips(*paths, frozenset({"read"}), min_s=4, max_s=15)
    assert [clip.id for clip in clips] == ["good"]
    assert clips[0].words[1] == SpokenWord("two", 0.6, 1.0)


def test_n_clips_are_spread_over_the_list(tmp_path: Path) -> None:
    paths = manifest(tmp_path, *({"id": f"c{n}"} for n in range(10)))
    assert [clip.id for clip in read_clips(*paths, n=3)] == ["c0", "c3", "c6"]


def test_a_manifest_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ManifestError, match=r"nowhere\.jsonl cannot be read"):
        read_clips(tmp_path / "nowhere.jsonl", tmp_path / "nowhere.jsonl")


@pytest.mark.parametrize("text", ["no json", "[1]", '{"id": "x"}'])
def test_a_line_that_is_no_clip_is_named(tmp_path: Path, text: str) -> None:
    _, words = manifest(tmp_path, {"id": "a"})
    broken = tmp_path / "broken.jsonl"
    broken.write_text(text, "utf-8")
    with pytest.raises(ManifestError, match=r"broken\.jsonl"):
        read_clips(broken, words)


def test_clips_without_words_are_no_clips(tmp_path: Path) -> None:
    paths = manifest(tmp_path, {"id": "a"})
    paths[1].write_text("", "utf-8")
    with pytest.raises(ManifestError, match="no clip"):
        read_clips(*paths)


def test_clips_without_words_are_left_out_aloud(tmp_path: Path) -> None:
    clips, words = manifest(tmp_path, {"id": "a"}, {"id": "b"})
    words.write_text(words.read_text("utf-8").splitlines()[0], "utf-8")
    told: list[str] = []
    assert [clip.id for clip in read_clips(clips, words, tell=told.append)] == ["a"]
    assert len(told) == 1
    assert told[0].endswith("are left out: 1")


def test_joined_clips_keep_the_places_of_their_words(tmp_path: Path) -> None:
    write_flac(tmp_path / "a.flac", np.zeros(16_000, np.float32))
    clip = TimedClip("a", "read", tmp_path / "a.flac", "one", 1.0, [SpokenWord("one", 0.2, 0.6)])
    long = joined([clip], 2.5, tmp_path)
    assert long.text == "one one"
    assert [round(word.end_s, 2) for word in long.words] == [0.6, 1.9]
    assert long.duration_s == pytest.approx(2.6)


def test_what_is_played_is_what_was_given_to_a_step_of_16_bits(tmp_path: Path) -> None:
    samples = np.random.default_rng(8).uniform(-1, 1, 40_001).astype(np.float32)
    path = tmp_path / "noise.flac"
    write_flac(path, samples)
    played = TimedClip("noise", "noise", path, "", len(samples) / 16_000).samples()
    assert len(played) == len(samples)
    assert np.abs(played - samples).max() < 2 / 32_768
