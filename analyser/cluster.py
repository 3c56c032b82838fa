"""Chunks computed on a Dask cluster: other processes, other machines, the same tallies.

Nothing here decides on a number: a worker computes a range of deals as a thread would, and the
tallies are handed on in the order of the deals.
"""

import asyncio
import concurrent.futures
import contextlib
import logging
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from analyser.cluster_worker import Computed, Mark, WrongProgramError, compute
from analyser.engine import Range, prepare
from analyser.errors import OptionError, WorkError
from analyser.progress import Progress
from analyser.runner import Work
from analyser.runs.told import range_text

if TYPE_CHECKING:
    from distributed import Client, Future, LocalCluster

Tally = TypeVar("Tally")

TASK_SECONDS = 0.5
"""How long a worker is to compute before it answers: chunks are put together to tasks that do."""
TASK_SECONDS_A_THREAD = 0.02
"""Or so long for each thread of the cluster, if that is more: a task takes some milliseconds of the
scheduler (results/scaling), which must not be busy all the time."""
_TASKS_A_THREAD = 2  # in flight, so that no worker waits for the next
_MOST_WORKERS = 1024
_WORKER_SECONDS = 60.0  # without any worker a run waits so long for one
_CONNECT_SECONDS = 10.0
_LOOK_SECONDS = 2.0
# A task is tried again by the scheduler if it raised an error, and here if workers died of it.
_RETRIES = 2
_ATTEMPTS = 5
_ALLOWED_DEATHS = 5
_CANCELLED = (asyncio.CancelledError, concurrent.futures.CancelledError)


def local_workers(address: str) -> int:
    """The N of "local:N", 0 for the address of a scheduler; raises OptionError for neither."""
    name, _, number = address.partition(":")
    if name == "local":
        if number.isascii() and number.isdigit() and 1 <= int(number) <= _MOST_WORKERS:
            return int(number)
    elif number:
        return 0
    raise OptionError(
        f"scheduler {address!r}: an address such as tcp://10.0.0.1:8786 is accepted, or local:N "
        f"for N processes on this machine, 1 to {_MOST_WORKERS}"
    )


def _silence_logs() -> None:
    """Let Dask's own messages go: what a user must know is said in an error."""
    for name in [*logging.root.manager.loggerDict]:
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


@dataclass
class _Task:
    """Deals that a worker has been given."""

    first_deal: int
    n_deals: int
    n_chunks: int
    future: "Future[Computed]"
    n_attempts: int = 1

    @property
    def deals(self) -> str:
        """Its deals in words."""
        return range_text(self.first_deal, self.first_deal + self.n_deals)


