from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from surtitle.policy import bridge

if TYPE_CHECKING:
    from tests.policy.conftest import Said


def ask(action: str, argument: object = None, session: int = 0) -> dict[str, object]:
    reply = json.loads(bridge.call(action, session, json.dumps(argument)))
    assert isinstance(reply, dict)
    assert set(reply) in ({"value"}, {"error"})
    return reply


def value(action: str, argument: object = None, session: int = 0) -> object:
    reply = ask(action, argument, session)
    assert "value" in reply, reply
    return reply["value"]


@pytest.fixture(autouse=True)
def _opened() -> None:
    value("open")


def test_a_hypothesis_goes_in_and_an_update_comes_out(said: Said) -> None:
    update = value("push", said("Hello there.", final=True, reason="pause"))
    assert isinstance(update, dict)
    assert [phrase["text"] for phrase in update["finished"]] == ["Hello there."]


def test_cues_carry_plain_lines_and_the_same_as_webvtt_cue_text(said: Said) -> None:
    value("push", said("Tom & Jerry.", final=True, reason="pause"))
    assert value("cues") == [
        {"start_ms": 0, "end_ms": 900, "lines": ["Tom & Jerry."], "text": "Tom &amp; Jerry."}
    ]


def test_sessions_are_apart_from_each_other(said: Said) -> None:
    value("open", {"language": "ja"}, session=1)
    value("push", said("One.", final=True, reason="pause"), session=1)
    assert value("export", {"format": "txt"}) == ""
    assert value("export", {"format": "txt"}, session=1) == "One.\n"
    value("close", session=1)
    assert "there is no session 1" in str(ask("finish", session=1)["error"])


def test_opening_again_begins_anew(said: Said) -> None:
    value("push", said("One.", final=True, reason="pause"))
    value("open", {"agreement": 3})
    assert value("export", {"format": "txt"}) == ""


def test_nan_comes_as_null_from_javascript_and_is_mended(said: Said) -> None:
    given = {**said("One.", final=True, reason="pause"), "start_s": None}
    assert isinstance(value("push", given), dict)
    counters = value("counters")
    assert isinstance(counters, dict)
    assert counters["mended_times"] == 1


def test_phrases_of_several_sessions_are_exported_in_order_of_time() -> None:
    def phrase(text: str, start_s: float) -> dict[str, object]:
        word = {"text": text, "start_s": start_s, "end_s": start_s + 1}
        return {"start_s": start_s, "end_s": start_s + 1, "text": text, "words": [word]}

    asked = {"format": "txt", "phrases": [phrase("Later.", 9.0), phrase("Sooner.", 1.0)]}
    assert value("export_phrases", asked) == "Sooner.\nLater.\n"
    assert str(value("export_phrases", {**asked, "format": "vtt"})).count("-->") == 2
    assert value("export_phrases", {"format": "srt", "phrases": []}) == ""


def test_a_json_export_says_how_it_was_made(said: Said) -> None:
    value("push", said("One.", final=True, reason="pause"))
    asked = {"format": "json", "model": "m", "duration_s": 2, "rtf": None}
    text = value("export", asked)
    assert isinstance(text, str)
    assert json.loads(text)["model"] == "m"


@pytest.mark.parametrize(
    ("action", "argument", "kind"),
    [
        ("push", {"segment": "x"}, "HypothesisError"),
        ("push", None, "RequestError"),
        ("advance", "1", "RequestError"),
        ("advance", None, "RequestError"),
        ("open", {"agreement": 0}, "OptionsError"),
        ("open", [1], "OptionsError"),
        ("export", {"format": "pdf"}, "FormatError"),
        ("export", {}, "RequestError"),
        ("export", {"format": "json", "rtf": "fast"}, "RequestError"),
        ("export_phrases", {"format": "srt"}, "HypothesisError"),
        ("export_phrases", {"format": "srt", "phrases": [{"words": 1}]}, "HypothesisError"),
        ("rewind", None, "RequestError"),
    ],
)
def test_an_error_comes_back_as_a_value_with_its_type_and_a_message(
    action: str, argument: object, kind: str
) -> None:
    error = ask(action, argument)["error"]
    assert isinstance(error, dict)
    assert error["type"] == kind
    assert len(error["message"]) > 20
