from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
REQUIREMENTS = sorted((ROOT / "requirements").glob("*.txt"))
CARGO_MANIFESTS = sorted(
    [*ROOT.glob("rust_renderer/crates/*/Cargo.toml"), ROOT / "scripts/bindgen/Cargo.toml"]
)


def locked_crate(name: str, lock: Path) -> str:
    packages = tomllib.loads(lock.read_text())["package"]
    [version] = [package["version"] for package in packages if package["name"] == name]
    return str(version)


def reasons(pattern: str) -> str:
    pages = (ROOT / "docs" / "decisions").glob(pattern)
    return "\n".join(page.read_text() for page in pages)


@pytest.mark.parametrize("lock", REQUIREMENTS, ids=lambda path: path.name)
def test_every_locked_package_has_a_hash_and_no_host_is_named(lock: Path) -> None:
    text = lock.read_text()
    assert "://" not in text
    assert "--index-url" not in text
    for block in re.split(r"\n(?=[\w.-]+==)", text)[1:]:
        assert "--hash=sha256:" in block, block.splitlines()[0]


def test_the_npm_lock_names_no_host() -> None:
    packages = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
    assert not [name for name, package in packages.items() if "resolved" in package]


def test_the_generator_of_bindings_is_the_library_s_version() -> None:
    library = locked_crate("wasm-bindgen", ROOT / "rust_renderer/Cargo.lock")
    generator = locked_crate("wasm-bindgen-cli-support", ROOT / "scripts/bindgen/Cargo.lock")
    assert generator == library


def test_every_python_package_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    names = {re.split(r"[^\w.-]", requirement)[0] for requirement in wanted}
    told = reasons("0002-*.md")
    assert not {name for name in names if f"`{name}`" not in told}


def test_every_crate_has_its_reason() -> None:
    names = set()
    for path in CARGO_MANIFESTS:
        manifest = tomllib.loads(path.read_text())
        for table in ("dependencies", "dev-dependencies"):
            names |= set(manifest.get(table, {}))
    told = reasons("0003-*.md")
    foreign = {name for name in names if not name.startswith("surtitle-")}
    assert not {name for name in foreign if f"`{name}`" not in told}


def test_every_npm_package_has_its_reason() -> None:
    manifest = json.loads((ROOT / "web/package.json").read_text())
    names = {*manifest["dependencies"], *manifest["devDependencies"]}
    told = reasons("0004-*.md")
    assert not {name for name in names if f"`{name}`" not in told}


def test_the_versions_of_the_package_and_of_the_crates_agree() -> None:
    import surtitle

    workspace = tomllib.loads((ROOT / "rust_renderer/Cargo.toml").read_text())["workspace"]
    assert workspace["package"]["version"] == surtitle.__version__
    page = json.loads((ROOT / "web/package.json").read_text())
    assert page["version"] == surtitle.__version__
