"""The command line in the tests' own process."""

import io
import sys

from analyser.cli.main import group, run


def reversis(capsys, *arguments):
    """Exit code, stdout and stderr of `reversis ARGUMENTS`."""
    code = run(group, [str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def done(capsys, *arguments):
    """What a command prints that has nothing to complain of."""
    code, out, err = reversis(capsys, *arguments)
    assert (code, err) == (0, "")
    return out


def give_stdin(monkeypatch, text):
    """Let the program read this text from standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
