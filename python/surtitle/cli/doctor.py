"""``surtitle doctor``: what is there, what is missing and what mends it."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click

from surtitle.doctor.examine import examine
from surtitle.doctor.finding import Finding, Need

DEFAULT_PORT = 8217


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Write the findings as JSON.")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help="Port to look at.",
)
@click.pass_context
def doctor(context: click.Context, as_json: bool, port: int) -> None:  # noqa: FBT001
    """Say what is there, what is missing and what mends it.

    Leaves with 1 where something is missing that `serve` or `transcribe` needs; what only
    building and testing need does not count.
    """
    findings = examine(port)
    if as_json:
        click.echo(json.dumps([_as_object(finding) for finding in findings], indent=2))
    else:
        _print(findings)
    context.exit(1 if any(finding.blocks for finding in findings) else 0)


def _as_object(finding: Finding) -> dict[str, str | bool]:
    return {
        "name": finding.name,
        "needed_by": finding.need.value,
        "is_there": finding.is_there,
        "detail": finding.detail,
        "remedy": finding.remedy,
    }


def _print(findings: Sequence[Finding]) -> None:
    width = max(len(finding.name) for finding in findings)
    titles = {Need.USER: "Needed to run Surtitle", Need.DEVELOPER: "For developers, and the port"}
    for need, title in titles.items():
        click.echo(title)
        for finding in findings:
            if finding.need is need:
                click.echo(_line(finding, width))
    missing = sum(finding.blocks for finding in findings)
    click.echo(f"{missing} missing: each line above ends with its remedy" if missing else "Ready.")


def _line(finding: Finding, width: int) -> str:
    sign = "ok     " if finding.is_there else "MISSING" if finding.blocks else "missing"
    remedy = "" if finding.is_there else f"  → {finding.remedy}"
    return f"  {sign} {finding.name:<{width}}  {finding.detail}{remedy}"
