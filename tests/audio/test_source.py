"""Real files of every awkward kind, made on the spot."""

from __future__ import annotations

import io
import wave
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import av
import numpy as np
import pytest

from surtitle.audio.source import AudioError, MediaFile, RawPcm

if TYPE_CHECKING:
    from collections.abc import Iterator

CLIPS = Path(__file__).parent.parent / "clips"
SPEECH = CLIPS / "lj_LJ001-0006.flac"


def write_wav(path: Path, samples: np.ndarray, rate_hz: int) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(samples.shape[1])
        file.setsampwidth(2)
        file.setframerate(rate_hz)
        file.writeframes((samples * 32767).astype("<i2").tobytes())
    return path


def write_opus(path: Path) -> Path:
    """Speech as Opus in Matroska."""
    with av.open(str(SPEECH)) as source, av.open(str(path), "w", format="matroska") as target:
        stream = target.add_stream("libopus", rate=48_000)
        for frame in source.decode(audio=0):
            frame.pts = None
            for packet in stream.encode(frame):
                target.mux(packet)
        for packet in stream.encode(None):
            target.mux(packet)
    return path


def write_silent_video(path: Path) -> Path:
    with av.open(str(path), "w") as container:
        stream = container.add_stream("mpeg4", rate=Fraction(10))
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        for _ in range(5):
            frame = av.VideoFrame.from_ndarray(np.zeros((48, 64, 3), np.uint8), format="rgb24")
            for packet in stream.encode(frame):
                container.mux(packet)
        for packet in stream.encode(None):
            container.mux(packet)
    return path


def read(source: MediaFile | RawPcm) -> np.ndarray:
    return np.concatenate(list(source.blocks()))


def test_a_stereo_96_khz_file_is_mixed_and_resampled_in_tune(tmp_path: Path) -> None:
    time_s = np.arange(96_000 * 2) / 96_000
    tone = 0.5 * np.sin(2 * np.pi * 1000 * time_s)
    path = write_wav(tmp_path / "tone.wav", np.stack([tone, tone], axis=1), 96_000)
    source = MediaFile(path)
    samples = read(source)
    assert source.duration_s == pytest.approx(2.0)
    assert samples.dtype == np.float32
    assert len(samples) == pytest.approx(32_000, abs=64)
    spectrum = np.abs(np.fft.rfft(samples[8000:24_000]))
    assert spectrum.argmax() == pytest.approx(1000, abs=1)
    assert np.abs(samples[8000:24_000]).max() == pytest.approx(0.5, abs=0.02)


def test_opposite_channels_do_not_blow_up(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).uniform(-1, 1, 16_000)
    path = write_wav(tmp_path / "loud.wav", np.stack([noise, noise], axis=1), 16_000)
    assert np.abs(read(MediaFile(path))).max() <= 1.0


def test_a_lossy_file_keeps_its_length(tmp_path: Path) -> None:
    samples = read(MediaFile(write_opus(tmp_path / "speech.mkv")))
    assert len(samples) == pytest.approx(len(read(MediaFile(SPEECH))), abs=1600)


def test_a_file_without_audio_says_so(tmp_path: Path) -> None:
    source = MediaFile(write_silent_video(tmp_path / "silent.mp4"))
    with pytest.raises(AudioError, match=r"silent\.mp4 has no audio track"):
        read(source)


def test_an_unknown_codec_says_how_to_convert(tmp_path: Path) -> None:
    path = write_opus(tmp_path / "odd.mkv")
    path.write_bytes(path.read_bytes().replace(b"A_OPUS", b"A_XPUS"))
    with pytest.raises(AudioError, match=r"codec that this build of FFmpeg does not have"):
        read(MediaFile(path))


def test_noise_instead_of_a_file_is_no_media_file(tmp_path: Path) -> None:
    path = tmp_path / "noise.mp4"
    path.write_bytes(np.random.default_rng(7).bytes(5000))
    with pytest.raises(AudioError, match="is not a media file that can be read"):
        read(MediaFile(path))


def test_an_empty_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "empty.mp3"
    path.touch()
    with pytest.raises(AudioError, match=r"empty\.mp3 is empty"):
        read(MediaFile(path))


