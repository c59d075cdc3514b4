"""What the page noted is read as the text that a viewer has been given."""

from surtitle.bench.latency.record import Revision
from surtitle.bench.latency.run import revisions_of


def test_a_revision_has_the_rows_that_left_before_it_and_what_stands() -> None:
    noted = [
        {"at_ms": 1.0, "left": 0, "stands": "one two"},
        {"at_ms": 2.0, "left": 1, "stands": "three"},
        {"at_ms": 3.0, "left": 2, "stands": ""},
    ]
    assert revisions_of({"left": ["one two", "three"], "revisions": noted}) == [
        Revision(1.0, "one two"),
        Revision(2.0, "one two three"),
    ]
