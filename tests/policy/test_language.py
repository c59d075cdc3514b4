from __future__ import annotations

import pytest

from surtitle.policy import LinePolicy, SessionOptions
from surtitle.policy.language import rules_for


@pytest.mark.parametrize(
    ("tag", "line", "speed"),
    [
        ("en", 42, 20),
        ("en-GB", 42, 20),
        ("zh-Hant", 16, 9),
        ("ko", 16, 12),
        ("ja", 13, 4),
        ("th", 35, 17),
        ("de", 42, 17),
        ("EN_us", 42, 20),
    ],
)
def test_each_language_has_its_own_line_and_reading_speed(
    tag: str, line: int, speed: float
) -> None:
    rules = rules_for(tag)
    assert (rules.max_line_chars, rules.max_chars_per_s) == (line, speed)


def test_an_option_overrides_the_language() -> None:
    policy = LinePolicy.of(SessionOptions(max_line_chars=24, max_chars_per_s=15.0))
    assert (policy.max_line_chars, policy.max_chars_per_s) == (24, 15.0)


def test_the_gap_between_cues_is_two_frames() -> None:
    assert LinePolicy.of(SessionOptions(frame_rate_hz=25)).gap_ms == 80
    assert LinePolicy.of(SessionOptions()).gap_ms == 83
