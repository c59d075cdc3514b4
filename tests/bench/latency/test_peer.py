from __future__ import annotations

import sys
from pathlib import Path

import pytest

from surtitle.bench.latency import peer
from surtitle.bench.latency.clips import TimedClip
from surtitle.bench.latency.record import SpokenWord
from surtitle.bench.latency.score import score
from surtitle.errors import SurtitleError

CLIP = Path(__file__).parents[2] / "clips" / "vctk_p226_016.flac"


def test_a_missing_peer_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "moonshine_voice", None)
    with pytest.raises(SurtitleError, match=r"pip install 'surtitle\[peer\]'"):
        peer.run([], 0.5, lambda _: None)


def test_the_peer_captions_a_clip_in_real_time() -> None:
    pytest.importorskip("moonshine_voice", reason="the extra `peer` is not installed")
    clip = TimedClip("fiction", "read", CLIP, "", 3.0, [SpokenWord("x", 0.0, 0.5)])
    run = peer.run([clip], 0.5, lambda _: None)
    assert score(run.clips[0]).final_words > 3
    assert run.clips[0].arrivals[0].position_s == 0.0
