"""The fields of a lane of Reversis: what each holds and who writes it.

Each name is an offset into a row of a batch (kernels/lanes.py); a range of fields (four seats,
44 cards) takes neighbouring places, N_LANES apart. Cards and hands are sets of cards (bits.py).
Fields of seats are in the order of the seats; nothing here is relative to a leader.
"""

from kernels.lanes import N_LANES
from kernels.reversis.weights import N_KINDS, N_WEIGHTS

_places = 0


def _field(width: int = 1) -> int:
    """The offset of the next field, with room for `width` neighbours."""
    global _places
    offset = _places * N_LANES
    _places += width
    return offset


# What a deal is told by: copied in for deals that are given (simulate.py).
KEY = _field()  # the word from which the deal's draws are hashed (rng.deal_key)
DEALT = _field(4)  # hands as dealt (3)
TALON = _field(3)  # talon card of seats 0 to 2
POOL = _field()  # fiches in the pool when play begins
BARRED = _field(4)  # by seat: 0 no, 1 `all`, 2 `but-breaks` (12)
LAID = _field(4)  # the card laid, no card where the seat declined (4)
CARD = _field(44)  # cards in the order played (5)
N_GIVEN = _places

# What settlement needs of play.
HELD = _field(4)  # the eleven cards after the exchange
TAKERS = _field()  # seat that took trick t, in bits 2t and 2t + 1; seat 0 as if of "trick 0"
FAULT = _field()  # a record's first fault: 0, or code * FAULT_CODE + number of the play
FAULT_CODE = 64
LED = _field()  # cards that were led
FOLLOWED = _field()  # cards played on their own suit led by another
TAKEN = _field(4)  # cards in the tricks taken, by seat
RENOUNCED = _field()  # bit s: seat s renounced in tricks 1 to 9
REVOKED = _field()  # bit s: seat s played off a suit that it held in tricks 1 to 9 (9)

# The ledger (6 to 9): who pays whom how much.
N_TRANSFERS = 16
PAYER = _field(N_TRANSFERS)
PAYEE = _field(N_TRANSFERS)
AMOUNT = _field(N_TRANSFERS)  # fiches, 0 where the transfer did not happen

# Who stood before the decision of a fork (play.py), and with what.
DECIDER = _field()  # seat whose going for a reversis was decided by the fork, or -1
DECIDER_WINNERS = _field()  # how many likely winners it held then (family.strength)

# The outcome: what analyses read.
OUTCOME = _places * N_LANES
POINTS = _field(4)  # card points taken, by seat
TRICKS = _field(4)  # tricks taken, by seat
TRICK_OF = _field(5)  # trick 1 to 11 of the aces by suit and of the quinola; 0 in the discard
OWNER_OF = _field(5)  # owner of the aces by suit and of the quinola, -1 in the discard
CASE_OF = _field(5)  # their case: IN_DISCARD, PLACED, FORCED_CASE, LED_CASE
DISCARDED_BY = _field()  # who laid the quinola, or declined it in the talon; -1: it was played
WINNER = _field()  # winner of the party, -1 where section 8 or 9.4 pays
LOSER = _field()
REVERSIS_BY = _field()  # who undertook a reversis, or -1
BROKEN_BY = _field()  # who broke it, or -1
ESPAGNOLETTE = _field()  # seat that held one after the exchange, or -1
ACTIVE = _field()  # 1 where the espagnolette was active (9.1)
CAUGHT = _field()  # 1 where it was caught (9.3)
POOL_SEAT = _field()  # who takes the pool or puts a remise, or -1
POOL_GAIN = _field()  # what that seat takes from the pool, negative for a remise
N_COMPONENTS = 6
COMPONENT = _field(4 * N_COMPONENTS)  # net fiches by component, then seat (10)
PAYMENT = _field(4)  # net fiches by seat; with the pool's change they sum to zero
N_OUTCOME = _places - OUTCOME // N_LANES
N_RECORDED = _places  # all that is told of a played deal

# Scratch of dealing, settling and play: the players in the order of the trick (0 leads).
DEALING_STATE = _field(6)  # cards dealt, and room left, of seats 0 to s together (deal.py)
IS_RARE = _field()  # 1 where something is worked out for the lane alone (lanes.flagged)
HAND = _field(4)  # cards still in hand
MARKS = _field()  # what is known of each player, 16 bits a place (trick.py)
LEADER = _field()  # seat that leads
PLAYED = _field()  # all cards played so far
TRICK = _field()  # cards of this trick so far
WINNING = _field()  # the card that takes the trick so far
WINNING_PLACE = _field()  # its place in the order of the trick
LEAD_SUIT = _field()  # all cards of the suit led
SWEPT = _field()  # 1 while the leader has taken every trick so far (1 before the first)

# What the player to move decides with, and decides (play.py).
NO_CARD = _field()  # the empty set in all lanes
ACTOR_HAND = _field()
ACTOR_TALON = _field()  # its talon card, none for the dealer
ACTOR_LAID = _field()
ACTOR_CARD = _field()  # the card it plays
ACTOR_ATTEMPTS = _field()  # 1 where the actor plays for a reversis
ACTOR_WEIGHT = _field()  # one of its weights on the way to ACTOR_WEIGHTS
ACTOR_WEIGHTS = _field(N_WEIGHTS)
CHOICE = _field(N_KINDS)  # the card each kind of policy would play

# The order of the transfers in the ledger.
PARTY_SLOT = 0
ACE_SLOT = 1  # four, by suit
QUINOLA_SLOT = 5  # three: from the owner or the taker, from the two others
REVERSIS_SLOT = 8  # three: from each, or the 64 alone in the first
REPAID_SLOT = 11  # five (9.3c): aces by suit, the quinola

# Components (10), in this order.
PARTY, ACES_PAID, QUINOLA_PAID, POOL_MOVED, REVERSIS_PAID, ESPAGNOLETTE_PAID = range(6)

# Cases of a consolation (7).
IN_DISCARD, PLACED, FORCED_CASE, LED_CASE = range(4)
BARRED_ALL, BARRED_BUT_BREAKS = 1, 2

N_FIELDS = _places
