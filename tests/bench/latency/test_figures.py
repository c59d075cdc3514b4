from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest

from surtitle.bench.latency.figures import drift_lines, lines, percentile, to_json
from surtitle.bench.latency.record import Run

SCHEMA = json.loads(
    resources.files("surtitle.bench.latency").joinpath("latency.schema.json").read_text("utf-8")
)

KINDS: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "number": (int, float),
    "integer": int,
    "null": type(None),
}


def check(value: Any, schema: dict[str, Any], place: str = "document") -> None:
    """The part of JSON Schema that the bench's own uses."""
    if "$ref" in schema:
        schema = SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]]
    if "const" in schema:
        assert value == schema["const"], place
    kinds = schema.get("type", list(KINDS))
    kinds = [kinds] if isinstance(kinds, str) else kinds
    assert any(isinstance(value, KINDS[kind]) for kind in kinds), (place, value)
    for key in schema.get("required", []):
        assert key in value, f"{place}.{key}"
    if isinstance(value, dict):
        for key, inner in value.items():
            rule = schema.get("properties", {}).get(key, schema.get("additionalProperties", {}))
            check(inner, rule, f"{place}.{key}")
    if isinstance(value, list):
        for index, inner in enumerate(value):
            check(inner, schema.get("items", {}), f"{place}[{index}]")


def test_a_run_has_the_shape_of_the_schema(make_run: Callable[..., Run]) -> None:
    check(json.loads(json.dumps(to_json(make_run(100)))), SCHEMA)


def test_a_run_without_clips_has_figures_of_nothing() -> None:
    document = to_json(Run("local", {}, "", ""))
    check(document, SCHEMA)
    assert document["figures"]["first_ms"] == {"p50": None, "p95": None, "p99": None, "n": 0}
    assert document["figures"]["flicker"] is None
    assert lines(document)


def test_the_figures_are_those_of_the_records(make_run: Callable[..., Run]) -> None:
    figures = to_json(make_run(100, clips=1))["figures"]
    # "two" is shown with the third revision, 1.5 s; "too" before it is no word of the text.
    assert figures["stable_ms"]["p50"] == pytest.approx(100, abs=10)
    assert figures["flicker"] == pytest.approx(1 / 3, abs=1e-3)
    assert figures["wer"] == 0
    assert figures["stages"]["capture"]["p50"] == pytest.approx(100, abs=0.1)
    assert figures["rtf"] == 0.25
    assert figures["cpu_s_per_audio_s"] == {"worker": 0.5}


def test_percentiles_are_of_the_nearest_rank() -> None:
    values = [float(n) for n in range(1, 21)]
    assert percentile(values, 0.5) == 10
    assert percentile(values, 0.95) == 19
    assert percentile([], 0.5) is None


def test_drift_compares_the_first_minute_with_the_last(make_run: Callable[..., Run]) -> None:
    document = to_json(make_run(100, clips=1))
    document["clips"][0]["duration_s"] = 600
    words = [{"end_s": s, "stable_ms": 100 + s / 6} for s in range(600)]
    document["clips"][0]["words"] = words
    text = "\n".join(drift_lines(document))
    assert "ratio 1.8" in text
    assert "delay grows    10.0 ms a minute" in text
