"""Content negotiation: which of a file's compressed twins a client takes."""

from __future__ import annotations

from collections.abc import Collection

SUFFIXES = {"br": ".brotli", "gzip": ".gzip"}
"""Content codings with the suffix of their twin beside the file, the smallest first.

Not ``.br`` and ``.gz``: aiohttp would send those by itself, to a client that forbids the coding
with ``q=0`` and to one that asks for a byte range of the plain file as well.
"""


def choose_encoding(accept_encoding: str, available: Collection[str]) -> str | None:
    """Return the coding of ``available`` that an ``Accept-Encoding`` header likes best.

    None stands for the file as it is. RFC 9110, section 12.5.3: a weight of 0 forbids a coding
    and ``*`` stands for all that are not named. Where weights are equal the smaller twin wins.
    """
    weights = _weights(accept_encoding)
    best, best_weight = None, 0.0
    for coding in SUFFIXES:
        weight = weights.get(coding, weights.get("*", 0.0))
        if coding in available and weight > best_weight:
            best, best_weight = coding, weight
    return best if best_weight >= weights.get("identity", 0.0) else None


def _weights(accept_encoding: str) -> dict[str, float]:
    weights = {}
    for item in accept_encoding.lower().split(","):
        coding, _, parameter = item.partition(";")
        if coding.strip():
            weights[coding.strip()] = _weight(parameter)
    return weights


def _weight(parameter: str) -> float:
    key, _, value = parameter.partition("=")
    if key.strip() != "q":
        return 1.0
    try:
        return min(max(float(value), 0.0), 1.0)
    except ValueError:
        return 0.0
