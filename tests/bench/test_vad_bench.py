"""The speech bench's arithmetic and its messages; its figures are not tested, they are measured."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from surtitle.bench.vad import accuracy, silero, speed
from surtitle.bench.vad.accuracy import ClipResult, Counts
from surtitle.bench.vad.clips import BenchError, Clip, Samples, frame_labels, frames, read_manifest
from surtitle.bench.vad.report import Report
from surtitle.cli.bench import bench

CLIPS = Path(__file__).parents[1] / "clips"


def result(kind: str, surtitle: Counts, silero: Counts, segments: int = 0) -> ClipResult:
    return ClipResult("clip", kind, surtitle, silero, segments, 50, 0.9, 0.5)


def test_a_frame_is_speech_where_its_middle_is() -> None:
    labels = frame_labels([(0.0, 0.016), (0.047, 0.1)], 4)
    assert labels.tolist() == [False, True, True, False]


def test_the_last_frame_is_padded() -> None:
    got = list(frames(np.ones(700, dtype=np.float32)))
    assert [len(frame) for frame in got] == [512, 512]
    assert got[1].sum() == 188


def test_agreement_counts_missed_and_false_frames_over_all_clips_of_a_kind() -> None:
    report = Report(
        [
            result("vad_labelled", Counts(100, 10, 0), Counts(100, 0, 0)),
            result("vad_labelled", Counts(300, 0, 30), Counts(300, 40, 0)),
            result("vad_meeting", Counts(100, 50, 0), Counts(100, 0, 10)),
        ],
        [],
        [],
    )
    shares = {name: (ours.agreement, its.agreement) for name, ours, its in report.agreements()}
    assert shares["vad_labelled"] == pytest.approx((0.9, 0.9))
    assert shares["vad_meeting"] == pytest.approx((0.5, 0.9))
    assert shares["all"] == pytest.approx((1 - 90 / 500, 1 - 50 / 500))


def test_a_report_names_what_it_could_not_measure() -> None:
    clips = [result("nonspeech_music", Counts(100, 0, 25), Counts(100, 0, 0), segments=2)]
    text = "\n".join(Report(clips, [], ["node is not on the PATH"]).lines())
    assert "1 of 1 clips open a segment" in text
    assert "25.0" in text
    assert text.endswith("not measured: node is not on the PATH")


def test_clips_without_speech_are_compared_and_others_are_not() -> None:
    def deaf(samples: Samples) -> Samples:
        return np.zeros(-(-len(samples) // 512), dtype=np.float32)

    clips = [
        Clip(name, kind, CLIPS / f"{name}.flac", None, None)
        for name, kind in [
            ("gen_silence_digital", "nonspeech_silence"),
            ("lj_LJ001-0006", "read_clean"),
        ]
    ]
    (only,) = accuracy.compare(clips, deaf)
    assert only.clip == "gen_silence_digital"
    assert (only.surtitle.false, only.silero.false, only.segments) == (0, 0, 0)


def test_labels_that_end_early_end_the_clip() -> None:
    clip = Clip("x", "vad_labelled", CLIPS / "lj_LJ001-0006.flac", [], 1.5)
    assert len(clip.samples()) == 24_000


def test_a_manifest_line_that_is_no_clip_is_named(tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.jsonl"
    manifest.write_text('{"id": "a", "kind": "b", "path": "c.flac"}\n{"id": "d"}\n')
    with pytest.raises(BenchError, match=r"manifest\.jsonl, line 2 is not a clip"):
        read_manifest(manifest)
    with pytest.raises(BenchError, match="cannot be read"):
        read_manifest(tmp_path / "absent.jsonl")


def test_a_missing_silero_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(BenchError, match="pip install --no-deps silero-vad"):
        silero.find_model()


def test_a_missing_core_for_the_web_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(BenchError, match=r"make wasm|node is not"):
        speed.wasm(speed.chunk(), tmp_path, simd=True)


@pytest.mark.skipif(
    importlib.util.find_spec("silero_vad") is None, reason="silero-vad is not installed"
)
def test_the_command_writes_the_report_and_the_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speed, "REPEATS", 3)
    monkeypatch.setattr(speed, "WARM_UP", 1)
    out = tmp_path / "figures.json"
    manifest = CLIPS / "manifest.jsonl"
    done = CliRunner().invoke(bench, ["vad", "--manifest", str(manifest), "--json", str(out)])
    assert done.exit_code == 0, done.output
    assert "native, SIMD" in done.output
    figures = json.loads(out.read_text())
    assert figures["non_speech_clips"] == 6
    assert {"native, SIMD", "native, scalar", "Silero, native"} <= {
        line["path"] for line in figures["speed"]
    }


def test_speech_that_has_begun_goes_on_down_to_the_lower_threshold() -> None:
    probabilities = np.array([0.4, 0.6, 0.4, 0.36, 0.3, 0.4, 0.5], dtype=np.float32)
    heard = accuracy.speech_frames(probabilities)
    assert heard.tolist() == [False, True, True, True, False, False, True]
