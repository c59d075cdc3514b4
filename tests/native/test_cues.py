"""The cue functions of the extension module: golden cases, shared files, bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from surtitle._native import (
    escape_text,
    parse_cue_text,
    parse_srt,
    parse_vtt,
    plain_text,
    write_srt,
    write_vtt,
)
from surtitle.errors import SurtitleError

if TYPE_CHECKING:
    from surtitle._native import CueDocument

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests/golden/cues").glob("*.json"))
CASES = [case for file in FILES for case in json.loads(file.read_text(encoding="utf-8"))]
SUBTITLES = ROOT.parent / "shared/data/speech/subs"


def read(case: dict[str, Any]) -> CueDocument:
    if "vtt" in case:
        return parse_vtt(case["vtt"])
    return parse_srt(case["srt"]) if "srt" in case else case["document"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_a_case_reads_and_writes_as_the_golden_one(case: dict[str, Any]) -> None:
    expected = case["expected"]
    if "cue_text" in case:
        assert parse_cue_text(case["cue_text"]) == expected["tree"]
        return
    document = read(case)
    if "document" not in case:
        assert document == expected["document"]
    assert write_vtt(document, word_times=case.get("word_times", False)) == expected["written_vtt"]
    assert write_srt(document["cues"]) == expected["written_srt"]


def test_bytes_and_text_read_the_same() -> None:
    text = "WEBVTT\n\n00:01.000 --> 00:02.000\n字幕\n"
    assert parse_vtt(text) == parse_vtt(text.encode()) == parse_vtt(bytearray(text.encode()))


def test_text_that_cannot_be_utf_8_is_read_with_replacement_characters() -> None:
    document = parse_vtt("WEBVTT\n\n00:01.000 --> 00:02.000\na\ud800b\n")
    assert plain_text(document["cues"][0]["text"]).startswith("a\N{REPLACEMENT CHARACTER}")


def test_a_subtitle_file_that_is_no_text_is_refused() -> None:
    with pytest.raises(SurtitleError, match="must be str, bytes or bytearray"):
        parse_srt(3)  # type: ignore[arg-type]


def test_a_cue_without_its_times_is_refused_and_the_field_named() -> None:
    with pytest.raises(SurtitleError, match=r"cues: missing field `start_ms`"):
        write_srt([{"text": "no times"}])  # type: ignore[typeddict-item]


def test_a_cue_setting_with_a_value_it_cannot_have_is_refused() -> None:
    cue: Any = {"start_ms": 0, "end_ms": 1, "text": "", "settings": {"align": "middle"}}
    with pytest.raises(SurtitleError, match="unknown variant `middle`"):
        write_vtt([cue])


@pytest.mark.parametrize("time", [float("nan"), "soon", None])
def test_a_time_that_is_no_number_is_refused(time: object) -> None:
    cue: Any = {"start_ms": time, "end_ms": 1, "text": ""}
    with pytest.raises(SurtitleError, match="cues"):
        write_srt([cue])


def test_times_between_milliseconds_and_below_zero_are_rounded() -> None:
    cues: Any = [{"start_ms": -5, "end_ms": 1499.6, "text": "a"}]
    assert "00:00:00,000 --> 00:00:01,500" in write_srt(cues)


def test_plain_text_comes_out_of_its_escaped_form() -> None:
    assert escape_text("a < b & c") == "a &lt; b &amp; c"
    assert plain_text(escape_text("<b>-->&amp;")) == "<b>-->&amp;"


def test_every_shared_subtitle_file_reads_and_writes() -> None:
    if not SUBTITLES.is_dir():
        pytest.skip(f"no subtitle files at {SUBTITLES}")
    for file in sorted(SUBTITLES.iterdir()):
        parse = parse_srt if file.suffix == ".srt" else parse_vtt
        document = parse(file.read_bytes())
        again = parse_vtt(write_vtt(document))
        assert len(again["cues"]) == len(document["cues"]), file.name
