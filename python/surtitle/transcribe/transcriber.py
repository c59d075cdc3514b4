"""Audio to captions: segment, recognise, and let the policy make phrases and cues of the words."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from surtitle._native import SpeechEvent, SpeechSegmenter
from surtitle.audio.source import SAMPLE_RATE_HZ, AudioSource, Block
from surtitle.engine.recogniser import Recogniser
from surtitle.errors import SurtitleError
from surtitle.models.catalogue import Model
from surtitle.policy.export import Recognition
from surtitle.policy.session import CaptionSession
from surtitle.transcribe.window import AudioWindow

if TYPE_CHECKING:
    from surtitle._native import SpeechSegmenterOptions

HELD_BEFORE_SPEECH_S = 2
"""More than pre-roll and minimum speech together: how far back a segment may begin."""

FILE_SEGMENTS: SpeechSegmenterOptions = {
    "max_segment_ms": 15_000,
    "hang_over_ms": 1024,
    "pre_roll_ms": 700,
}
"""Nobody waits for a file's words, so segments may be long and begin well before the speech:
a pause in a sentence costs the recogniser its context, and a tight start a word.
See docs/decisions/0053-file-segments.md."""

Progress = Callable[[float], None]
"""Called with the seconds of audio that are done."""


class LanguageError(SurtitleError):
    """A language that the model does not know."""

    exit_code = 2


def require_language(model: Model, language: str) -> None:
    """Raise :class:`LanguageError` if ``model`` would only invent words of ``language``."""
    if language.replace("_", "-").split("-")[0].lower() != model.language:
        raise LanguageError(
            f"The model {model.name} knows only {model.language!r}, not {language!r}: "
            "it would invent words. Give --language en for English speech."
        )


@dataclass(frozen=True, slots=True)
class Transcription:
    """A finished session and how long it took."""

    session: CaptionSession
    recognition: Recognition

    def export(self, format_name: str) -> str:
        """The captions as srt, vtt, json or txt."""
        return self.session.export(format_name, self.recognition)


class Transcriber:
    """Transcribes one source after another with the same recogniser."""

    def __init__(self, recogniser: Recogniser, model: str, language: str = "en") -> None:
        self._recogniser = recogniser
        self._model = model
        self._language = language

    def run(self, source: AudioSource, progress: Progress) -> Transcription:
        """Transcribe ``source`` to its end; raises what the source raises on bad input."""
        started_s = time.perf_counter()
        stream = _Stream(self._recogniser, CaptionSession({"language": self._language}))
        for block in source.blocks():
            stream.push(block)
            progress(stream.duration_s)
        stream.finish()
        duration_s = stream.duration_s
        elapsed_s = time.perf_counter() - started_s
        rtf = elapsed_s / duration_s if duration_s else 0.0
        return Transcription(stream.session, Recognition(self._model, duration_s, rtf))


class _Stream:
    """The state of one source."""

    def __init__(self, recogniser: Recogniser, session: CaptionSession) -> None:
        self._recogniser = recogniser
        self.session = session
        self._segmenter = SpeechSegmenter(FILE_SEGMENTS)
        self._window = AudioWindow()
        self._open_sample: int | None = None

    @property
    def duration_s(self) -> float:
        return self._window.end_sample / SAMPLE_RATE_HZ

    def push(self, block: Block) -> None:
        self._window.append(block)
        self._take(self._segmenter.push(block.data))
        keep_from = self._open_sample
        if keep_from is None:
            keep_from = self._segmenter.position - HELD_BEFORE_SPEECH_S * SAMPLE_RATE_HZ
        self._window.drop_before(keep_from)

    def finish(self) -> None:
        self._take(self._segmenter.flush())
        self.session.finish()

    def _take(self, events: list[SpeechEvent]) -> None:
        for event in events:
            if event.kind == "open":
                self._open_sample = event.start_sample
            elif event.end_sample is None:
                self._open_sample = None
            else:
                self._recognise(event, event.end_sample)
                self._open_sample = None

    def _recognise(self, event: SpeechEvent, end_sample: int) -> None:
        audio = self._window.cut(event.start_sample, end_sample)
        heard = self._recogniser.recognise(audio, event.segment, final=True)
        start_s = event.start_sample / SAMPLE_RATE_HZ
        self.session.push(
            {
                "segment": event.segment,
                "revision": 0,
                "start_s": start_s,
                "end_s": end_sample / SAMPLE_RATE_HZ,
                "final": True,
                "reason": event.reason,
                "words": [
                    {
                        "text": word.text,
                        "start_s": start_s + word.start_s,
                        "end_s": start_s + word.end_s,
                        "confidence": word.confidence,
                    }
                    for word in heard.words
                ],
            }
        )
