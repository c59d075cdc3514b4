"""The one root of every error that Surtitle raises on purpose."""


class SurtitleError(Exception):
    """Something a person can mend: the message names the thing and the remedy.

    The command line prints ``str(error)`` on one line and exits with ``exit_code``.
    """

    exit_code = 1
