"""Captions as files: SubRip, WebVTT, plain text and JSON, each as one string."""

from surtitle.policy.export.formats import Format, export
from surtitle.policy.export.plain import to_text
from surtitle.policy.export.srt import to_srt
from surtitle.policy.export.transcript import Recognition, Transcript, to_json, transcript
from surtitle.policy.export.vtt import to_vtt

__all__ = [
    "Format",
    "Recognition",
    "Transcript",
    "export",
    "to_json",
    "to_srt",
    "to_text",
    "to_vtt",
    "transcript",
]
