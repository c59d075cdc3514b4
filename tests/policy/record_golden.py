"""Writes what the policy makes of each recording in ``tests/golden/policy`` back into it.

    .venv/bin/python tests/policy/record_golden.py

For a change of the rules that is meant: read the difference before committing it. A recording's
``steps`` hold what goes in; everything else in a step, ``cues`` and ``files`` are written here.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from surtitle.policy import CaptionSession, Recognition
from surtitle.policy.export import Format
from surtitle.policy.wire import cue_dicts

if TYPE_CHECKING:
    from surtitle.policy.wire import UpdateDict

RECORDINGS = Path(__file__).parents[1] / "golden" / "policy" / "recordings"

Step = dict[str, object]


def replay(recording: dict[str, object]) -> dict[str, object]:
    """The recording with the results that the policy gives now."""
    options, steps = recording["options"], recording["steps"]
    assert isinstance(options, dict)
    assert isinstance(steps, list)
    session = CaptionSession(options)
    taken = [{**_input(step), **_outcome(_act(session, _input(step)))} for step in steps]
    recognition = Recognition("moonshine-tiny-en", 20.0, 0.1)
    return {
        "about": recording["about"],
        "options": options,
        "steps": taken,
        "counters": {name: n for name, n in session.counters().items() if n},
        "cues": cue_dicts(session.cues()),
        "files": {kind.value: session.export(kind.value, recognition) for kind in Format},
    }


def _input(step: Step) -> Step:
    return {key: step[key] for key in ("push", "advance", "finish") if key in step}


def _act(session: CaptionSession, step: Step) -> UpdateDict:
    if "push" in step:
        given = step["push"]
        assert isinstance(given, dict)
        return session.push(given)
    if "advance" in step:
        stream_s = step["advance"]
        assert isinstance(stream_s, float | int)
        return session.advance(stream_s)
    return session.finish()


def _outcome(update: UpdateDict) -> Step:
    """An update in a form that a person can read: tentative words stand in brackets."""
    words = update["words"]
    outcome: Step = {
        "shown": " ".join(w["text"] if w["committed"] else f"[{w['text']}]" for w in words),
        "ids": [word["id"] for word in words],
    }
    if update["withdrawn"]:
        outcome["withdrawn"] = [update["withdrawn"], update["withdrawn_ids"]]
    if update["finished"]:
        outcome["finished"] = [phrase["text"] for phrase in update["finished"]]
    if update["ignored"]:
        outcome["ignored"] = update["ignored"]
    return outcome


def dumped(recording: dict[str, object]) -> str:
    """The recording as JSON with a step a line."""
    lines = []
    for key, value in recording.items():
        if key in {"steps", "cues"} and isinstance(value, list):
            rows = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in value)
            lines.append(f'"{key}": [\n{rows}\n]')
        else:
            lines.append(f'"{key}": {json.dumps(value, ensure_ascii=False, indent=1)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    """Rewrite every recording."""
    for path in sorted(RECORDINGS.glob("*.json")):
        path.write_text(dumped(replay(json.loads(path.read_text("utf-8")))), "utf-8")


if __name__ == "__main__":
    main()
