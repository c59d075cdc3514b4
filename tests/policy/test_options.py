from __future__ import annotations

import pytest

from surtitle.errors import SurtitleError
from surtitle.policy import OptionsError, SessionOptions


def test_defaults_are_the_published_numbers() -> None:
    options = SessionOptions()
    assert (options.max_lines, options.min_cue_ms, options.max_cue_ms) == (2, 833, 7000)
    assert (options.agreement, options.close_gap_ms) == (2, 500)


def test_options_are_read_from_a_json_object() -> None:
    options = SessionOptions.from_dict({"language": "ja", "pause_s": 2, "max_line_chars": None})
    assert (options.language, options.pause_s, options.max_line_chars) == ("ja", 2, None)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("agreement", 0),
        ("agreement", 2.0),
        ("agreement", True),
        ("agreement", "2"),
        ("agreement", None),
        ("hold_last_word", 1),
        ("language", ""),
        ("language", 7),
        ("pause_s", float("nan")),
        ("pause_s", -1),
        ("max_line_chars", 3),
        ("max_cue_ms", 800),
        ("frame_rate_hz", 0),
    ],
)
def test_a_bad_value_names_the_option(name: str, value: object) -> None:
    with pytest.raises(OptionsError, match="min_cue_ms|" + name):
        SessionOptions.from_dict({name: value})


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(SurtitleError, match=r"'agreeement'.*agreement, close_gap_ms"):
        SessionOptions.from_dict({"agreeement": 3})
