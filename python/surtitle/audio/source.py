"""Reads audio block by block, so that a file of hours needs no more memory than one of seconds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import av
import av.audio.resampler
import numpy as np
import numpy.typing as npt
from av.error import FFmpegError

from surtitle.errors import SurtitleError

SAMPLE_RATE_HZ = 16_000
BLOCK_SAMPLES = 16_000
PCM_BYTES_PER_SAMPLE = 2
MISSING_AT_LEAST_S = 1.0
"""Containers round the length they state; a second is no rounding."""

GAP_AT_LEAST_S = 0.1
"""Less is the jitter of containers whose times are rounded."""
LONGEST_GAP_S = 12 * 3600.0
"""More is a broken timestamp."""
MEDIA_SIGNATURES = (b"RIFF", b"fLaC", b"OggS", b"ID3", b"\x1a\x45\xdf\xa3")
"""WAV and AVI, FLAC, Ogg, MP3, Matroska and WebM; MP4 has `ftyp` at byte 4."""

Block = npt.NDArray[np.float32]
"""Mono samples [N], −1 to 1, at 16 kHz."""


class AudioError(SurtitleError):
    """Audio that cannot be read; the message names the file and the remedy."""


class AudioSource(Protocol):
    """Something that yields audio once."""

    @property
    def duration_s(self) -> float | None:
        """How long it says it is; ``None`` if it does not know."""

    @property
    def problems(self) -> list[str]:
        """What was wrong with the audio read so far but did not stop it, in sentences."""

    def blocks(self) -> Iterator[Block]:
        """The audio in order, in blocks of about a second."""


@dataclass(frozen=True, slots=True)
class MediaFile:
    """The main audio track of any file that FFmpeg can read; resampled and mixed to mono.

    Positions are the file's own times: a track that begins late or has a hole gets silence there.
    """

    path: Path
    problems: list[str] = field(default_factory=list)

    @property
    def duration_s(self) -> float | None:
        if self.path.exists() and not self.path.is_file():
            return None  # a pipe can be read only once
        with self._open() as container:
            return self._told_duration_s(container)

    def blocks(self) -> Iterator[Block]:
        """The audio in order; raises :class:`AudioError` if nothing at all can be decoded.

        A file that breaks off after some audio yields what is whole: a truncated recording
        still has captions.
        """
        gathered = _Gatherer()
        with self._open() as container:
            # To an integer format FFmpeg scales its downmix so that no channels can add up past
            # full scale; to float it does not.
            resampler = av.audio.resampler.AudioResampler("s16", "mono", SAMPLE_RATE_HZ)
            try:
                for packet in container.demux(_track(container)):
                    yield from self._decoded(packet, resampler, gathered)
            except FFmpegError as error:
                if gathered.total_samples == 0:
                    raise self._undecodable(error) from error
                self.problems.append(
                    f"{self.path} breaks off after {gathered.total_s:.1f} s "
                    f"({error.strerror}); the captions end there."
                )
            missing_s = (self._told_duration_s(container) or 0.0) - gathered.total_s
            if not self.problems and missing_s > MISSING_AT_LEAST_S:
                self.problems.append(
                    f"{self.path} ends {missing_s:.1f} s before its stated length: it is cut off."
                )
            if gathered.damaged_packets:
                self.problems.append(
                    f"{gathered.damaged_packets} damaged packets of {self.path} were skipped."
                )
            for frame in resampler.resample(None):
                gathered.add(frame)
        if gathered.total_samples == 0:
            raise AudioError(f"{self.path} has an audio track without a single sample in it.")
        yield from gathered.rest()

    @staticmethod
    def _told_duration_s(container: av.container.InputContainer) -> float | None:
        stream = _track(container)
        if stream.duration is not None and stream.time_base is not None:
            return float(stream.duration * stream.time_base)
        return container.duration / av.time_base if container.duration else None

    def _decoded(
        self,
        packet: av.Packet[av.AudioStream],
        resampler: av.audio.resampler.AudioResampler,
        gathered: _Gatherer,
    ) -> Iterator[Block]:
        try:
            frames = packet.decode()
        except av.error.InvalidDataError:
            gathered.damaged_packets += 1  # skipped, as FFmpeg's players do
            return
        for frame in frames:
            yield from gathered.silence_until(_time_s(frame, packet.stream.container))
            for resampled in resampler.resample(frame):
                gathered.add(resampled)
        yield from gathered.full()

    def _open(self) -> av.container.InputContainer:
        if not self.path.exists():
            raise AudioError(f"There is no file {self.path}.")
        if self.path.is_dir():
            raise AudioError(f"{self.path} is a folder; give a media file.")
        if self.path.is_file() and self.path.stat().st_size == 0:
            raise AudioError(f"{self.path} is empty: it has no bytes.")
        try:
            # With the protocol named, a colon in a file's name does not look like one.
            container = av.open(f"file:{self.path}", metadata_errors="ignore")
        except PermissionError as error:
            raise AudioError(f"{self.path} may not be read: check its permissions.") from error
        except (FFmpegError, OSError) as error:
            raise AudioError(
                f"{self.path} is not a media file that can be read ({error.strerror}). "
                "If it plays elsewhere, convert it: `ffmpeg -i FILE -vn out.flac`."
            ) from error
        self._check_track(container)
        return container

    def _check_track(self, container: av.container.InputContainer) -> None:
        if not container.streams.audio:
            container.close()
            raise AudioError(f"{self.path} has no audio track, so there is nothing to caption.")
        # PyAV's types say that there is always a codec; for one it does not know there is None.
        codec: object | None = _track(container).codec_context
        if codec is None:
            container.close()
            raise AudioError(
                f"The audio of {self.path} is in a codec that this build of FFmpeg does not have. "
                "Convert it with another one to FLAC, WAV or Opus."
            )

    def _undecodable(self, error: FFmpegError) -> AudioError:
        return AudioError(
            f"The audio of {self.path} cannot be decoded ({error.strerror}). "
            "If it plays elsewhere, convert it: `ffmpeg -i FILE -vn out.flac`."
        )


@dataclass(frozen=True, slots=True)
class RawPcm:
    """Headerless 16-bit little-endian PCM, mono, 16 kHz, from a pipe."""

    stream: BinaryIO
    problems: list[str] = field(default_factory=list)

    @property
    def duration_s(self) -> float | None:
        return None

    def blocks(self) -> Iterator[Block]:
        """The audio in order; raises :class:`AudioError` if the stream is empty."""
        total_bytes = 0
        left = b""
        while chunk := self.stream.read(BLOCK_SAMPLES * PCM_BYTES_PER_SAMPLE):
            if total_bytes == 0:
                _require_raw(chunk)
            total_bytes += len(chunk)
            data = left + chunk
            whole = len(data) - len(data) % PCM_BYTES_PER_SAMPLE
            left = data[whole:]
            if whole:
                yield _as_float(np.frombuffer(data[:whole], "<i2"))
        if total_bytes == 0:
            raise AudioError(
                "Standard input was empty. Pipe in raw 16-bit little-endian mono PCM at 16 kHz, "
                "for example: `ffmpeg -i FILE -f s16le -ac 1 -ar 16000 - | surtitle transcribe -`."
            )


def _track(container: av.container.InputContainer) -> av.AudioStream:
    """The track that a player would choose."""
    best = container.streams.best("audio")
    return best if isinstance(best, av.AudioStream) else container.streams.audio[0]


def _time_s(frame: av.AudioFrame, container: av.container.Container) -> float | None:
    """When the frame is heard, in seconds since the file begins."""
    start_s = (getattr(container, "start_time", None) or 0) / av.time_base
    return None if frame.time is None else frame.time - start_s


def _require_raw(chunk: bytes) -> None:
    """Raise :class:`AudioError` for a media file where raw samples should come."""
    if chunk.startswith(MEDIA_SIGNATURES) or chunk[4:8] == b"ftyp":
        raise AudioError(
            "Standard input is a media file, not raw PCM. Give its name, or pipe it through "
            "`ffmpeg -i - -f s16le -ac 1 -ar 16000 - | surtitle transcribe -`."
        )


def _as_float(samples: npt.NDArray[Any]) -> Block:
    return samples.astype(np.float32) / np.float32(32768)


class _Gatherer:
    """Joins decoded frames of any length to blocks."""

    def __init__(self) -> None:
        self._parts: list[Block] = []
        self._held_samples = 0
        self.total_samples = 0
        self.damaged_packets = 0

    def silence_until(self, time_s: float | None) -> Iterator[Block]:
        """Fill up to ``time_s`` where the file has nothing for a while."""
        gap_s = 0.0 if time_s is None else time_s - self.total_s
        if not GAP_AT_LEAST_S < gap_s < LONGEST_GAP_S:
            return
        missing_samples = round(gap_s * SAMPLE_RATE_HZ)
        while missing_samples:
            samples = min(missing_samples, BLOCK_SAMPLES)
            self._hold(np.zeros(samples, np.float32))
            missing_samples -= samples
            yield from self.full()

    @property
    def total_s(self) -> float:
        return self.total_samples / SAMPLE_RATE_HZ

    def add(self, frame: av.AudioFrame) -> None:
        self._hold(_as_float(frame.to_ndarray().reshape(-1)))

    def _hold(self, samples: Block) -> None:
        self._parts.append(samples)
        self._held_samples += len(samples)
        self.total_samples += len(samples)

    def full(self) -> Iterator[Block]:
        if self._held_samples >= BLOCK_SAMPLES:
            yield from self.rest()

    def rest(self) -> Iterator[Block]:
        if self._held_samples:
            yield np.concatenate(self._parts)
        self._parts = []
        self._held_samples = 0
