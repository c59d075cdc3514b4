"""``surtitle bench latency`` and ``surtitle bench compare``."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from surtitle.errors import SurtitleError

if TYPE_CHECKING:
    from surtitle.bench.latency.clips import TimedClip
    from surtitle.bench.latency.record import Run

# A temporary file is its owner's alone; a report is for others.
_READABLE = 0o644

# A usual delay of the real recogniser.
_CHECK_DELAY_MS = 120.0

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.option(
    "--engine",
    type=click.Choice(["local", "peer-moonshine"]),
    default="local",
    show_default=True,
    help="The page's own recogniser, or moonshine-voice's native one to compare with.",
)
@click.option("--clips", "manifest", type=_FILE, help="Clips, one JSON object a line.")
@click.option("--words", type=_FILE, help="The places of their words, one JSON object a line.")
@click.option("--kind", "kinds", multiple=True, help="Only clips of this kind; may be repeated.")
@click.option("--n", type=click.IntRange(1), help="That many clips, spread over the list.")
@click.option("--min-s", type=float, default=4.0, show_default=True, help="Shortest clip.")
@click.option("--max-s", type=float, default=15.0, show_default=True, help="Longest clip.")
@click.option("--repeat-minutes", type=click.FloatRange(1, 60), help="The clips without a pause.")
@click.option("--slow", type=click.IntRange(2, 16), help="Give the page that part of the machine.")
@click.option("--interval-s", type=float, default=0.5, show_default=True, help="Of the peer.")
@click.option("--headed", is_flag=True, help="Show the browser.")
@click.option("--json", "json_path", type=_FILE, help="Write the figures to this file too.")
@click.option("--report", "report_path", type=_FILE, help="Write a report in HTML.")
def latency(
    engine: str,
    manifest: Path | None,
    words: Path | None,
    kinds: tuple[str, ...],
    n: int | None,
    min_s: float,
    max_s: float,
    repeat_minutes: float | None,
    slow: int | None,
    interval_s: float,
    json_path: Path | None,
    report_path: Path | None,
    *,
    headed: bool,
) -> None:
    """Time words from the loudspeaker to the screen, in a real browser and in real time."""
    from surtitle.bench.latency import figures, report
    from surtitle.bench.latency.clips import demo_clips, joined, read_clips

    if (manifest is None) != (words is None):
        raise click.UsageError("--clips and --words go together.")
    if engine == "peer-moonshine" and (slow or headed):
        raise click.UsageError("--slow and --headed are of the page, not of the peer.")
    if manifest is None or words is None:
        clips = demo_clips()
    else:
        clips = read_clips(
            manifest, words, frozenset(kinds), n=n, min_s=min_s, max_s=max_s, tell=_tell
        )
    with tempfile.TemporaryDirectory() as folder:
        if repeat_minutes is not None:
            clips = [joined(clips, 60 * repeat_minutes, Path(folder))]
        result = _run(engine, clips, interval_s, slow, headed=headed)
    document = figures.to_json(result)
    if json_path is not None:
        _write(json_path, json.dumps(document, indent=1, ensure_ascii=False) + "\n")
    if report_path is not None:
        _write(report_path, report.html(document))
    for line in figures.lines(document):
        click.echo(line)
    if repeat_minutes is not None:
        for line in figures.drift_lines(document):
            click.echo(line)


def _tell(text: str) -> None:
    click.echo(text, err=True)


def _run(
    engine: str,
    clips: list[TimedClip],
    interval_s: float,
    slow: int | None,
    *,
    headed: bool,
) -> Run:
    if engine == "peer-moonshine":
        from surtitle.bench.latency import peer

        return peer.run(clips, interval_s, _tell)
    from surtitle.bench.latency import run, selfcheck

    # With as many busy processes a core as that, each of the page's threads has its share.
    busy = (os.cpu_count() or 1) * (slow - 1) if slow else 0
    settings = run.Settings(headed=headed, busy=busy)
    with tempfile.TemporaryDirectory() as folder:
        _tell("checking the bench's own clock")
        checked = selfcheck.run_clicks(Path(folder), _CHECK_DELAY_MS, _tell)
    result = run.run(clips, settings, _tell)
    result.effort.clock_error_ms = selfcheck.clock_error_ms(checked, _CHECK_DELAY_MS)
    return result


@click.command()
@click.argument("first", type=_FILE)
@click.argument("second", type=_FILE)
def compare(first: Path, second: Path) -> None:
    """Compare two runs of `bench latency`: ratios second/first, by bootstrap over their clips."""
    from surtitle.bench.latency import compare as comparison

    ratios = comparison.compare(comparison.read(first), comparison.read(second))
    for line in comparison.lines(ratios):
        click.echo(line)


def _write(path: Path, text: str) -> None:
    """All of it or nothing."""
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as file:
            file.write(text)
        Path(file.name).chmod(_READABLE)
        Path(file.name).replace(path)
    except OSError as error:
        raise SurtitleError(f"{path} cannot be written: {error}.") from error
