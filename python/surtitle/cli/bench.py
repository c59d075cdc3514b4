"""``surtitle bench``: figures of this machine."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from surtitle.bench.vad import accuracy, speed
from surtitle.bench.vad.clips import BenchError, read_manifest
from surtitle.bench.vad.report import Report
from surtitle.bench.vad.silero import Silero, find_model
from surtitle.cli.bench_latency import compare, latency


@click.group()
def bench() -> None:
    """Measure Surtitle on this machine."""


bench.add_command(latency)
bench.add_command(compare)


@bench.command()
@click.option(
    "--manifest",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Labelled clips, one JSON object a line; without it only the speed is measured.",
)
@click.option(
    "--wasm",
    "wasm_directory",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where surtitle_web_bg.wasm lies (a checkout's web/generated/native).",
)
@click.option(
    "--json",
    "json_path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the figures to this file too.",
)
def vad(manifest: Path | None, wasm_directory: Path | None, json_path: Path | None) -> None:
    """Compare the speech detector with Silero v6, and time it."""
    silero = Silero(find_model())
    clips = accuracy.compare(read_manifest(manifest), silero.detect) if manifest else []
    report = _with_speeds(clips, silero, wasm_directory or speed.default_wasm_directory())
    for line in report.lines():
        click.echo(line)
    if json_path is not None:
        text = json.dumps(report.to_json(), indent=2, ensure_ascii=False)
        json_path.write_text(text + "\n", encoding="utf-8")


def _with_speeds(clips: list[accuracy.ClipResult], silero: Silero, wasm: Path) -> Report:
    samples = speed.chunk()
    speeds = [speed.native(samples, simd=simd) for simd in (True, False)]
    not_measured = []
    try:
        speeds += [speed.wasm(samples, wasm, simd=simd) for simd in (True, False)]
    except BenchError as error:
        not_measured.append(str(error))
    speeds.append(speed.silero(samples, silero))
    return Report(clips, speeds, not_measured)


@bench.command("accuracy")
@click.option(
    "--manifest",
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Clips with their texts, one JSON object a line.",
)
@click.option("--kind", "kinds", multiple=True, help="Only clips of this kind; may be repeated.")
@click.option("--threads", type=click.IntRange(1, 64), help="Threads for one operator.")
@click.option(
    "--json",
    "json_path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the figures to this file too.",
)
def measure_accuracy(
    manifest: Path, kinds: tuple[str, ...], threads: int | None, json_path: Path | None
) -> None:
    """Word errors of `surtitle transcribe` and of live captions beside the model's own."""
    from surtitle.bench import accuracy as words

    clips = words.read_clips(manifest, frozenset(kinds))
    with click.progressbar(length=len(clips), label="Transcribing", file=sys.stderr) as bar:
        results = words.measure(clips, lambda _: bar.update(1), threads)
    for line in words.lines(results):
        click.echo(line)
    if json_path is not None:
        text = json.dumps(words.to_json(results), indent=2, ensure_ascii=False)
        json_path.write_text(text + "\n", encoding="utf-8")


@bench.command("page")
@click.option(
    "--minutes",
    type=click.FloatRange(0.1, 600),
    default=1.0,
    show_default=True,
    help="How long the demo is captioned, in a loop.",
)
@click.option(
    "--json",
    "json_path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the figures to this file too.",
)
def measure_page(minutes: float, json_path: Path | None) -> None:
    """Time the page in Chromium: first caption, seven stages, long tasks, lost samples."""
    from surtitle.bench.page import measure as page

    figures = page.measure(minutes, lambda text: click.echo(text, err=True))
    for line in page.lines(figures):
        click.echo(line)
    if json_path is not None:
        text = json.dumps(page.to_json(figures), indent=2, ensure_ascii=False)
        json_path.write_text(text + "\n", encoding="utf-8")
