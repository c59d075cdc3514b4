from __future__ import annotations

import json
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import av
import pytest

ROOT = Path(__file__).parents[2]
CLIPS = ROOT / "tests" / "clips"
DEMO = ROOT / "demo"
LICENCES = {"CC BY 4.0", "CC BY 3.0", "CC0 1.0", "Public domain"}
LARGEST_CLIPS_BYTES = 2_000_000
LARGEST_DEMO_BYTES = 3_000_000


def manifest() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CLIPS / "manifest.jsonl").read_text().splitlines()]


def demo() -> dict[str, Any]:
    description: dict[str, Any] = json.loads((DEMO / "demo.json").read_text())
    return description


def noticed_patterns() -> list[str]:
    words = (ROOT / "NOTICE").read_text().split()
    return [word for word in words if word.startswith(("tests/clips/", "demo/"))]


def test_the_manifest_and_the_folder_have_the_same_clips() -> None:
    listed = {clip["path"] for clip in manifest()}
    assert listed == {path.name for path in CLIPS.glob("*.flac")}


@pytest.mark.parametrize("clip", manifest(), ids=lambda clip: str(clip["id"]))
def test_a_clip_may_be_shared_and_is_named_in_the_notice(clip: dict[str, Any]) -> None:
    assert clip["licence"] in LICENCES
    assert clip["source"]
    path = f"tests/clips/{clip['path']}"
    assert any(fnmatch(path, pattern) for pattern in noticed_patterns())


@pytest.mark.parametrize("clip", manifest(), ids=lambda clip: str(clip["id"]))
def test_a_clip_is_mono_at_the_recogniser_s_rate(clip: dict[str, Any]) -> None:
    with av.open(str(CLIPS / clip["path"])) as container:
        [stream] = container.streams.audio
        assert stream.codec_context.sample_rate == 16_000
        assert stream.codec_context.channels == 1


def test_only_clips_without_speech_have_no_text() -> None:
    for clip in manifest():
        assert (clip["text"] == "") == clip["kind"].startswith("nonspeech")


def test_the_media_stay_small() -> None:
    assert sum(path.stat().st_size for path in CLIPS.iterdir()) < LARGEST_CLIPS_BYTES
    assert (DEMO / "demo.webm").stat().st_size < LARGEST_DEMO_BYTES


def test_the_demo_s_words_follow_each_other_inside_its_length() -> None:
    times = [
        (word["start_s"], word["end_s"])
        for sentence in demo()["sentences"]
        for word in sentence["words"]
    ]
    assert all(start < end for start, end in times)
    assert times == sorted(times)
    assert times[-1][1] <= demo()["duration_s"]


def test_the_demo_s_text_is_its_sentences_and_their_words() -> None:
    sentences = demo()["sentences"]
    assert demo()["text"] == " ".join(sentence["text"] for sentence in sentences)
    for sentence in sentences:
        plain = "".join(c for c in sentence["text"].lower() if c.isalpha() or c in "' ")
        assert plain.split() == [word["text"] for word in sentence["words"]]


def test_the_demo_is_vp9_and_opus_as_long_as_it_says() -> None:
    with av.open(str(DEMO / demo()["media"])) as container:
        assert [stream.codec_context.name for stream in container.streams.video] == ["vp9"]
        assert container.streams.audio[0].codec_context.name in {"opus", "libopus"}
        assert container.duration is not None
        assert abs(container.duration / 1e6 - demo()["duration_s"]) < 0.1
