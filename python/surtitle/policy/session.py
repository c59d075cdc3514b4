"""One viewer's captions: hypotheses in, what to show, log and export out."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from surtitle.policy.agreement import CommitRule, PrefixAgreement
from surtitle.policy.cues import Cue, build_cues
from surtitle.policy.errors import HypothesisError, SessionClosedError
from surtitle.policy.export import Recognition, export
from surtitle.policy.hypothesis import parse_hypothesis
from surtitle.policy.line_policy import LinePolicy
from surtitle.policy.options import SessionOptions
from surtitle.policy.sentences import Phrase, PhraseBuilder
from surtitle.policy.stabiliser import NO_CHANGE, Stabiliser, Step
from surtitle.policy.wire import UpdateDict, phrase_dict, word_dicts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from surtitle.policy.hypothesis import Hypothesis


class CaptionSession:
    """Joins the stabiliser, the phrases and the line policy for one stream.

    ``options`` is a `SessionOptions` or a JSON object of the same names. ``rule`` replaces the
    commit rule that the options describe. The session has no clock: `advance` tells it how far
    the stream has come.

    Raises:
        OptionsError: an option is unknown or out of range.

    """

    def __init__(
        self,
        options: SessionOptions | Mapping[str, object] | None = None,
        *,
        rule: CommitRule | None = None,
    ) -> None:
        if not isinstance(options, SessionOptions):
            options = SessionOptions.from_dict(options or {})
        chosen = rule or PrefixAgreement(
            options.agreement, options.withdrawal, options.hold_last_word
        )
        self._options = options
        self._policy = LinePolicy.of(options)
        self._stabiliser = Stabiliser(chosen, options)
        self._builder = PhraseBuilder(options)
        self._phrases: list[Phrase] = []
        self._segment = 0
        self._revision = 0
        self._finished = False

    @property
    def options(self) -> SessionOptions:
        """The options in force."""
        return self._options

    @property
    def phrases(self) -> tuple[Phrase, ...]:
        """Every finished phrase, in order."""
        return tuple(self._phrases)

    def push(self, given: Mapping[str, object]) -> UpdateDict:
        """Take one hypothesis; return what to show now.

        Raises:
            HypothesisError: the hypothesis has not the agreed shape.
            SessionClosedError: the session has finished.

        """
        self._require_open("push")
        hypothesis = self._parse(given)
        step = self._stabiliser.push(hypothesis)
        finished: list[Phrase] = []
        for closed in step.closed:
            if closed.segment == hypothesis.segment:
                finished += self._builder.advance(hypothesis.start_s)
            finished += self._builder.add(closed)
        if not step.ignored and not hypothesis.final:
            finished += self._builder.advance(hypothesis.start_s)
            finished += self._settle()
        return self._update(step, finished)

    def advance(self, stream_s: float) -> UpdateDict:
        """Say that no speech was heard up to ``stream_s``: a phrase left open may end.

        Does nothing while a segment shows words.

        Raises:
            HypothesisError: ``stream_s`` is not a finite number.
            SessionClosedError: the session has finished.

        """
        self._require_open("advance")
        if not isfinite(stream_s):
            raise HypothesisError(f"stream_s is {stream_s}: give the stream's position in seconds")
        finished = [] if self._stabiliser.shown else self._builder.advance(stream_s)
        return self._update(Step(NO_CHANGE, ()), finished)

    def finish(self) -> UpdateDict:
        """End the stream: all that is shown is committed and finished. May be called again."""
        finished: list[Phrase] = []
        for closed in self._stabiliser.finish():
            finished += self._builder.add(closed)
        finished += self._builder.flush()
        self._finished = True
        return self._update(Step(NO_CHANGE, ()), finished)

    def cues(self) -> list[Cue]:
        """The cues of every phrase finished so far, by the line policy."""
        return build_cues([phrase.words for phrase in self._phrases], self._policy)

    def export(self, format_name: str, recognition: Recognition | None = None) -> str:
        """Every phrase finished so far as a file: srt, vtt, txt or json.

        Raises:
            FormatError: there is no such format.

        """
        return export(self._phrases, format_name, self._policy, recognition)

    def counters(self) -> dict[str, int]:
        """How often input was ignored, mended or held back, by name, since the start."""
        return dict(self._stabiliser.counters)

    def _parse(self, given: Mapping[str, object]) -> Hypothesis:
        mended = parse_hypothesis(given)
        counters = self._stabiliser.counters
        counters["mended_times"] += mended.times
        counters["blank_words"] += mended.blanks
        self._segment = mended.hypothesis.segment
        self._revision = mended.hypothesis.revision
        return mended.hypothesis

    def _settle(self) -> list[Phrase]:
        shown = self._stabiliser.shown
        return self._builder.settle(shown[0].word) if shown and shown[0].committed else []

    def _update(self, step: Step, finished: list[Phrase]) -> UpdateDict:
        self._phrases += finished
        leaving = [shown for phrase in finished for shown in phrase.shown]
        return {
            "segment": self._segment,
            "revision": self._revision,
            "words": word_dicts([*leaving, *self._builder.open_words, *self._stabiliser.shown]),
            "withdrawn": step.change.withdrawn,
            "withdrawn_ids": list(step.change.gone),
            "finished": [phrase_dict(phrase) for phrase in finished],
            "ignored": step.ignored.value if step.ignored else None,
        }

    def _require_open(self, action: str) -> None:
        if self._finished:
            raise SessionClosedError(
                f"cannot {action}: this session has finished; start a new one for a new stream"
            )
