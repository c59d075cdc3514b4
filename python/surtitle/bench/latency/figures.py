"""The figures of a run: one JSON document, whose schema is ``latency.schema.json``."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from surtitle.bench.latency.record import ClipRecord, Effort, Run
from surtitle.bench.latency.score import STAGES, ClipScore, score

SCHEMA = 1

Document = dict[str, Any]

PERCENTILES = {"p50": 0.5, "p95": 0.95, "p99": 0.99}


def percentile(values: Sequence[float], share: float) -> float | None:
    """The nearest-rank percentile; None without values."""
    if not values:
        return None
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def to_json(run: Run) -> Document:
    """The document of ``run``; figures of what was not measured are null."""
    scored = [(record, score(record)) for record in run.clips]
    return {
        "schema": SCHEMA,
        "engine": run.engine,
        "machine": run.machine,
        "browser": run.browser,
        "commit": run.commit,
        "settings": run.settings,
        "figures": {**_pooled(run.clips, [one for _, one in scored]), **_effort(run.effort)},
        "clips": [_clip(record, one) for record, one in scored],
    }


def summary(values: Iterable[float | None]) -> Document:
    """Percentiles and their number of values; None is left out."""
    known = [value for value in values if value is not None]
    shares = {name: _rounded(percentile(known, share)) for name, share in PERCENTILES.items()}
    return {**shares, "n": len(known)}


def _pooled(records: Sequence[ClipRecord], scores: Sequence[ClipScore]) -> Document:
    words = [word for one in scores for word in one.words]
    erased, final = sum(one.erased for one in scores), sum(one.final_words for one in scores)
    errors = sum(one.errors for one in scores)
    shown_errors = sum(one.shown_errors for one in scores)
    said = sum(one.reference_words for one in scores)
    return {
        "first_ms": summary(word.first_ms for word in words),
        "stable_ms": summary(word.stable_ms for word in words),
        "timed_words": sum(word.first_ms is not None for word in words),
        "spoken_words": len(words),
        "update_ms": summary(ms for one in scores for ms in one.update_ms),
        "tick_ms": summary(ms for one in scores for ms in one.tick_ms),
        "stages": {
            stage: summary(ms for one in scores for ms in one.stages_ms.get(stage, []))
            for stage in STAGES
        },
        "flicker": round(erased / final, 4) if final else None,
        "wer": round(errors / said, 4) if said else None,
        "shown_wer": round(shown_errors / said, 4) if said else None,
        "long_tasks_ms": summary(task for record in records for task in record.long_tasks_ms),
        "untimed_revisions": sum(record.untimed for record in records),
    }


def _effort(effort: Effort) -> Document:
    audio_s = effort.audio_s
    per_second = {
        name: round(used_s / audio_s, 4) for name, used_s in effort.cpu_s.items() if audio_s
    }
    rtf = effort.busy_s / audio_s if effort.busy_s is not None and audio_s else None
    return {
        "rtf": _rounded(rtf, 4),
        "audio_s": round(audio_s, 2),
        "passes": effort.passes,
        "dropped_ticks": effort.dropped_ticks,
        "lost_samples": effort.lost_samples,
        "cpu_s_per_audio_s": per_second,
        "memory_start_bytes": effort.memory_start_bytes,
        "memory_end_bytes": effort.memory_end_bytes,
        "clock_error_ms": _rounded(effort.clock_error_ms),
    }


def _clip(record: ClipRecord, one: ClipScore) -> Document:
    zero_ms = record.heard_ms(0.0) or 0.0
    return {
        "id": record.id,
        "kind": record.kind,
        "duration_s": record.duration_s,
        "text": record.text,
        "heard": one.heard,
        "shown": one.shown,
        "reference_words": one.reference_words,
        "errors": one.errors,
        "shown_errors": one.shown_errors,
        "erased": one.erased,
        "final_words": one.final_words,
        "words": [
            {
                "text": word.word.text,
                "start_s": word.word.start_s,
                "end_s": word.word.end_s,
                "first_ms": _rounded(word.first_ms),
                "stable_ms": _rounded(word.stable_ms),
            }
            for word in one.words
        ],
        "revisions": [
            {"at_ms": _rounded(revision.at_ms - zero_ms), "text": revision.text}
            for revision in record.revisions
        ],
        "update_ms": [_rounded(ms) for ms in one.update_ms],
        "tick_ms": [_rounded(ms) for ms in one.tick_ms],
        "long_tasks_ms": record.long_tasks_ms,
    }


def _rounded(value: float | None, digits: int = 1) -> float | None:
    return None if value is None else round(value, digits)


def lines(document: Document) -> list[str]:
    """The table that a person reads."""
    figures = document["figures"]
    names = ("first_ms", "stable_ms", "update_ms", "tick_ms")
    rows = ["figure           p50 ms   p95 ms   p99 ms        n"]
    rows += [_row(name.removesuffix("_ms"), figures[name]) for name in names]
    rows += [_row(f"  {stage}", figures["stages"][stage]) for stage in STAGES]
    single = (
        ("flicker", figures["flicker"], "erased words a final word"),
        ("wer", figures["wer"], "of the transcript"),
        ("shown wer", figures["shown_wer"], "as words stood when they left the picture"),
        ("rtf", figures["rtf"], "of the recogniser"),
        ("passes", figures["passes"], f"{figures['dropped_ticks']} ticks superseded"),
        ("ring", figures["lost_samples"], "samples lost"),
        ("long tasks", figures["long_tasks_ms"]["n"], "over 50 ms on the main thread"),
        ("clock", figures["clock_error_ms"], "ms off on the clip of clicks"),
        ("untimed", figures["untimed_revisions"], "revisions without a frame of their own"),
        ("timed words", figures["timed_words"], f"of {figures['spoken_words']}"),
    )
    rows += [f"{name:14s} {_text(value):>8s} {what}".rstrip() for name, value, what in single]
    return rows


def _row(name: str, values: Document) -> str:
    cells = "".join(f"{_text(values[key]):>9s}" for key in PERCENTILES)
    return f"{name:14s}{cells}{values['n']:9d}"


def _text(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.0f}" if float(value).is_integer() or abs(value) >= 10 else f"{value:.3f}"


def drift_lines(document: Document) -> list[str]:
    """The last minute of one long clip beside its first, and how fast delay grows."""
    clip = document["clips"][0]
    words = [word for word in clip["words"] if word["stable_ms"] is not None]
    if not words:
        return ["no word was timed"]
    first = [w["stable_ms"] for w in words if w["end_s"] < 60]
    last = [w["stable_ms"] for w in words if w["end_s"] > clip["duration_s"] - 60]
    rows = []
    for name, share in (("p50", 0.5), ("p95", 0.95)):
        before, after = percentile(first, share), percentile(last, share)
        ratio = f"{after / before:.2f}" if before and after is not None else "–"
        rows.append(
            f"stable {name}     {_text(before)} ms in the first minute (n = {len(first)}), "
            f"{_text(after)} ms in the last (n = {len(last)}), ratio {ratio}"
        )
    slope = _slope([(w["end_s"] / 60, w["stable_ms"]) for w in words])
    rows.append(f"delay grows    {slope:.1f} ms a minute")
    memory = [document["figures"][f"memory_{at}_bytes"] for at in ("start", "end")]
    if all(memory):
        rows.append(f"memory         {100 * (memory[1] / memory[0] - 1):+.1f} %")
    return rows


def _slope(points: Sequence[tuple[float, float]]) -> float:
    """Least squares."""
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else 0.0
