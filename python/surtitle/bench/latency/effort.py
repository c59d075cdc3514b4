"""What the browser's processes and threads used, from the browser and from /proc."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PROC = Path("/proc")


def renderers(browser: Browser) -> list[int]:
    """The process ids of the renderers."""
    session = browser.new_browser_cdp_session()
    info = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return [int(process["id"]) for process in info if process["type"] == "renderer"]


def thread_cpu_s(processes: list[int]) -> dict[str, float]:
    """Thread name → CPU seconds so far, summed; empty where there is no /proc."""
    ticks = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
    used: dict[str, float] = {}
    for process in processes:
        for stat in (PROC / str(process) / "task").glob("*/stat"):
            try:
                head, _, rest = stat.read_text().rpartition(")")
            except OSError:  # the thread has ended
                continue
            name = head.partition("(")[2]
            fields = rest.split()
            used[name] = used.get(name, 0.0) + (int(fields[11]) + int(fields[12])) / ticks
    return used


def memory_bytes(processes: list[int]) -> int | None:
    """The renderers' proportional set size (PSS); None where there is no /proc."""
    total = 0
    for process in processes:
        try:
            rollup = (PROC / str(process) / "smaps_rollup").read_text()
        except OSError:
            return None
        total += next(
            1024 * int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")
        )
    return total or None


def machine() -> dict[str, str | int]:
    """What this machine is, and how busy it was."""
    facts: dict[str, str | int] = {
        "cpu": _cpu(),
        "cores": os.cpu_count() or 1,
        "os": f"{platform.system()} {platform.release()}",
    }
    if hasattr(os, "sysconf"):
        pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        facts["memory_gib"] = round(pages / 2**30)
    if hasattr(os, "getloadavg"):
        facts["load_1m"] = f"{os.getloadavg()[0]:.2f}"
    return facts


def _cpu() -> str:
    try:
        lines = (PROC / "cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")),
        platform.machine(),
    )


def commit() -> str:
    """The commit of this checkout, with ``+`` where it was changed; empty outside of one."""
    here = Path(__file__).parent
    try:
        described = subprocess.run(
            ["git", "describe", "--always", "--dirty=+", "--abbrev=12"],  # noqa: S607  # of the PATH
            cwd=here,
            capture_output=True,
            text=True,
            check=True,
            timeout=10,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return described.stdout.strip()
