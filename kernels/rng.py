"""Addressed randomness: a word is a pure function of (seed, purpose, deal, draw).

Nothing is drawn from a stream: the same address gives the same word for any number of threads,
lanes, chunks or machines. Words are hashes of their address by the finaliser of SplitMix64
(Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014), applied once
to (seed, deal) and once more to (that, purpose, draw).
"""

import numpy as np

from kernels.compile import inlined

# A purpose owns this many draws of a deal: more than any purpose needs.
DRAWS_PER_PURPOSE = 256

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MULTIPLIER_1 = np.uint64(0xBF58476D1CE4E5B9)
_MULTIPLIER_2 = np.uint64(0x94D049BB133111EB)
_LOW_HALF = np.uint64(0xFFFFFFFF)


@inlined
def _mix(word: int) -> int:
    """SplitMix64's finaliser: a bijection of 64-bit words in which every bit affects every bit."""
    word = (word ^ (word >> np.uint64(30))) * _MULTIPLIER_1
    word = (word ^ (word >> np.uint64(27))) * _MULTIPLIER_2
    return word ^ (word >> np.uint64(31))


@inlined
def deal_key(seed: int, deal: int) -> int:
    """The word from which all draws of a deal are hashed. seed: uint64; deal: int64 from 0."""
    return _mix(_mix(seed + _GOLDEN) + np.uint64(deal) * _GOLDEN)


@inlined
def draw(key: int, purpose: int, number: int) -> int:
    """Word `number` of a purpose, uint64. number: 0 to DRAWS_PER_PURPOSE - 1."""
    address = np.uint64(purpose * DRAWS_PER_PURPOSE + number + 1)
    return _mix(key + address * _GOLDEN)


@inlined
def high_below(word: int, n: int) -> int:
    """A number from 0 to n - 1 from the upper half of a word; n below 2**31.

    The bias is below n / 2**32 of a probability: for n = 48, far under what 10**15 deals show.
    """
    return np.int64(((word >> np.uint64(32)) * (np.uint64(n) & _LOW_HALF)) >> np.uint64(32))


@inlined
def low_below(word: int, n: int) -> int:
    """As `high_below`, from the lower half: independent of the number from the upper half."""
    return np.int64(((word & _LOW_HALF) * (np.uint64(n) & _LOW_HALF)) >> np.uint64(32))
