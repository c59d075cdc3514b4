from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from surtitle.cli import doctor
from surtitle.doctor.finding import Finding, Need

THERE = Finding("Page", Need.USER, "built")
MISSING = Finding("Model", Need.USER, "not fetched", "Run: surtitle models fetch")
MISSING_TOOL = Finding("node", Need.DEVELOPER, "not on the PATH", "Install Node 22")


@pytest.mark.parametrize(
    ("findings", "code"),
    [([THERE], 0), ([THERE, MISSING_TOOL], 0), ([THERE, MISSING], 1)],
)
def test_only_what_a_user_needs_decides_the_exit_code(
    monkeypatch: pytest.MonkeyPatch, findings: list[Finding], code: int
) -> None:
    monkeypatch.setattr(doctor, "examine", lambda _: findings)
    result = CliRunner().invoke(doctor.doctor, [])
    assert result.exit_code == code
    for finding in findings:
        assert finding.remedy in result.output


def test_json_has_every_finding_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "examine", lambda _: [THERE, MISSING])
    result = CliRunner().invoke(doctor.doctor, ["--json"])
    assert json.loads(result.output) == [
        {
            "name": "Page",
            "needed_by": "user",
            "is_there": True,
            "detail": "built",
            "remedy": "",
        },
        {
            "name": "Model",
            "needed_by": "user",
            "is_there": False,
            "detail": "not fetched",
            "remedy": "Run: surtitle models fetch",
        },
    ]
    assert result.exit_code == 1


def test_the_port_that_is_asked_about_is_the_one_examined(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def examine(port: int) -> list[Finding]:
        asked.append(port)
        return [THERE]

    monkeypatch.setattr(doctor, "examine", examine)
    CliRunner().invoke(doctor.doctor, ["--port", "9000"])
    assert asked == [9000]