def test_a_missing_file_and_a_folder_say_so(tmp_path: Path) -> None:
    with pytest.raises(AudioError, match="There is no file"):
        read(MediaFile(tmp_path / "absent.wav"))
    with pytest.raises(AudioError, match="is a folder"):
        read(MediaFile(tmp_path))


def test_a_header_without_a_sample_says_so(tmp_path: Path) -> None:
    path = write_wav(tmp_path / "header.wav", np.zeros((0, 1)), 16_000)
    with pytest.raises(AudioError, match="without a single sample"):
        read(MediaFile(path))


def test_a_truncated_file_gives_what_is_whole_and_says_what_is_missing(tmp_path: Path) -> None:
    path = write_opus(tmp_path / "cut.mkv")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    source = MediaFile(path)
    assert len(read(source)) > 16_000
    assert any("before its stated length" in problem for problem in source.problems)


def test_damage_in_the_middle_costs_no_more_than_the_damage(tmp_path: Path) -> None:
    path = tmp_path / "damaged.flac"
    data = bytearray(SPEECH.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 3000] = bytes(3000)
    path.write_bytes(data)
    whole_samples = len(read(MediaFile(SPEECH)))
    assert len(read(MediaFile(path))) == pytest.approx(whole_samples, abs=16_000)


def test_a_whole_file_has_no_problems() -> None:
    source = MediaFile(SPEECH)
    read(source)
    assert source.problems == []


def test_raw_pcm_is_read_in_any_pieces() -> None:
    ramp = np.arange(-20_000, 20_000, dtype="<i2")
    samples = read(RawPcm(io.BytesIO(ramp.tobytes() + b"\x01")))
    assert np.array_equal(samples, ramp.astype(np.float32) / 32768)


def test_an_empty_pipe_says_what_to_pipe_in() -> None:
    with pytest.raises(AudioError, match="s16le"):
        read(RawPcm(io.BytesIO()))


def late_packets(
    source: av.container.InputContainer, sound: av.AudioStream, late_s: float
) -> Iterator[av.Packet[av.AudioStream]]:
    position = 0
    for frame in source.decode(audio=0):
        frame.time_base = Fraction(1, frame.sample_rate)
        frame.pts = position + round(late_s * frame.sample_rate)
        position += frame.samples
        yield from sound.encode(frame)
    yield from sound.encode(None)


def late_copy(path: Path, late_s: float) -> Path:
    """Speech in Matroska beside a picture, where the sound begins ``late_s`` after the picture."""
    with av.open(str(SPEECH)) as source, av.open(str(path), "w", format="matroska") as target:
        picture = target.add_stream("mpeg4", rate=Fraction(10))
        picture.width, picture.height, picture.pix_fmt = 64, 48, "yuv420p"
        sound = target.add_stream("libopus", rate=48_000)
        frame = av.VideoFrame.from_ndarray(np.zeros((48, 64, 3), np.uint8), format="rgb24")
        for packet in [*picture.encode(frame), *picture.encode(None)]:
            target.mux(packet)
        for packet in late_packets(source, sound, late_s):
            target.mux(packet)
    return path


def test_sound_that_begins_late_is_silent_until_then(tmp_path: Path) -> None:
    source = MediaFile(late_copy(tmp_path / "late.mkv", 3.0))
    samples = read(source)
    whole = read(MediaFile(SPEECH))
    assert len(samples) == pytest.approx(len(whole) + 48_000, abs=1600)
    assert not samples[:46_000].any()
    assert samples[48_000:].any()
    assert source.problems == []


def test_a_colon_in_a_name_is_no_protocol(tmp_path: Path) -> None:
    path = tmp_path / "Talk: part 1.flac"
    path.write_bytes(SPEECH.read_bytes())
    assert len(read(MediaFile(path))) > 16_000


def test_a_media_file_in_the_pipe_is_not_taken_for_samples() -> None:
    with pytest.raises(AudioError, match="is a media file, not raw PCM"):
        read(RawPcm(io.BytesIO(SPEECH.read_bytes())))
