"""Recorded hypotheses give the same captions wherever the policy runs."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from surtitle.policy import Cue
from surtitle.policy.export import to_srt, to_vtt
from surtitle.policy.export.vtt import cue_text

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent
GOLDEN = HERE.parent / "golden" / "policy"
RECORDINGS = sorted((GOLDEN / "recordings").glob("*.json"))
WRITTEN = json.loads((GOLDEN / "cue-files.json").read_text("utf-8"))["cases"]


def replay() -> Callable[[dict[str, object]], dict[str, object]]:
    """The recorder's own replay: test modules are not importable by name."""
    spec = importlib.util.spec_from_file_location("record_golden", HERE / "record_golden.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    function: Callable[[dict[str, object]], dict[str, object]] = module.replay
    return function


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_recording_replays_to_the_same_captions(path: Path) -> None:
    recording = json.loads(path.read_text("utf-8"))
    assert recording["steps"]
    replayed = json.loads(json.dumps(replay()(recording)))
    for before, now in zip(recording["steps"], replayed["steps"], strict=True):
        assert now == before
    assert replayed == recording


def test_there_are_recordings_of_the_real_recogniser_and_of_bad_input() -> None:
    assert {"reading-with-cuts", "bad-input"} <= {path.stem for path in RECORDINGS}


@pytest.mark.parametrize("case", WRITTEN, ids=lambda case: case["name"])
def test_cues_are_written_as_the_golden_files_say(case: dict[str, object]) -> None:
    cues = cues_of(case)
    assert to_vtt(cues) == case["vtt"]
    assert to_srt(cues) == case["srt"]


@pytest.mark.parametrize("case", WRITTEN, ids=lambda case: case["name"])
def test_the_rust_core_writes_the_same_files(case: dict[str, object]) -> None:
    if sys.platform == "emscripten":
        pytest.skip("the Rust core for Python is native code")
    native = pytest.importorskip("surtitle._native", reason="the Rust core is not built here")
    cues = [
        {"start_ms": cue.start_ms, "end_ms": cue.end_ms, "text": cue_text(cue.lines)}
        for cue in cues_of(case)
    ]
    assert native.write_vtt(cues) == case["vtt"]
    assert native.write_srt(cues) == case["srt"]


def cues_of(case: dict[str, object]) -> list[Cue]:
    listed = case["cues"]
    assert isinstance(listed, list)
    return [Cue(cue["start_ms"], cue["end_ms"], tuple(cue["lines"])) for cue in listed]
