"""What the player to move knows, laid out for its policy (RULES.md 5)."""

from kernels.compile import inlined
from kernels.lanes import Ints
from kernels.reversis import fields as f
from kernels.reversis.cards import ALL_CARDS
from kernels.reversis.family import View
from kernels.reversis.trick import marked_known, marked_privilege, marked_voids


@inlined
def unseen_by(lanes: Ints, i: int, place: int) -> int:
    """The cards that others may hold, as far as the actor at a place can know."""
    known = marked_known(lanes[f.MARKS + i], place)
    return ALL_CARDS & ~(lanes[f.ACTOR_HAND + i] | lanes[f.PLAYED + i] | known)


@inlined
def view_of(lanes: Ints, i: int, number: int, place: int) -> View:
    """What the actor at a place knows."""
    marks = lanes[f.MARKS + i]
    return View(
        lanes[f.ACTOR_HAND + i],
        unseen_by(lanes, i, place),
        number,
        place,
        lanes[f.LEAD_SUIT + i],
        lanes[f.WINNING + i],
        lanes[f.WINNING_PLACE + i],
        marked_voids(marks, place),
        lanes[f.SWEPT + i] != 0,
        (marked_privilege(marks, place) != 0) & (number <= 9),
        ((lanes[f.REVOKED + i] >> ((lanes[f.LEADER + i] + place) & 3)) & 1) != 0,
        lanes[f.ACTOR_ATTEMPTS + i] != 0,
    )