@dataclass
class Cluster:
    """Computes chunks on the workers of a Dask scheduler, or in processes that it starts here.

    address : of the scheduler, or "local:N". mark : tells which program runs (cluster_worker.py).
    """

    address: str
    mark: Mark
    computes: ClassVar[bool] = True
    _client: "Client | None" = None
    _local: "LocalCluster | None" = None
    _n_threads: int = 1
    _looked: float = 0.0
    _n_chunks: int = 1
    _expected: str = field(default="", init=False)

    def __post_init__(self) -> None:
        """Raises OptionError for an address that is none, WorkError where Dask is not installed."""
        local_workers(self.address)
        try:
            import distributed  # noqa: F401
        except ImportError:
            raise WorkError(
                "scheduler: Dask is not installed; in the project's folder pip install '.[dask]' "
                "brings it"
            ) from None
        self._expected = self.mark()

    # Workers

    def prepare(self, work: Work[Any], shown: Progress) -> None:
        """Find the workers; raises WorkError for none, and for one of another program."""
        if local_workers(self.address):
            prepare(work.make_worker, shown)
        shown.say("waiting for workers")
        self._connect()
        try:
            self.client.wait_for_workers(1, timeout=_WORKER_SECONDS)
            marks = self.client.run(self.mark)
        except TimeoutError:
            raise WorkError(f"scheduler {self.address}: no worker has come") from None
        except Exception as error:
            raise WorkError(f"scheduler {self.address}: no worker for this: {error!r}") from None
        for worker, mark in marks.items():
            if mark != self._expected:
                raise self._wrong_program(worker, mark)
        self._look()
        shown.say("")

    def _wrong_program(self, worker: str, mark: str) -> WorkError:
        return WorkError(
            f"worker {worker}: runs {mark}, which is not what runs here: {self._expected}"
        )

    @property
    def client(self) -> "Client":
        """The connection to the scheduler, once there is one."""
        assert self._client is not None
        return self._client

    def _connect(self) -> None:
        import dask
        from distributed import Client, LocalCluster

        _silence_logs()
        n_workers = local_workers(self.address)
        try:
            if n_workers:
                allowed = {"distributed.scheduler.allowed-failures": _ALLOWED_DEATHS}
                with dask.config.set(allowed):
                    self._local = LocalCluster(
                        n_workers=n_workers,
                        threads_per_worker=1,
                        dashboard_address=":0",
                        memory_limit=0,
                        silence_logs=logging.CRITICAL,
                        preload=[compute.__module__],
                    )
            self._client = Client(
                self._local or self.address, set_as_default=False, timeout=_CONNECT_SECONDS
            )
        except (OSError, TimeoutError, ValueError) as error:
            raise WorkError(f"scheduler {self.address}: cannot be reached: {error}") from None

    def _look(self) -> None:
        """See how many threads the workers have; raises WorkError if there is no scheduler."""
        if self.client.status != "running":
            raise self._gone()
        try:
            self._n_threads = sum(self.client.nthreads().values())
        except (OSError, *_CANCELLED):
            raise self._gone() from None
        self._looked = time.monotonic()

    def _gone(self) -> WorkError:
        return WorkError(f"scheduler {self.address}: it is gone")

    # Tasks

    def tallies(
        self, work: Work[Tally], chunks: Iterable[Range]
    ) -> Generator[tuple[int, Tally], None, None]:
        """Numbers of deals and tallies of several neighbouring chunks, in order.

        Raises WorkError for deals that no worker could compute, and if the scheduler is gone.
        """
        import cloudpickle

        blob = cloudpickle.dumps(work.worker_of_chunks)
        tasks: deque[_Task] = deque()
        try:
            for first, n_deals, n_chunks in self._grouped(chunks):
                tasks.append(self._submitted(blob, first, n_deals, n_chunks))
                if len(tasks) > self._room:
                    yield self._finished(blob, tasks)
            while tasks:
                yield self._finished(blob, tasks)
        finally:
            with contextlib.suppress(Exception, *_CANCELLED):
                self.client.cancel([task.future for task in tasks], force=True)

    @property
    def _room(self) -> int:
        """How many tasks may be in flight."""
        if time.monotonic() - self._looked > _LOOK_SECONDS:
            self._look()
        return _TASKS_A_THREAD * max(self._n_threads, 1)

    def _grouped(self, chunks: Iterable[Range]) -> Iterator[tuple[int, int, int]]:
        """Neighbouring chunks put together: first deal, number of deals, number of chunks."""
        group: list[Range] = []
        for chunk in chunks:
            group.append(chunk)
            if len(group) >= self._n_chunks:
                yield group[0][0], sum(n for _, n in group), len(group)
                group = []
        if group:
            yield group[0][0], sum(n for _, n in group), len(group)

    def _submitted(self, blob: bytes, first: int, n_deals: int, n_chunks: int) -> _Task:
        return _Task(first, n_deals, n_chunks, self._sent(blob, first, n_deals))

    def _sent(self, blob: bytes, first: int, n_deals: int) -> "Future[Computed]":
        arguments = (self.mark, self._expected, blob, first, n_deals)
        try:
            future: Future[Computed] = self.client.submit(
                compute, *arguments, pure=False, retries=_RETRIES
            )
        except (OSError, RuntimeError, *_CANCELLED):
            raise self._gone() from None
        return future

    def _finished(self, blob: bytes, tasks: "deque[_Task]") -> tuple[int, Any]:
        """The result of the first task, waited for; another is begun if workers died of it."""
        from distributed import KilledWorker

        task = tasks[0]
        while True:
            try:
                computed = self._waited_for(task)
            except KilledWorker as error:
                if task.n_attempts == _ATTEMPTS:
                    raise self._failed(task, error) from None
                task.n_attempts += 1
                task.future = self._sent(blob, task.first_deal, task.n_deals)
            else:
                tasks.popleft()
                self._learn(task.n_chunks, computed.seconds)
                return task.n_deals, computed.tally

    def _waited_for(self, task: _Task) -> Computed:
        from distributed import KilledWorker
        from distributed.comm.core import CommClosedError

        without_workers = time.monotonic()
        while True:
            try:
                return task.future.result(timeout=_LOOK_SECONDS)
            except TimeoutError:
                self._look()
                if self._n_threads:
                    without_workers = time.monotonic()
                elif time.monotonic() - without_workers > _WORKER_SECONDS:
                    raise WorkError(f"scheduler {self.address}: it has no worker left") from None
            except WrongProgramError as error:
                raise self._wrong_program(self.address, str(error)) from None
            except (CommClosedError, *_CANCELLED):
                raise self._gone() from None
            except KilledWorker:
                raise
            except Exception as error:
                raise self._failed(task, error) from error

    def _failed(self, task: _Task, error: Exception) -> WorkError:
        return WorkError(f"{task.deals}: failed on every worker that tried: {error!r}")

    def _learn(self, n_chunks: int, seconds: float) -> None:
        """Make tasks larger or smaller, at most twice as large at a time."""
        to_take = max(TASK_SECONDS, TASK_SECONDS_A_THREAD * self._n_threads)
        wanted = n_chunks * to_take / max(seconds, 1e-6)
        self._n_chunks = max(1, min(round(wanted), 2 * n_chunks))

    def close(self) -> None:
        """Let go of the scheduler, and end the processes that were started here."""
        for part in (self._client, self._local):
            if part is not None:
                with contextlib.suppress(Exception, *_CANCELLED):
                    part.close(timeout=5)
