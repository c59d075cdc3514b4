"""The native peer: moonshine-voice's own streaming transcriber, on the same clips and weights."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from surtitle.audio.source import SAMPLE_RATE_HZ
from surtitle.bench.latency import effort
from surtitle.bench.latency.clips import TimedClip
from surtitle.bench.latency.record import Arrival, ClipRecord, Effort, Revision, Run
from surtitle.errors import SurtitleError

CHUNK_SAMPLES = 512
TAIL_S = 2.0
MODEL = "tiny-en"


def run(clips: Sequence[TimedClip], interval_s: float, tell: Callable[[str], None]) -> Run:
    """Feed every clip in real time; the transcriber looks at its audio every ``interval_s``.

    Its text needs no browser and is taken as shown when it is reported, which flatters it by the
    time of a paint. Raises :class:`SurtitleError` where the package is missing.
    """
    try:
        import moonshine_voice
    except ImportError as error:
        raise SurtitleError(
            "The peer is missing. Install it: pip install 'surtitle[peer]'"
        ) from error
    result = Run("peer-moonshine", effort.machine(), "", effort.commit())
    result.settings = {"update_interval_s": interval_s, "package": "moonshine-voice 0.0.44"}
    folder = str(moonshine_voice.get_assets_path() / MODEL)
    transcriber = moonshine_voice.Transcriber(
        folder, moonshine_voice.ModelArch.TINY, update_interval=interval_s
    )
    began_s = time.process_time()
    with contextlib.closing(transcriber):
        for number, clip in enumerate(clips, start=1):
            tell(f"{number} of {len(clips)}: {clip.id}")
            result.clips.append(_play(transcriber, interval_s, clip))
    audio_s = sum(clip.duration_s + TAIL_S for clip in clips)
    used_s = time.process_time() - began_s
    result.effort = Effort(audio_s=audio_s, cpu_s={"process": round(used_s, 2)})
    return result


def _play(transcriber: Any, interval_s: float, clip: TimedClip) -> ClipRecord:
    record = ClipRecord(clip.id, clip.kind, clip.duration_s, clip.text, clip.words)
    lines: dict[int, str] = {}

    def heard(event: Any) -> None:
        line = getattr(event, "line", None)
        if line is None or not hasattr(line, "line_id"):
            return
        lines[line.line_id] = line.text
        text = " ".join(lines.values())
        if not record.revisions or record.revisions[-1].text != text:
            record.revisions.append(Revision(1000 * time.time(), text))

    stream = transcriber.create_stream(interval_s)
    stream.add_listener(heard)
    stream.start()
    tail = np.zeros(round(TAIL_S * SAMPLE_RATE_HZ), np.float32)
    samples = np.concatenate([clip.samples(), tail])
    began = time.monotonic()
    record.arrivals.append(Arrival(0.0, 1000 * time.time()))
    for start in range(0, len(samples), CHUNK_SAMPLES):
        chunk = samples[start : start + CHUNK_SAMPLES]
        position_s = (start + len(chunk)) / SAMPLE_RATE_HZ
        time.sleep(max(0.0, began + position_s - time.monotonic()))
        # Real time: audio that waits behind a slow update has arrived when it was due.
        late_s = max(0.0, time.monotonic() - began - position_s)
        record.arrivals.append(Arrival(position_s, 1000 * (time.time() - late_s)))
        stream.add_audio(chunk.tolist(), SAMPLE_RATE_HZ)
    stream.stop()
    stream.close()
    return record
