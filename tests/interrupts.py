"""Ctrl-C after some chunks, where the tests have their own process."""

from itertools import islice

from analyser.runner import Threads


def interrupt_after(monkeypatch, n_chunks):
    """Every range of deals is interrupted once so many of its chunks have been computed."""
    compute = Threads.tallies

    def interrupted(self, work, chunks):
        yield from islice(compute(self, work, chunks), n_chunks)
        raise KeyboardInterrupt

    monkeypatch.setattr(Threads, "tallies", interrupted)
