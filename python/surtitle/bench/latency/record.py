"""What a run of one clip leaves behind, whichever engine captioned it.

All times that end in ``_ms`` are milliseconds since the epoch on one clock; all that end in ``_s``
are seconds of the clip, whose first sample is 0.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """A word of the reference with its place in the clip."""

    text: str
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class Revision:
    """The whole text that the clip has been given so far, as it stood from ``at_ms`` on.

    Rows that have left the picture stay in ``text``: a word that rolled off was not withdrawn.
    """

    at_ms: float
    text: str


@dataclass(frozen=True, slots=True)
class Arrival:
    """``position_s`` of the clip had passed the write index when the consumer looked, ``at_ms``."""

    position_s: float
    at_ms: float


@dataclass(frozen=True, slots=True)
class Update:
    """A pass over the audio of a segment, from ``start_s`` to ``position_s``.

    ``stamps_ms`` has the stage's name → when the pass's newest audio left it (``capture`` …
    ``paint``).
    """

    position_s: float
    stamps_ms: dict[str, float]
    start_s: float = 0.0
    unchanged: bool = False
    """Nothing on the picture changed: it was not painted, its ``paint`` is when that was known."""


@dataclass(slots=True)
class ClipRecord:
    """One clip, played once."""

    id: str
    kind: str
    duration_s: float
    text: str
    """The reference, as the manifest has it."""
    words: list[SpokenWord] = field(default_factory=list)
    """The reference's words with times; empty where none are known."""
    arrivals: list[Arrival] = field(default_factory=list)
    """Ascending in both."""
    revisions: list[Revision] = field(default_factory=list)
    """Ascending; only those whose text differs from the one before."""
    updates: list[Update] = field(default_factory=list)
    long_tasks_ms: list[float] = field(default_factory=list)
    """Tasks of the main thread over 50 ms."""
    transcript: str | None = None
    """The text in the end, where the engine keeps one that is mended after words have left the
    picture; None: what the last revision shows."""
    untimed: int = 0
    """Revisions whose frame the browser did not report; their time is that of the change."""

    def heard_ms(self, position_s: float) -> float | None:
        """When the sample at ``position_s`` had passed the write index; None if it never did."""
        index = bisect_left(self.arrivals, position_s, key=lambda arrival: arrival.position_s)
        return self.arrivals[index].at_ms if index < len(self.arrivals) else None


@dataclass(slots=True)
class Effort:
    """What a whole run cost; None where an engine cannot tell."""

    audio_s: float = 0.0
    """Audio that went through the engine."""
    busy_s: float | None = None
    """Seconds the recogniser spent on passes; over ``audio_s`` it is the RTF."""
    passes: int | None = None
    dropped_ticks: int | None = None
    lost_samples: int | None = None
    """Samples of the ring that a reader found overwritten."""
    cpu_s: dict[str, float] = field(default_factory=dict)
    """Thread or worker → CPU seconds."""
    memory_start_bytes: int | None = None
    memory_end_bytes: int | None = None
    clock_error_ms: float | None = None
    """How far the bench's own clock was off on a clip whose answer is known."""


@dataclass(slots=True)
class Run:
    """One run of the bench over several clips with one engine."""

    engine: str
    machine: dict[str, str | int]
    """``cpu``, ``cores``, ``memory_gib``, ``os``, ``load_1m`` at start."""
    browser: str
    """Name and version; empty for an engine outside a browser."""
    commit: str
    clips: list[ClipRecord] = field(default_factory=list)
    effort: Effort = field(default_factory=Effort)
    settings: dict[str, str | int | float | bool] = field(default_factory=dict)
