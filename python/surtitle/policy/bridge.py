"""Sessions behind one function of strings, for a caller in another language.

JSON text crosses the border between JavaScript and Python as one string each way: nothing is left
there that has to be released by hand. Errors come back as values, so that no traceback crosses.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from surtitle.errors import SurtitleError
from surtitle.policy.errors import OptionsError, RequestError
from surtitle.policy.export import Recognition, export
from surtitle.policy.line_policy import LinePolicy
from surtitle.policy.options import SessionOptions
from surtitle.policy.session import CaptionSession
from surtitle.policy.wire import cue_dicts, read_phrases

if TYPE_CHECKING:
    from collections.abc import Mapping

_sessions: dict[int, CaptionSession] = {}


def call(action: str, session: int, argument: str) -> str:
    """Do ``action`` with a JSON argument; return JSON ``{"value"}`` or ``{"error"}``.

    ``open`` makes the session of that number anew from options (or null); ``close`` forgets it;
    ``export_phrases`` needs none. An error is ``{"type", "message"}``, the message for a person.
    """
    try:
        value = _action(action)(session, json.loads(argument))
    except SurtitleError as error:
        fault = {"type": type(error).__name__, "message": str(error)}
        return json.dumps({"error": fault}, ensure_ascii=False)
    return json.dumps({"value": value}, ensure_ascii=False, allow_nan=False)


def _open(session: int, given: object) -> None:
    _sessions[session] = CaptionSession(_options(given))


def _close(session: int, _: object) -> None:
    _sessions.pop(session, None)


def _push(session: int, given: object) -> object:
    return _session(session).push(_object(given, "a hypothesis"))


def _advance(session: int, given: object) -> object:
    return _session(session).advance(_number(given, "the stream's position"))


def _finish(session: int, _: object) -> object:
    return _session(session).finish()


def _cues(session: int, _: object) -> object:
    return cue_dicts(_session(session).cues())


def _counters(session: int, _: object) -> object:
    return _session(session).counters()


def _export(session: int, given: object) -> str:
    asked = _object(given, "an export")
    return _session(session).export(_format(asked), _recognition(asked))


def _export_phrases(_: int, given: object) -> str:
    asked = _object(given, "an export")
    phrases = read_phrases(asked.get("phrases"))
    policy = LinePolicy.of(_options(asked.get("options")))
    return export(phrases, _format(asked), policy, _recognition(asked))


_ACTIONS: dict[str, Callable[[int, object], object]] = {
    "open": _open,
    "close": _close,
    "push": _push,
    "advance": _advance,
    "finish": _finish,
    "cues": _cues,
    "counters": _counters,
    "export": _export,
    "export_phrases": _export_phrases,
}


def _action(name: str) -> Callable[[int, object], object]:
    if name not in _ACTIONS:
        raise RequestError(f"unknown action {name!r}: known are {', '.join(_ACTIONS)}")
    return _ACTIONS[name]


def _session(number: int) -> CaptionSession:
    if number not in _sessions:
        raise RequestError(f"there is no session {number}: open it first")
    return _sessions[number]


def _options(given: object) -> SessionOptions:
    if given is not None and not isinstance(given, dict):
        raise OptionsError(f"options are {given!r}: give an object or null")
    return SessionOptions.from_dict(given or {})


def _format(asked: Mapping[str, object]) -> str:
    name = asked.get("format")
    if not isinstance(name, str):
        raise RequestError(f"export key 'format' is {name!r}: give srt, vtt, txt or json")
    return name


def _recognition(asked: Mapping[str, object]) -> Recognition:
    model, duration_s, rtf = asked.get("model"), asked.get("duration_s"), asked.get("rtf")
    return Recognition(
        model=model if isinstance(model, str) else "",
        duration_s=None if duration_s is None else _number(duration_s, "export key 'duration_s'"),
        rtf=None if rtf is None else _number(rtf, "export key 'rtf'"),
    )


def _object(given: object, what: str) -> dict[str, object]:
    if not isinstance(given, dict):
        raise RequestError(f"{what} is {given!r}: give an object")
    return given


def _number(given: object, what: str) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise RequestError(f"{what} is {given!r}: give a number")
    return float(given)
