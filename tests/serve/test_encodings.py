from __future__ import annotations

import pytest

from surtitle.serve.encodings import choose_encoding


@pytest.mark.parametrize(
    ("accepted", "available", "expected"),
    [
        ("gzip, deflate, br, zstd", {"br", "gzip"}, "br"),
        ("gzip, deflate, br", {"gzip"}, "gzip"),
        ("br;q=0, gzip", {"br", "gzip"}, "gzip"),
        ("br;q=0.5, gzip;q=0.8", {"br", "gzip"}, "gzip"),
        ("*", {"br", "gzip"}, "br"),
        ("*;q=0", {"br", "gzip"}, None),
        ("gzip;q=0, *;q=0.1", {"gzip"}, None),
        ("BR", {"br"}, "br"),
        ("identity;q=1, gzip;q=0.5", {"gzip"}, None),
        ("identity", {"br", "gzip"}, None),
        ("", {"br", "gzip"}, None),
        ("br", set(), None),
        ("gzip;q=many", {"gzip"}, None),
        (",;,", {"gzip"}, None),
    ],
)
def test_the_twin_is_what_the_header_likes_best(
    accepted: str, available: set[str], expected: str | None
) -> None:
    assert choose_encoding(accepted, available) == expected
