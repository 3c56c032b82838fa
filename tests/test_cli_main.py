"""The command line: light help, shared options, one line for every error, exit codes."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import click
import pandas as pd
import pytest

from analyser.cli.main import COMMANDS, run
from analyser.cli.options import Settings, shared_options
from analyser.cli.output import emit, printable
from analyser.errors import OptionError, OutputError
from analyser.numbers import MINUS
from analyser.report import Meta, Result

HEAVY = {"numba", "numpy", "pandas", "matplotlib", "scipy", "rich", "pyarrow"}
ROWS = pd.DataFrame({"player": ["duck"], "fiches_per_deal": [-1.5]})


def program(*arguments, **options):
    """`python -m analyser` with these arguments, as a finished process."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "analyser", *arguments],
        text=True,
        timeout=60,
        **{"capture_output": True, **options},
    )


def modules_after(code):
    """The heavy modules that are loaded once `code` has run."""
    script = f"import sys\n{code}\nprint(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0
    return HEAVY & set(done.stderr.split())


def outcome(capsys, function, *arguments):
    """Exit code, stdout and stderr of a command made of `function`."""
    code = run(click.command()(function), arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def failing(error):
    def command():
        raise error

    return command


def test_help_and_import_are_light():
    assert modules_after("import analyser") == set()
    code = "from analyser.cli.main import group, run\nassert run(group, ['--help']) == 0"
    assert modules_after(code) == set()
    code = "from analyser.cli.main import group, run\nassert run(group, ['rules', '--help']) == 0"
    assert modules_after(code) == set()


def test_help_lists_every_command_with_a_summary():
    done = program("--help")
    assert done.returncode == 0
    assert done.stdout.startswith("Usage: reversis [OPTIONS] COMMAND")
    for name, entry in COMMANDS.items():
        assert f"  {name} " in done.stdout
        assert entry.summary in " ".join(done.stdout.split())


def test_version():
    done = program("--version")
    assert done.returncode == 0
    assert done.stdout.startswith("reversis ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["simulte"], "no command 'simulte'; did you mean simulate?"),
        (["--verison"], "'--version'"),
        (["rules", "--ruls", "x"], "'--rules'"),
        (["rules", "--format", "xml"], "'table', 'csv', 'json', 'markdown'"),
        (["rules", "--out", "x.xlsx"], ".csv .json .parquet .md"),
        (["rules", "--out", "nowhere/x.csv"], "no folder 'nowhere'"),
        (["rules", "surplus"], "surplus"),
        (["rules", "--rule", "remize=3"], "did you mean remise?"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_two(arguments, words):
    done = program(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("reversis: ")
    assert done.stderr.count("\n") == 1
    assert words in done.stderr


def test_without_a_command_the_help_goes_to_stderr():
    done = program()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Usage: reversis")


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (OptionError("bad\nthing"), 2, "bad thing"),
        (OutputError("cannot write x"), 1, "cannot write x"),
        (MemoryError(), 1, "not enough memory"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (PermissionError(13, "Permission denied", "a.toml"), 1, "a.toml: Permission denied"),
        (click.exceptions.Exit(7), 7, None),
    ],
)
def test_errors_become_exit_codes(capfd, error, code, line):
    found = run(click.command()(failing(error)), [])
    assert found == code
    assert capfd.readouterr().err == (f"reversis: {line}\n" if line else "")


def test_mistakes_of_the_program_are_not_hidden():
    with pytest.raises(ZeroDivisionError):
        run(click.command()(failing(ZeroDivisionError())), [])


def started(body, **streams):
    """A process whose only command has this body, run by `main` with no arguments."""
    script = (
        "import sys, time, click\nfrom analyser.cli import main\n"
        f"@click.command()\ndef command():\n    {body}\n"
        "main.group = command\nmain.main([])"
    )
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.Popen([sys.executable, "-c", script], text=True, env=buffered, **pipes)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interruption_is_exit_code_130(number):
    with started("print('ready', flush=True); time.sleep(60)") as process:
        assert process.stdout.readline() == "ready\n"
        process.send_signal(number)
        _, stderr = process.communicate(timeout=30)
    assert (process.returncode, stderr) == (130, "reversis: interrupted\n")


@pytest.mark.parametrize("body", ["print('short')", "print('long' * 50_000)", "click.echo('x')"])
def test_a_reader_gone_early_ends_the_program_quietly(body):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as gone, started(body, stdout=gone) as process:
        _, stderr = process.communicate(timeout=30)
    assert (process.returncode, stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("body", ["print('short')", "print('long' * 50_000)", "click.echo('x')"])
def test_a_full_disk_is_one_line(body):
    with open("/dev/full", "w") as full, started(body, stdout=full) as process:
        _, stderr = process.communicate(timeout=30)
    assert process.returncode == 1
    assert stderr == "reversis: cannot read or write: No space left on device\n"


def settings_of(arguments, *names, **defaults):
    """The settings that a command with these shared options makes of `arguments`."""
    found = []
    command = click.command()(shared_options(*names, **defaults)(found.append))
    assert run(command, arguments) == 0
    return found[0]


def test_shared_options_arrive_as_settings(tmp_path):
    names = ["rules", "rule", "pool", "policy", "deals", "seed", "threads", "until-width",
             "format", "out", "plot", "quiet"]  # fmt: skip
    out = str(tmp_path / "x.csv")
    arguments = [
        "--rules", "seed", "--rule", "a=1", "--rule", "b=2", "--pool", "0", "--policy", "duck",
        "--policy", "random", "--deals", "2M", "--seed", "18446744073709551615", "--threads", "2",
        "--until-width", "0.05", "--format", "json", "--out", out, "--plot", "x.svg", "--quiet",
    ]  # fmt: skip
    assert settings_of(arguments, *names) == Settings(
        "seed", ("a=1", "b=2"), 0, ("duck", "random"), 2_000_000, 2**64 - 1, 2, 0.05, "json",
        Path(out), Path("x.svg"), True,
    )  # fmt: skip
    assert settings_of([], *names) == Settings()


def test_a_command_has_its_own_defaults_and_only_its_own_options(capsys):
    assert settings_of([], "deals", "seed", deals=5000) == Settings(deals=5000)
    assert settings_of([], "seed", deals=5000) == Settings(deals=5000)
    assert run(click.command()(shared_options("seed")(print)), ["--deals", "5"]) == 2
    assert "No such option '--deals'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--deals", "0"], "not within 1 to"),
        (["--deals", "1.5"], "not a whole number"),
        (["--seed", "18446744073709551616"], "not within 0 to 18446744073709551615"),
        (["--seed", "-1"], "not a whole number"),
        (["--threads", "5000"], "not within 1 to 1024"),
        (["--until-width", "nan"], "not a number above zero"),
        (["--until-width", "inf"], "not a number above zero"),
        (["--until-width", "-1"], "not a number above zero"),
        (["--plot", "x.csv"], ".png .svg"),
    ],
)
def test_bad_values_are_one_line(capsys, arguments, words):
    names = ("deals", "seed", "threads", "until-width", "plot")
    code, out, err = outcome(capsys, shared_options(*names)(print), *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err


def test_emit_prints_and_writes(capsys, tmp_path):
    result = Result("x", ROWS, Meta(seed=1))
    emit(result, Settings(format="json", out=tmp_path / "x.csv"))
    assert json.loads(capsys.readouterr().out)["rows"] == ROWS.to_dict("records")
    assert (tmp_path / "x.csv").read_text() == "player,fiches_per_deal\nduck,-1.5\n"


def test_emit_writes_even_if_the_reader_has_gone(monkeypatch, tmp_path):
    def gone(*arguments, **options):
        raise BrokenPipeError

    monkeypatch.setattr(click, "echo", gone)
    with pytest.raises(BrokenPipeError):
        emit(Result("x", ROWS), Settings(out=tmp_path / "x.csv"))
    assert (tmp_path / "x.csv").exists()


def test_emit_without_a_plot_says_so(tmp_path):
    with pytest.raises(OptionError, match="x draws no plot"):
        emit(Result("x", ROWS), Settings(plot=tmp_path / "x.svg"))


@pytest.mark.parametrize(
    ("encoding", "text"), [("utf-8", f"{MINUS}1 ± ♠ é"), ("ascii", "-1 +/- S ?")]
)
def test_signs_that_stdout_lacks_are_written_in_ascii(monkeypatch, encoding, text):
    class Stdout:
        pass

    Stdout.encoding = encoding
    monkeypatch.setattr(sys, "stdout", Stdout())
    assert printable(f"{MINUS}1 ± ♠ é") == text


def test_rules_shows_every_option_and_marks_changes():
    lines = program("rules", "--rule", "remise=50").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    starred = [line.split()[1:4] for line in lines if line.startswith("*  ")]
    assert starred == [["remise", "50", "7.4"]]


def test_rules_as_json():
    found = json.loads(program("rules", "--format", "json").stdout)
    assert found["command"] == "rules"
    assert {"option", "section", "value", "default", "accepted", "meaning"} == set(found["rows"][0])
    assert found["rules"]["remise"] == "stake"
