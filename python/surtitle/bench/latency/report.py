"""The report: one HTML file that needs nothing else, for someone who did not run the bench."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from surtitle.bench.latency.figures import Document, percentile
from surtitle.bench.latency.score import STAGES

BUDGET_MS = 217
STYLE = Path(__file__).with_name("report.css")

MEANINGS = {
    "first_ms": "From the end of a word in the audio to its first paint.",
    "stable_ms": "From the end of a word to the paint from which on it was never withdrawn.",
    "update_ms": "From the arrival of 32 ms of speech to the first paint that takes them in.",
    "tick_ms": "From the newest audio of a pass to its paint.",
}


def html(document: Document) -> str:
    """The page."""
    figures = document["figures"]
    words = [word for clip in document["clips"] for word in clip["words"]]
    title = f"Caption latency: {document['engine']}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(_where(document))}</p>",
        _summary(figures),
        "<h2>How late words are</h2>",
        _distribution(words),
        "<h2>Where the time goes</h2>",
        _waterfall(figures["stages"]),
        "<h2>One clip, word by word</h2>",
        _timeline(_median_clip(document["clips"])),
        "<h2>The main thread</h2>",
        _main_thread(figures, document["clips"]),
        "<h2>The clips</h2>",
        _clips(document["clips"]),
    ]
    style = STYLE.read_text("utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>"
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def _where(document: Document) -> str:
    machine = document["machine"]
    facts = [
        document["browser"],
        f"{machine.get('cores', '?')} cores of {machine.get('cpu', 'an unknown processor')}",
        str(machine.get("os", "")),
        f"load {machine['load_1m']} at the start" if "load_1m" in machine else "",
        f"commit {document['commit']}" if document["commit"] else "",
        f"{len(document['clips'])} clips",
    ]
    return ", ".join(fact for fact in facts if fact) + "."


def _summary(figures: Document) -> str:
    rows = [
        [name.removesuffix("_ms"), *_cells(figures[name]), meaning]
        for name, meaning in MEANINGS.items()
    ]
    single = [
        ("flicker", figures["flicker"], "Words taken back for each word of the final text."),
        ("word errors", figures["wer"], "Of the transcript in the end, against what was said."),
        (
            "word errors shown",
            figures["shown_wer"],
            "The same with each word as it stood when it left the picture.",
        ),
        ("real-time factor", figures["rtf"], "Time the recogniser computed for a second of audio."),
        ("clock error, ms", figures["clock_error_ms"], "Of this bench, on a clip of clicks."),
    ]
    facts = [[name, _number(value), meaning] for name, value, meaning in single]
    return _table(["ms", "p50", "p95", "p99", "n", "what it is"], rows) + _table(
        ["figure", "value", "what it is"], facts
    )


def _cells(values: Document) -> list[str]:
    return [_number(values[key]) for key in ("p50", "p95", "p99", "n")]


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.0f}" if float(value).is_integer() or abs(value) >= 10 else f"{value:.3f}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    table = f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="wide">{table}</div>'


def _svg(width: int, height: int, title: str, body: str) -> str:
    return (
        f'<div class="wide"><svg viewBox="0 0 {width} {height}" role="img">'
        f"<title>{escape(title)}</title>{body}</svg></div>"
    )


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{escape(text)}</text>'


def _distribution(words: Sequence[dict[str, Any]]) -> str:
    """Cumulative shares of the words over time; hidden beyond one second."""
    low, high, width, height, left = -300.0, 1000.0, 720, 260, 44
    scale = (width - left - 12) / (high - low)

    def x(ms: float) -> float:
        return left + (min(max(ms, low), high) - low) * scale

    def y(share: float) -> float:
        return 10 + (1 - share) * (height - 40)

    body = ""
    for share in (0, 0.25, 0.5, 0.75, 0.9, 1):
        line = f'x1="{left}" x2="{width - 12}" y1="{y(share):.1f}" y2="{y(share):.1f}"'
        body += f'<line class="grid" {line}/>' + _text(2, y(share) + 4, f"{100 * share:.0f} %")
    for ms in range(-200, 801, 200):
        body += _text(x(ms) - 12, height - 8, f"{ms} ms")
    body += f'<line class="budget" x1="{x(BUDGET_MS)}" x2="{x(BUDGET_MS)}" y1="10" y2="{y(0)}"/>'
    body += _text(x(BUDGET_MS) + 4, y(0.04), f"{BUDGET_MS} ms", "budget")
    for key, label, place in (("first_ms", "first shown", 0.62), ("stable_ms", "to stay", 0.3)):
        values = sorted(word[key] for word in words if word[key] is not None)
        if not values:
            continue
        points = " ".join(
            f"{x(ms):.1f},{y((n + 1) / len(values)):.1f}" for n, ms in enumerate(values)
        )
        at = percentile(values, place) or 0.0
        body += f'<polyline class="{key}" points="{points}"/>'
        body += _text(x(at) + (-84 if key == "first_ms" else 10), y(place), label, key)
    return _svg(width, height, "Share of the words that were shown by a time after their end", body)


def _waterfall(stages: Document) -> str:
    known = [stage for stage in STAGES[1:] if stages[stage]["p50"] is not None]
    if not known:
        return "<p>This engine has no stages.</p>"
    before = list(itertools.accumulate((stages[s]["p50"] for s in known), initial=0.0))
    longest = max(at + stages[s]["p95"] for at, s in zip(before, known, strict=False))
    width, left, row = 720, 90, 26
    scale = (width - left - 110) / max(longest, 1)
    body = ""
    for n, (stage, at) in enumerate(zip(known, before, strict=False)):
        p50, p95 = stages[stage]["p50"], stages[stage]["p95"]
        y = n * row
        bar = f'x="{left + at * scale:.1f}" y="{y + 4}" height="{row - 8}"'
        body += _text(0, y + 18, stage)
        body += f'<rect class="late" {bar} width="{max(1.0, p95 * scale):.1f}"/>'
        body += f'<rect class="bar" {bar} width="{max(1.0, p50 * scale):.1f}"/>'
        end = left + (at + p95) * scale + 6
        body += _text(min(end, width - 96), y + 18, f"{p50:.0f} / {p95:.0f} ms")
    body += _text(
        left,
        len(known) * row + 14,
        "dark: p50, light: p95; each begins where the p50s before it end",
    )
    return _svg(width, len(known) * row + 22, "What each stage adds to a caption's way", body)


def _median_clip(clips: Sequence[Document]) -> Document | None:
    def middle(clip: Document) -> float:
        times: list[float] = [w["stable_ms"] for w in clip["words"] if w["stable_ms"] is not None]
        return percentile(times, 0.5) or 0.0

    timed = [clip for clip in clips if any(w["stable_ms"] is not None for w in clip["words"])]
    short = sorted((clip for clip in timed if clip["duration_s"] <= 60), key=middle)
    chosen: Document | None = short[len(short) // 2] if short else None
    return chosen


def _timeline(clip: Document | None) -> str:
    if clip is None:
        return "<p>No clip was captioned.</p>"
    row, left, width = 20, 110, 720
    scale = (width - left - 20) / (float(clip["duration_s"]) + 1)

    def x(second: float) -> float:
        return left + second * scale

    body = ""
    for n, word in enumerate(clip["words"]):
        y = n * row
        body += _text(0, y + 14, word["text"])
        span = f'width="{max(1.0, (word["end_s"] - word["start_s"]) * scale):.1f}"'
        body += f'<rect class="late" x="{x(word["start_s"]):.1f}" y="{y + 3}" {span} height="14"/>'
        if word["first_ms"] is None:
            body += _text(x(word["end_s"]) + 6, y + 14, "not in the final text", "quiet")
            continue
        first = x(word["end_s"] + word["first_ms"] / 1000)
        stable = x(word["end_s"] + word["stable_ms"] / 1000)
        line = f'x1="{first:.1f}" x2="{stable:.1f}" y1="{y + 10}" y2="{y + 10}"'
        body += f'<line class="stable_ms" {line}/>'
        body += f'<circle class="first_ms" cx="{first:.1f}" cy="{y + 10}" r="4"/>'
        body += f'<circle class="stable_ms" cx="{stable:.1f}" cy="{y + 10}" r="3"/>'
    drawing = _svg(width, len(clip["words"]) * row + 6, f"Words of {clip['id']} over time", body)
    revisions = [[f"{r['at_ms'] / 1000:.2f} s", r["text"]] for r in clip["revisions"]]
    table = _table(["painted", "the text"], revisions)
    return (
        f"<p>{escape(clip['id'])}: light bars are words as spoken, the first dot their "
        f"first paint, the second the one from which on they stayed.</p>{drawing}"
        f"<details><summary>Every revision ({len(revisions)})</summary>{table}</details>"
    )


def _main_thread(figures: Document, clips: Sequence[Document]) -> str:
    tasks = [task for clip in clips for task in clip["long_tasks_ms"]]
    said = (
        f"{len(tasks)} tasks over 50 ms, the longest {max(tasks):.0f} ms."
        if tasks
        else "No task over 50 ms."
    )
    rows = [
        [name, f"{used:.3f}"]
        for name, used in sorted(figures["cpu_s_per_audio_s"].items(), key=lambda item: -item[1])
    ]
    table = _table(["thread", "CPU seconds a second of audio"], rows) if rows else ""
    return f"<p>{said}</p>{table}"


def _clips(clips: Sequence[Document]) -> str:
    rows = []
    for clip in clips:
        stable = [word["stable_ms"] for word in clip["words"] if word["stable_ms"] is not None]
        cells = [_number(percentile(stable, share)) for share in (0.5, 0.95)]
        wrong = f"{clip['shown_errors']} of {clip['reference_words']}"
        erased = f"{clip['erased']} of {clip['final_words']}"
        rows.append([clip["id"], *cells, erased, wrong, clip["shown"]])
    head = ["clip", "stable p50", "p95", "erased", "errors", "what was shown at the end"]
    return _table(head, rows)
