from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

import surtitle
from surtitle import cli
from surtitle.cli.lazy import LazyCommand, LazyGroup
from surtitle.errors import SurtitleError


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "surtitle", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


def test_the_version_is_the_package_s() -> None:
    assert run("--version").stdout == f"surtitle, version {surtitle.__version__}\n"


def test_help_lists_every_command_and_imports_none_of_them() -> None:
    program = (
        "import sys; from surtitle.cli import cli\n"
        "cli.main(['--help'], standalone_mode=False)\n"
        "print(sorted({'numpy', 'aiohttp', 'av', 'onnx', 'wasmtime'} & set(sys.modules)))"
    )
    output = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    for name in cli.COMMANDS:
        assert f"\n  {name} " in output
    assert output.endswith("[]\n")


def test_a_missing_model_is_one_line_with_the_command_that_mends_it(tmp_path: Path) -> None:
    result = run("serve", "--port", "0", SURTITLE_CACHE=str(tmp_path))
    assert result.returncode == 1
    assert result.stderr.count("\n") == 1
    assert "surtitle models fetch" in result.stderr


def test_an_unknown_command_is_a_usage_error() -> None:
    result = run("sing")
    assert result.returncode == 2
    assert "No such command 'sing'" in result.stderr


def test_a_reader_that_has_gone_ends_the_program_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "surtitle", "--help"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(30) == cli.EXIT_BROKEN_PIPE


class RefusedError(SurtitleError):
    exit_code = 7


@pytest.mark.parametrize(
    ("raised", "code", "line"),
    [
        (RefusedError("no film"), 7, "surtitle: no film\n"),
        (KeyboardInterrupt(), cli.EXIT_INTERRUPTED, "\n"),
        (click.UsageError("one of A or B"), 2, "\nError: one of A or B\n"),
    ],
)
def test_what_a_command_raises_becomes_its_exit_code(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    raised: BaseException,
    code: int,
    line: str,
) -> None:
    def fail() -> None:
        raise raised

    monkeypatch.setattr(cli, "cli", click.Command("surtitle", callback=fail))
    with pytest.raises(SystemExit) as exit_info:
        cli.main([])
    assert exit_info.value.code == code
    assert capsys.readouterr().err.endswith(line)


def test_a_command_without_its_package_says_what_to_install_and_others_still_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "needy_command.py").write_text("import a_package_that_nobody_has")
    (tmp_path / "plain_command.py").write_text("import click\nplain = click.Command('plain')")
    monkeypatch.syspath_prepend(tmp_path)
    group = LazyGroup(
        name="surtitle",
        lazy_commands={
            "needy": LazyCommand("needy_command", "needy", "Needs much."),
            "plain": LazyCommand("plain_command", "plain", "Needs nothing."),
        },
    )
    context = click.Context(group)
    with pytest.raises(SurtitleError, match="pip install a_package_that_nobody_has"):
        group.get_command(context, "needy")
    assert isinstance(group.get_command(context, "plain"), click.Command)
    assert group.get_command(context, "other") is None
