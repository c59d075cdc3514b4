"""What is shown, when it is committed, where it breaks: pure rules over timed words.

Standard library only, no clock, no I/O, so that the same files run on CPython and in Pyodide.
"""

from surtitle.policy.agreement import CommitRule, Decision, Evidence, PrefixAgreement, Reading
from surtitle.policy.cues import Cue, build_cues
from surtitle.policy.errors import (
    FormatError,
    HypothesisError,
    OptionsError,
    SessionClosedError,
)
from surtitle.policy.export import Format, Recognition, export, transcript
from surtitle.policy.line_policy import LinePolicy
from surtitle.policy.options import SessionOptions
from surtitle.policy.sentences import Phrase
from surtitle.policy.session import CaptionSession
from surtitle.policy.words import ShownWord, Word

__all__ = [
    "CaptionSession",
    "CommitRule",
    "Cue",
    "Decision",
    "Evidence",
    "Format",
    "FormatError",
    "HypothesisError",
    "LinePolicy",
    "OptionsError",
    "Phrase",
    "PrefixAgreement",
    "Reading",
    "Recognition",
    "SessionClosedError",
    "SessionOptions",
    "ShownWord",
    "Word",
    "build_cues",
    "export",
    "transcript",
]
