"""`reversis bench`: the signature of the play, and its speed."""

import click

from analyser.cli.options import Settings, shared_options


@click.command()
@shared_options("deals", "threads", "format", "out", "quiet", deals=500_000)
def command(settings: Settings) -> None:
    """Play fixed deals under every policy; print a hash of the outcomes, and the speed.

    The hashes are of always the same deals, and the same on every machine and for any number of
    threads: a change that is meant to change nothing leaves them alone. --deals is how many to
    time, with one thread and with all (--threads).
    """
    from analyser.cli.output import emit
    from analyser.reversis.analyses.bench import bench, result

    emit(result(bench(settings.deals, settings.threads, settings.quiet)), settings)
