"""How a run is computed and where it is kept, from plain values; what it is, is a question."""

from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import TypeAlias

from analyser.errors import OptionError
from analyser.reversis.question import checked_count, checked_threads
from analyser.reversis.signature import program
from analyser.runner import Backend, Nobody, Runner, Threads
from analyser.runs.folder import GrowingRun, StoredRun
from analyser.runs.told import Told
from analyser.runs.verify import Verifier

PathLike: TypeAlias = str | Path


class Purpose(Enum):
    """What is done with a run folder."""

    COMPUTE = "compute"
    SHOW = "show"
    VERIFY = "verify"


@dataclass(frozen=True)
class Running:
    """How a run is computed and kept.

    threads : None for one a core. run : its folder. scheduler : of a cluster, an address or
    "local:N". first_deal, chunk_deals, max_seconds : as in `Runner`. is_repaired : whether files
    that cannot be believed are put aside and computed again.
    arguments, has_deals : of the command, as run.toml has them. purpose : what is done with the
    folder; n_pieces : so many of its pieces are to be verified.
    """

    threads: int | None = None
    run: PathLike | None = None
    scheduler: str | None = None
    first_deal: int = 0
    chunk_deals: int | None = None
    max_seconds: float | None = None
    is_repaired: bool = False
    arguments: tuple[str, ...] | None = None
    has_deals: bool = False
    purpose: Purpose = Purpose.COMPUTE
    n_pieces: int = 0

    def runner(self) -> Runner:
        """The runner; raises OptionError for what does not fit, WorkError for a cluster not there.

        A folder is opened when the run begins.
        """
        first_deal = checked_count("first_deal", self.first_deal, 0)
        if self.purpose is Purpose.SHOW:
            return Runner(Nobody(), self._stored, first_deal=first_deal)
        if self.purpose is Purpose.VERIFY:
            return Verifier(self._backend(), self._stored, first_deal, self.n_pieces)
        if self.chunk_deals is not None:
            checked_count("chunk_deals", self.chunk_deals)
        return Runner(
            self._backend(),
            self._opened if self.run is not None else None,
            first_deal=first_deal,
            chunk_deals=self.chunk_deals,
            max_seconds=self.max_seconds,
        )

    def _backend(self) -> Backend:
        if self.scheduler is None:
            return Threads(checked_threads(self.threads))
        if self.threads is not None:
            raise OptionError("threads and scheduler: a run takes one of them, not both")
        from analyser.cluster import Cluster

        return Cluster(self.scheduler, program)

    @property
    def _folder(self) -> Path:
        if self.run is None:
            raise OptionError("run: no folder is given")
        return Path(self.run)

    def _opened(self, told: Told) -> StoredRun:
        told = replace(told, arguments=self.arguments, has_deals=self.has_deals)
        return GrowingRun(self._folder, told, self.is_repaired)

    def _stored(self, told: Told) -> StoredRun:
        stored = StoredRun(self._folder)
        stored.check(told)
        return stored
