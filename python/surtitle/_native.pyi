"""The Rust core (`rust_renderer/crates/python`), built by maturin."""

from collections.abc import Sequence
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, final, type_check_only

import numpy as np
import numpy.typing as npt
from typing_extensions import Buffer

_Samples: TypeAlias = Buffer | npt.NDArray[np.float32]
"""numpy says only from Python 3.12 on that its arrays are buffers."""

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
    def push(self, frame: _Samples) -> float:
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
    """Quiet that ends a segment: 32 to 5000 (512)."""
    tail_ms: int
    """Of that quiet, what a segment keeps at most: 32 to 5000 (5000)."""
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
    def push(self, samples: _Samples) -> list[SpeechEvent]:
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
    @property
    def tail_end(self) -> int:
        """Where the open segment ends if nothing more is said; without one, `position`."""

@type_check_only
class CueSettings(TypedDict, total=False):
    """WebVTT cue settings; what is left out has WebVTT's default."""

    vertical: Literal["", "rl", "lr"]
    line: float | None
    """A line number, or per cent where `snap_to_lines` is false; None is "auto"."""
    snap_to_lines: bool
    line_align: Literal["start", "center", "end"]
    position: float | None
    """Per cent; None is "auto"."""
    position_align: Literal["auto", "line-left", "center", "line-right"]
    size: float
    """Per cent."""
    align: Literal["start", "center", "end", "left", "right"]
    region: str | None

@type_check_only
class CueWord(TypedDict):
    """A word of a cue and when it begins, in milliseconds."""

    text: str
    start_ms: float

@type_check_only
class Cue(TypedDict):
    """WebVTT cue text and when it is shown: from `start_ms` up to, not including, `end_ms`.

    Floats are rounded to whole milliseconds. `escape_text` makes cue text from plain text.
    """

    id: NotRequired[str]
    start_ms: float
    end_ms: float
    text: str
    settings: NotRequired[CueSettings]
    words: NotRequired[Sequence[CueWord]]

@type_check_only
class CueRegion(TypedDict, total=False):
    """A WebVTT region; numbers are per cent, but `lines`."""

    id: str
    width: float
    lines: float
    region_anchor_x: float
    region_anchor_y: float
    viewport_anchor_x: float
    viewport_anchor_y: float
    scroll: Literal["", "up"]

@type_check_only
class CueParseError(TypedDict):
    """What was wrong with a file, and on which line, counted from 1.

    `code` is one of bad-signature, bad-encoding, nul-character, bad-timing, loose-timing,
    end-before-start, out-of-order, overlap, bad-setting, unknown-region, bad-region,
    misplaced-block, stray-text, missing-number, empty-cue, bad-tag.
    """

    code: str
    line: int
    message: str

@type_check_only
class CueDocument(TypedDict, total=False):
    """A subtitle file, cues in its order. Reading gives every key, writing asks for none."""

    header: str
    regions: list[CueRegion]
    styles: list[str]
    comments: list[str]
    cues: list[Cue]
    errors: list[CueParseError]

def parse_vtt(data: str | bytes | bytearray) -> CueDocument:
    """Reads a WebVTT file (W3C WebVTT 6.1). What is wrong with it is in `errors`.

    Raises SurtitleError for data that is neither text nor bytes.
    """

def parse_srt(data: str | bytes | bytearray) -> CueDocument:
    """Reads an SRT file, UTF-8 or UTF-16 with a mark. What is wrong with it is in `errors`.

    Raises SurtitleError for data that is neither text nor bytes.
    """

def write_vtt(document: CueDocument | Sequence[Cue], *, word_times: bool = False) -> str:
    """Writes valid WebVTT; `word_times` writes the cues' words as timestamps in their texts.

    Raises SurtitleError for a value that has not the type of its field.
    """

def write_srt(cues: Sequence[Cue]) -> str:
    """Writes SRT; a cue without text is left out.

    Raises SurtitleError for a value that has not the type of its field.
    """

_CueNode: TypeAlias = dict[str, Any]

def parse_cue_text(text: str) -> list[_CueNode]:
    """The tree of a cue's text.

    A node is `{"text": str}`, `{"timestamp": milliseconds}` or `{"element": {"kind", "classes",
    "annotation", "children"}}`; empty classes and annotations are left out.
    """

def plain_text(text: str) -> str:
    """A cue's text without its markup; ruby annotations are left out."""

def escape_text(text: str) -> str:
    """Plain text as WebVTT cue text."""

@type_check_only
class LiveOptions(TypedDict, total=False):
    """Options of `LiveLayout`; defaults in brackets."""

    max_chars: int
    """Cells a row, 4 to 200; a CJK character is 2 (42)."""
    max_rows: int
    """Rows, 2 to 4 (2)."""
    hang_ms: float | None
    """How long what is shown stays after its last change; None keeps it (1500)."""

@type_check_only
class LiveWord(TypedDict):
    """A word that should be shown, named by its id."""

    id: int
    text: str
    committed: NotRequired[bool]

_Patch: TypeAlias = dict[str, Any]

