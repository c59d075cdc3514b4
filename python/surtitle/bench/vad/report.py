"""The bench's result, as a table to read and as JSON to keep."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from surtitle.bench.vad.accuracy import NON_SPEECH, ClipResult, Counts
from surtitle.bench.vad.speed import CHUNK_FRAMES, Speed

LABELLED = "vad_"


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that one run measured."""

    clips: list[ClipResult]
    speeds: list[Speed]
    not_measured: list[str]
    """Why something is missing, one line each."""

    def to_json(self) -> dict[str, object]:
        """Plain data: agreement per kind, each clip, each speed."""
        return {
            "agreement": {
                kind: {"frames": ours.frames, "surtitle": ours.agreement, "silero": its.agreement}
                for kind, ours, its in self.agreements()
            },
            "non_speech_clips": len(self.non_speech()),
            "non_speech_clips_with_a_segment": sum(1 for c in self.non_speech() if c.segments),
            "speech_in_segments": self.coverage(),
            "clips": [asdict(clip) for clip in self.clips],
            "speed": [asdict(speed) for speed in self.speeds],
            "not_measured": self.not_measured,
        }

    def agreements(self) -> Iterator[tuple[str, Counts, Counts]]:
        """Surtitle's and Silero's counts for each labelled kind, then for all of them."""
        labelled = [clip for clip in self.clips if clip.kind.startswith(LABELLED)]
        kinds = sorted({clip.kind for clip in labelled})
        for name, wanted in [*((kind, {kind}) for kind in kinds), ("all", set(kinds))]:
            chosen = [clip for clip in labelled if clip.kind in wanted]
            if chosen:
                yield (
                    name,
                    sum((clip.surtitle for clip in chosen), Counts()),
                    sum((clip.silero for clip in chosen), Counts()),
                )

    def non_speech(self) -> list[ClipResult]:
        """The clips without any speech."""
        return [clip for clip in self.clips if clip.kind.startswith(NON_SPEECH)]

    def coverage(self) -> float | None:
        """The share of labelled speech that lies in segments."""
        frames = sum(clip.speech_frames for clip in self.clips)
        inside = sum(clip.speech_frames * clip.speech_in_segments for clip in self.clips)
        return inside / frames if frames else None

    def lines(self) -> Iterator[str]:
        """The report as text."""
        yield from self._agreement_lines()
        yield from self._non_speech_lines()
        yield from self._speed_lines()
        for reason in self.not_measured:
            yield f"not measured: {reason}"

    def _agreement_lines(self) -> Iterator[str]:
        for number, (kind, ours, its) in enumerate(self.agreements()):
            if number == 0:
                yield "Frames as labelled, %            frames   Surtitle (missed, false)    Silero"
            missed, false = 100 * ours.missed / ours.frames, 100 * ours.false / ours.frames
            yield (
                f"  {kind:<28} {ours.frames:>8} {100 * ours.agreement:>10.1f}"
                f" ({missed:>4.1f}, {false:>4.1f}) {100 * its.agreement:>13.1f}"
            )
        covered = self.coverage()
        if covered is not None:
            yield f"  Speech inside segments (default options): {100 * covered:.1f} %"

    def _non_speech_lines(self) -> Iterator[str]:
        clips = self.non_speech()
        if not clips:
            return
        yield "Frames of non-speech heard as speech, %      Surtitle    Silero    segments"
        for clip in clips:
            yield (
                f"  {clip.clip:<40} {100 - 100 * clip.surtitle.agreement:>10.1f}"
                f" {100 - 100 * clip.silero.agreement:>9.1f} {clip.segments:>11}"
            )
        opened = sum(1 for clip in clips if clip.segments)
        yield f"  {opened} of {len(clips)} clips open a segment (default options)"

    def _speed_lines(self) -> Iterator[str]:
        if not self.speeds:
            return
        yield f"Microseconds a frame ({CHUNK_FRAMES} frames a call)   n    median       p95"
        for speed in self.speeds:
            yield (f"  {speed.path:<32} {speed.n:>6} {speed.median_us:>9.2f} {speed.p95_us:>9.2f}")
