"""What goes wrong in the policy: every error names the thing and the remedy."""

from surtitle.errors import SurtitleError


class OptionsError(SurtitleError):
    """An option is unknown or has a value that is not accepted."""


class HypothesisError(SurtitleError):
    """A hypothesis does not have the agreed shape: a fault of the caller, not of the audio."""


class SessionClosedError(SurtitleError):
    """Something was pushed into a session that has finished."""


class FormatError(SurtitleError):
    """An export format was asked for that does not exist."""


class RequestError(SurtitleError):
    """A call through the bridge names no action, or has an argument of a wrong shape."""
