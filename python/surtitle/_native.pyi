"""The Rust core (`rust_renderer/crates/python`), built by maturin."""

from typing import Literal, TypedDict, final, type_check_only

from typing_extensions import Buffer

@type_check_only
class VadOptions(TypedDict, total=False):
    """Options of `Vad`."""

    simd: bool
    """Whether SIMD is used (True); the results do not differ."""

@final
class Vad:
    """Speech probability of each 32 ms frame: mono float32 at 16 000 Hz.

    Raises SurtitleError for an option that does not exist.
    """

    def __new__(cls, options: VadOptions | None = None) -> Vad: ...
    def push(self, frame: Buffer) -> float:
        """The probability, 0 to 1, that the next frame of 512 float32 samples holds speech.

        A sample that is infinite or not a number counts as 0. Raises TypeError for anything but
        a contiguous one-dimensional buffer of float32, ValueError for another length.
        """
    def features(self) -> list[float]:
        """What the rule saw of the last frame."""
    @property
    def probability(self) -> float:
        """The probability of the last frame; 0 before the first."""
    @property
    def level_db(self) -> float:
        """The level of the last frame in dB of full scale (RMS); -120 at the least."""

@type_check_only
class SpeechSegmenterOptions(VadOptions, total=False):
    """Options of `SpeechSegmenter`; defaults in brackets."""

    pre_roll_ms: int
    """Audio kept before the first speech: 0 to 1000 (300)."""
    hang_over_ms: int
    """Quiet that ends a segment, and its tail: 32 to 5000 (512)."""
    min_speech_ms: int
    """Speech that opens a segment: 32 to 500 (128)."""
    confirm_speech_ms: int
    """Speech without which a pause discards the segment: 32 to 2000 (160)."""
    max_segment_ms: int
    """The longest segment: 3000 to 600000 (6000)."""
    cut_search_ms: int
    """How far back a cut may lie: 32 to half of `max_segment_ms` (2000)."""
    onset_threshold: float
    """The probability that begins speech: 0.01 to 0.99 (0.5)."""
    offset_threshold: float
    """The probability that goes on with speech: 0.01 to `onset_threshold` (0.35)."""

@final
class SpeechEvent:
    """A segment's beginning or end; samples count from the start of the stream."""

    @property
    def kind(self) -> Literal["open", "close", "discard"]: ...
    @property
    def segment(self) -> int: ...
    @property
    def start_sample(self) -> int: ...
    @property
    def end_sample(self) -> int | None:
        """The sample after the last, for a close."""
    @property
    def reason(self) -> Literal["pause", "cut", "end"] | None:
        """Why it ended, for a close."""

@final
class SpeechSegmenter:
    """Segments of speech in a stream of mono float32 at 16 000 Hz.

    Raises SurtitleError naming an option outside its range and what it accepts.
    """

    def __new__(cls, options: SpeechSegmenterOptions | None = None) -> SpeechSegmenter: ...
    def push(self, samples: Buffer) -> list[SpeechEvent]:
        """Takes any number of float32 samples and returns what began or ended in them.

        Samples that do not fill a frame of 512 wait for the next call. Raises TypeError for
        anything but a contiguous one-dimensional buffer of float32.
        """
    def flush(self) -> list[SpeechEvent]:
        """Ends the stream: what is open is closed at the last sample pushed."""
    @property
    def probability(self) -> float:
        """The speech probability of the last frame."""
    @property
    def level_db(self) -> float:
        """The level of the last frame in dB of full scale."""
    @property
    def position(self) -> int:
        """Samples consumed, without those that wait for their frame to fill."""
