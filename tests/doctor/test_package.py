from __future__ import annotations

from pathlib import Path

import pytest

from surtitle.doctor import package


def test_the_running_python_is_new_enough() -> None:
    assert package.check_python().is_there


def test_an_old_python_is_told_which_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "OLDEST_PYTHON", (99, 0))
    assert package.check_python().blocks


def test_every_requirement_of_the_package_is_checked_and_no_extra() -> None:
    findings = {finding.name: finding for finding in package.check_dependencies()}
    assert {"aiohttp", "av", "click", "numpy", "onnx", "onnxruntime"} <= set(findings)
    assert "pytest" not in findings
    assert all(finding.is_there for finding in findings.values())


@pytest.mark.parametrize(
    ("requires", "installed", "blocks"),
    [
        ("onnx==1.0", "1.0", False),
        ("onnx==1.0", "1.1", True),
        ("onnx>=1.0", "1.1", False),
    ],
)
def test_a_pinned_package_in_another_version_is_a_finding(
    monkeypatch: pytest.MonkeyPatch, requires: str, installed: str, blocks: bool
) -> None:
    monkeypatch.setattr(package, "requires", lambda _: [requires])
    monkeypatch.setattr(package, "version", lambda _: installed)
    [finding] = package.check_dependencies()
    assert finding.blocks is blocks


def test_a_package_that_is_not_installed_comes_with_the_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(package, "requires", lambda _: ["a-package-that-nobody-has>=2"])
    [finding] = package.check_dependencies()
    assert finding.remedy == "Run: pip install 'a-package-that-nobody-has>=2'"


def test_what_was_not_built_names_its_command(tmp_path: Path) -> None:
    assert package.check_guest(tmp_path).remedy == "Run: make guest"
    assert package.check_page(tmp_path).remedy == "Run: make web"


def test_what_was_built_is_in_order(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").touch()
    assert package.check_page(tmp_path).is_there


def test_a_core_that_cannot_be_imported_names_its_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(name: str) -> None:
        raise ImportError(f"no {name}")

    monkeypatch.setattr(package, "import_module", fail)
    assert package.check_native().remedy == "Run: make native"
