from __future__ import annotations

import numpy as np
import pytest

from surtitle.bench.latency.align import AlignError, find

NOISE = np.random.default_rng(1).normal(0, 0.1, 16_000).astype(np.float32)


def test_a_clip_is_found_to_the_sample() -> None:
    captured = np.concatenate([np.zeros(12_345, np.float32), 0.5 * NOISE, NOISE[:3000]])
    assert find(NOISE, captured) == 12_345


def test_a_clip_that_was_not_captured_is_an_error() -> None:
    other = np.random.default_rng(2).normal(0, 0.1, 40_000).astype(np.float32)
    with pytest.raises(AlignError, match="not found"):
        find(NOISE, other)


def test_too_little_captured_audio_is_an_error() -> None:
    with pytest.raises(AlignError, match="cannot hold"):
        find(NOISE, NOISE[:100])