@final
class LiveLayout:
    """Lays out words as they are recognised: paint-on, roll-up. A placed word does not move.

    A patch is one of `{"op": "add_row", "row"}`, `{"op": "remove_row", "row"}`, `{"op": "add_word",
    "row", "id", "text", "committed", "part"?, "glue"?, "before"?}`, `{"op": "set_word", "id",
    "text", "part"?}`, `{"op": "commit_word", "id", "part"?}`, `{"op": "remove_word", "id",
    "part"?}`, `{"op": "clear"}`. `part` is there, from 1, where a word is wider than a row and goes
    on; `glue` where no space stands before it; `before` names the word that it comes before.

    Raises SurtitleError naming an option that is unknown or out of its range.
    """

    def __new__(cls, options: LiveOptions | None = None) -> LiveLayout: ...
    def apply(
        self, words: Sequence[LiveWord], now_ms: float, withdrawn_ids: Sequence[int] | None = None
    ) -> list[_Patch]:
        """Shows `words`, all the words of the open sentence in order.

        Words shown before and left out now have finished and stay, but for those in
        `withdrawn_ids`; without that list, tentative words go, and committed ones that stand after
        a word that is still there.
        """

    def tick(self, now_ms: float) -> list[_Patch]:
        """Clears what has not changed for the hang time."""

    def clear(self) -> list[_Patch]:
        """Clears at once. Words that were shown are not shown again."""

    def rows(self) -> list[dict[str, Any]]:
        """The rows that are shown, from the top: `{"row", "items": [{"id", "text", …}]}`."""

@type_check_only
class TimedOptions(TypedDict, total=False):
    """Options of `TimedLayout`; defaults in brackets."""

    aspect_ratio: float
    """Width of the picture by its height (16 / 9)."""
    font_percent: float
    """Size of the font in per cent of the picture's height (5)."""
    line_height: float
    """Height of a line by the font's size (1.3)."""
    cell_width: float
    """Width of a Latin letter by the font's size (0.5)."""
    margin_percent: float
    """How far from the picture's edge lines begin, in per cent (5)."""
    max_chars: int
    """Cells a line (42)."""

@final
class TimedLayout:
    """Says which cues stand where at a moment of the media.

    A patch is `{"op": "add_cue", "cue", "id", "start_ms", "end_ms", "lines", "align", "vertical",
    "box"}`, `{"op": "move_cue", "cue", "box"}` or `{"op": "remove_cue", "cue"}`; `cue` is the index
    in the list given, `lines` are lists of runs of one style, `box` is `{"left", "top", "width",
    "height"}` in per cent of the picture.

    Raises SurtitleError naming an option that is unknown or out of its range.
    """

    def __new__(
        cls,
        cues: Sequence[Cue],
        options: TimedOptions | None = None,
        regions: Sequence[CueRegion] | None = None,
    ) -> TimedLayout: ...
    def at(self, time_ms: float) -> list[_Patch]:
        """The patches from what is shown to what is to be shown; moments may come in any order."""

    def next_change_ms(self, time_ms: float) -> int | None:
        """The first moment after `time_ms` at which something changes."""

    def configure(self, options: TimedOptions) -> None:
        """Lays out anew; the next `at` says what changed."""

    def shown(self) -> list[dict[str, Any]]:
        """All cues that are shown, in the order of their starts."""

@final
class MoonshineEncoder:
    """The encoder of an ``encoder.onnx`` (its bytes), with the frames that it has kept.

    Raises SurtitleError saying what another file lacks.
    """

    def __new__(cls, encoder: bytes) -> MoonshineEncoder: ...
    @property
    def frames(self) -> int:
        """Frames that are kept."""

    def keep(self, frames: int) -> None:
        """Forgets all but the first `frames`."""

    def encode(self, audio: _Samples, before: tuple[float, float, float]) -> tuple[bytes, bytes]:
        """Encodes `audio` (f32 [N], 16 kHz), which follows the frames that are kept.

        `before` are count, sum and sum of squares of the first convolution's values over these.
        Gives the new frames f32 [S, 288], and f32 [2, C]: sums of the first convolution's columns
        and of their squares. Raises ValueError if the audio gives no frame, or more than 2048.
        """

@final
class MoonshineDecoder:
    """The decoder of a ``cross.onnx`` and a ``decoder.onnx``, with its frames and tokens.

    Raises SurtitleError saying what another file lacks.
    """

    def __new__(cls, cross: bytes, decoder: bytes) -> MoonshineDecoder: ...
    def keep_frames(self, frames: int) -> None:
        """Forgets all frames but the first `frames`."""

    def keep_tokens(self, tokens: int) -> None:
        """Forgets all tokens but the first `tokens`."""

    def hear(self, hidden: _Samples) -> None:
        """Adds frames (f32 [S * 288]) to those that are attended to; ValueError for others."""

    def read(
        self, ids: Sequence[int], proposed: Sequence[int]
    ) -> tuple[list[int], list[float], list[float], bytes]:
        """Reads K tokens and answers each.

        Gives the best next tokens, the natural logarithms of their probabilities, how far the
        logits of the `proposed` ones lie behind, and attention f32 [K, frames]. Raises ValueError
        for tokens that cannot be read.
        """
