"""`surtitle transcribe` as a person or a script runs it: the real command, the real model."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from surtitle.audio.source import MediaFile

CLIP = Path(__file__).parent.parent / "clips" / "lj_LJ001-0006.flac"
WORD = "typography"


def surtitle(
    *arguments: str, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "surtitle", "transcribe", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )


def test_captions_go_to_a_pipe_and_nothing_else_does() -> None:
    run = surtitle(str(CLIP))
    assert run.returncode == 0
    assert run.stdout.decode().startswith("1\n00:00:0")
    assert WORD in run.stdout.decode()
    assert run.stderr == b""


@pytest.mark.parametrize(
    ("ending", "beginning"), [("srt", "1\n"), ("vtt", "WEBVTT\n"), ("txt", "And "), ("json", "{")]
)
def test_the_ending_of_the_output_chooses_the_format(
    tmp_path: Path, ending: str, beginning: str
) -> None:
    out = tmp_path / f"captions of a film.{ending}"
    run = surtitle(str(CLIP), "-o", str(out))
    assert (run.returncode, run.stdout) == (0, b"")
    assert out.read_text("utf-8").startswith(beginning)
    assert list(tmp_path.iterdir()) == [out]


def test_raw_pcm_from_a_pipe_gives_the_same_words_as_the_file() -> None:
    blocks = MediaFile(CLIP).blocks()
    pcm = b"".join((block * 32768).astype("<i2").tobytes() for block in blocks)
    piped = json.loads(surtitle("-", "--format", "json", stdin=pcm).stdout)
    filed = json.loads(surtitle(str(CLIP), "--format", "json").stdout)
    assert piped["segments"] == filed["segments"]
    assert set(piped) == {"text", "segments", "model", "duration_s", "rtf"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["absent.mp4"], "There is no file absent.mp4"),
        (["-"], "Standard input was empty"),
        ([str(CLIP), "-o", "/no/such/folder/out.srt"], "there is no folder /no/such/folder"),
        ([str(CLIP), "--language", "zh"], "knows only 'en'"),
    ],
)
def test_what_cannot_be_done_is_one_line_without_a_traceback(
    arguments: list[str], message: str
) -> None:
    run = surtitle(*arguments)
    assert run.returncode != 0
    assert run.stdout == b""
    assert message in run.stderr.decode()
    assert run.stderr.decode().count("\n") == 1


def test_a_missing_model_names_the_command_that_fetches_it(tmp_path: Path) -> None:
    run = surtitle(str(CLIP), SURTITLE_CACHE=str(tmp_path))
    assert run.returncode == 1
    assert "surtitle models fetch moonshine-tiny-en" in run.stderr.decode()


def test_nothing_is_left_of_captions_that_could_not_be_made(tmp_path: Path) -> None:
    surtitle("absent.mp4", "-o", str(tmp_path / "out.srt"))
    assert list(tmp_path.iterdir()) == []


def test_the_recording_itself_is_never_overwritten(tmp_path: Path) -> None:
    recording = tmp_path / "talk.srt"
    recording.write_bytes(CLIP.read_bytes())
    run = surtitle(str(recording), "-o", str(recording))
    assert run.returncode != 0
    assert "is the recording itself" in run.stderr.decode()
    assert recording.read_bytes() == CLIP.read_bytes()


def test_a_link_keeps_pointing_and_a_device_stays_a_device(tmp_path: Path) -> None:
    real, link = tmp_path / "real.srt", tmp_path / "link.srt"
    real.touch()
    link.symlink_to(real)
    assert surtitle(str(CLIP), "-o", str(link)).returncode == 0
    assert link.is_symlink()
    assert WORD in real.read_text("utf-8")
    assert surtitle(str(CLIP), "-o", "/dev/stdout", "--format", "txt").stdout.startswith(b"And ")


def test_an_ending_that_is_no_caption_format_is_refused_at_once(tmp_path: Path) -> None:
    run = surtitle(str(CLIP), "-o", str(tmp_path / "out.docx"))
    assert run.returncode != 0
    assert "--format" in run.stderr.decode()
