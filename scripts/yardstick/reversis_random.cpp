// The yardstick: Reversis under the default rules, every seat playing `random` (RULES.md,
// POLICIES.md), one deal at a time in plain scalar C++. It shares nothing with the kernels, so it
// serves twice: to measure their speed against, and to compare averages with.
//
//   g++ -O3 -march=native -o reversis_random reversis_random.cpp
//   ./reversis_random DEALS SEED
//
// prints one JSON object: deals per second; sums over the deals of the payments of seats 0 to 3,
// of their squares and of the pool afterwards; how often the quinola was placed, forced and led
// where nobody undertook a reversis; reversis made and broken; sums by component and seat.
//
// Numbers in comments are sections of RULES.md. Needs an x86 processor with BMI2 (pdep).

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <immintrin.h>
#include <utility>

using u64 = uint64_t;
using i64 = int64_t;

// xoshiro256**, its state filled by SplitMix64.
struct Dice {
    u64 state[4];

    explicit Dice(u64 seed) {
        for (u64 &word : state) {
            seed += 0x9E3779B97F4A7C15ull;
            u64 z = seed;
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
            word = z ^ (z >> 31);
        }
    }

    static u64 rotated(u64 word, int bits) { return (word << bits) | (word >> (64 - bits)); }

    u64 next() {
        u64 word = rotated(state[1] * 5, 7) * 9, shifted = state[1] << 17;
        state[2] ^= state[0];
        state[3] ^= state[1];
        state[1] ^= state[2];
        state[0] ^= state[3];
        state[2] ^= shifted;
        state[3] = rotated(state[3], 45);
        return word;
    }

    unsigned below(unsigned n) { return (unsigned)(((unsigned __int128)next() * n) >> 64); }
};

// A set of cards is a word with bit 12 * suit + rank set; suits clubs, diamonds, hearts, spades;
// ranks 0 to 7 for 2 to 9, then jack 8, queen 9, king 10, ace 11 (2.2).
constexpr int N_RANKS = 12, DIAMONDS = 1, HEARTS = 2;
constexpr u64 card(int suit, int rank) { return 1ull << (N_RANKS * suit + rank); }
constexpr u64 of_rank(int r) { return card(0, r) | card(1, r) | card(2, r) | card(3, r); }
constexpr u64 JACKS = of_rank(8), QUEENS = of_rank(9), KINGS = of_rank(10), ACES = of_rank(11);
constexpr u64 CLUB_CARDS = 0xFFF;
constexpr u64 QUINOLA = card(HEARTS, 8), ACE_DIAMONDS = card(DIAMONDS, 11);
constexpr int QUINOLA_ID = 4; // of the special cards; the aces go by suit

static inline int suit_of(u64 single) { return __builtin_ctzll(single) / N_RANKS; }

// 2.3
static inline int points(u64 cards) {
    return __builtin_popcountll(cards & JACKS) + 2 * __builtin_popcountll(cards & QUEENS) +
           3 * __builtin_popcountll(cards & KINGS) + 4 * __builtin_popcountll(cards & ACES);
}

static inline u64 pick(u64 cards, Dice &dice) {
    return _pdep_u64(1ull << dice.below(__builtin_popcountll(cards)), cards);
}

enum Case { PLACED, FORCED, LED };
enum Component { PARTY, ACES_PAID, QUINOLA_PAID, POOL, REVERSIS, N_COMPONENTS };
constexpr i64 FIRST_STAKE = 45, REMISE = 45;

// 7. How an ace or the quinola left its owner's hand; if nobody plays it, it is in the discard.
struct Special {
    bool is_played;
    int owner, trick;
    Case how;
    int other; // who took the trick if it was placed, who led it if it was forced
};

struct Play {
    Special specials[5];
    int points_taken[4], tricks_taken[4];
    int taker[12]; // of tricks 1 to 11
};

struct Totals {
    i64 payments[4], squares[4], pool, components[N_COMPONENTS][4];
    i64 cases[3], made, broken;
};

// 3 and 4. Deal, and let every seat lay a card; gives the discard.
static inline u64 deal(Dice &dice, u64 hands[4]) {
    uint8_t pack[48];
    for (int k = 0; k < 48; k++) pack[k] = k;
    for (int k = 47; k > 0; k--) std::swap(pack[k], pack[dice.below(k + 1)]);
    hands[0] = hands[1] = hands[2] = hands[3] = 0;
    for (int k = 0; k < 11; k++) hands[0] |= 1ull << pack[k];
    for (int k = 11; k < 22; k++) hands[1] |= 1ull << pack[k];
    for (int k = 22; k < 33; k++) hands[2] |= 1ull << pack[k];
    for (int k = 33; k < 45; k++) hands[3] |= 1ull << pack[k];
    u64 discard = 0;
    for (int seat = 0; seat < 4; seat++) {
        u64 laid = pick(hands[seat], dice);
        discard |= laid;
        hands[seat] ^= laid;
        if (seat < 3) hands[seat] |= 1ull << pack[45 + seat];
    }
    return discard;
}

// 7. Note who played a special card, and how.
static inline void note(Play &play, u64 single, int owner, int leader, int taker, u64 suit_led,
                        int trick) {
    Special &special = play.specials[single & QUINOLA ? QUINOLA_ID : suit_of(single)];
    special.is_played = true;
    special.owner = owner;
    special.trick = trick;
    special.how = owner == leader ? LED : single & suit_led ? FORCED : PLACED;
    special.other = special.how == PLACED ? taker : leader;
}

// 5. Eleven tricks. (All it works on is local, so that the compiler may keep it in registers.)
static inline void play_tricks(Dice &dice, const u64 held[4], Play &result) {
    Dice own_dice = dice;
    Play play = {};
    u64 hands[4] = {held[0], held[1], held[2], held[3]};
    int leader = 0;
    for (int trick = 1; trick <= 11; trick++) {
        u64 played[4], cards = 0, best = 0, suit_led = 0;
        int taker = leader;
        for (int k = 0; k < 4; k++) {
            int seat = (leader + k) & 3;
            u64 legal = hands[seat];
            if (k > 0 && (legal & suit_led)) legal &= suit_led;
            u64 single = pick(legal, own_dice);
            hands[seat] ^= single;
            played[k] = single;
            cards |= single;
            if (k == 0) {
                suit_led = CLUB_CARDS << (N_RANKS * suit_of(single));
                best = single;
            } else if ((single & suit_led) > best) {
                best = single;
                taker = seat;
            }
        }
        if (cards & (ACES | QUINOLA))
            for (int k = 0; k < 4; k++)
                if (played[k] & (ACES | QUINOLA))
                    note(play, played[k], (leader + k) & 3, leader, taker, suit_led, trick);
        play.points_taken[taker] += points(cards);
        play.tricks_taken[taker]++;
        play.taker[trick] = leader = taker;
    }
    dice = own_dice;
    result = play;
}

// The money of one deal.
struct Ledger {
    i64 payments[4] = {0, 0, 0, 0}, pool = FIRST_STAKE;
    Totals &totals;

    explicit Ledger(Totals &totals) : totals(totals) {}

    void move(Component component, int seat, i64 fiches) {
        payments[seat] += fiches;
        totals.components[component][seat] += fiches;
    }

    // 7.2. Doubled between opposites, and (again) in the late tricks.
    void pay(Component component, int payer, int payee, i64 fiches, bool is_late) {
        if (payer == payee) return;
        if ((payer ^ payee) == 2) fiches *= 2;
        if (is_late) fiches *= 2;
        move(component, payer, -fiches);
        move(component, payee, fiches);
    }

    void take_pool(int seat) {
        move(POOL, seat, pool);
        pool = 0;
    }

    void put_remise(int seat) {
        move(POOL, seat, -REMISE);
        pool += REMISE;
    }
};

// 8.1
static inline int undertaker(const Play &play) {
    for (int trick = 2; trick <= 9; trick++)
        if (play.taker[trick] != play.taker[1]) return -1;
    return play.taker[1];
}

// 7. The quinola forced or led: its owner pays twice what each of the two others pays.
static inline void pay_for_quinola(const Special &quinola, int payee, Ledger &ledger) {
    if (payee == quinola.owner) return;
    for (int seat = 0; seat < 4; seat++)
        ledger.pay(QUINOLA_PAID, seat, payee, seat == quinola.owner ? 10 : 5, quinola.trick >= 10);
}

// 8. (`random` never uses an espagnolette, so that section 9 never applies.)
static inline void settle_reversis(const Play &play, int u, Ledger &ledger) {
    const Special &quinola = play.specials[QUINOLA_ID];
    bool is_own = quinola.is_played && quinola.owner == u;
    bool is_early = is_own && quinola.trick <= 9;
    int breaker = play.taker[10] != u ? play.taker[10] : play.taker[11];
    if (breaker == u) {
        ledger.totals.made++;
        for (int seat = 0; seat < 4; seat++) ledger.pay(REVERSIS, seat, u, 16, false);
        if (is_early) ledger.take_pool(u);
        return;
    }
    ledger.totals.broken++;
    ledger.move(REVERSIS, u, -64);
    ledger.move(REVERSIS, breaker, 64);
    if (is_early) ledger.put_remise(u);
    // 8.5. Who leads trick 11 has broken the reversis in trick 10.
    if (is_own && quinola.trick == 11 && quinola.how == FORCED)
        pay_for_quinola(quinola, quinola.other, ledger);
}

// 6.2. Points, then tricks, then place, as one number; the best place is 0.
static inline void rank_players(const Play &play, int &winner, int &loser) {
    static const int PLACE[4] = {2, 1, 0, 3};
    int rank[4];
    winner = loser = 0;
    for (int seat = 0; seat < 4; seat++)
        rank[seat] = play.points_taken[seat] * 64 + play.tricks_taken[seat] * 4 + PLACE[seat];
    for (int seat = 1; seat < 4; seat++) {
        if (rank[seat] < rank[winner]) winner = seat;
        if (rank[seat] > rank[loser]) loser = seat;
    }
}

// 7. An ace: placed, forced or led.
static inline void settle_ace(const Special &ace, int fiches, int winner, Ledger &ledger) {
    if (!ace.is_played) return;
    bool is_late = ace.trick >= 10;
    if (ace.how == PLACED) ledger.pay(ACES_PAID, ace.other, ace.owner, fiches, is_late);
    else ledger.pay(ACES_PAID, ace.owner, ace.how == FORCED ? ace.other : winner, fiches, is_late);
}

// 7.4. The quinola, with the pool.
static inline void settle_quinola(const Special &quinola, int winner, Ledger &ledger) {
    if (!quinola.is_played) return;
    ledger.totals.cases[quinola.how]++;
    if (quinola.how == PLACED) {
        ledger.pay(QUINOLA_PAID, quinola.other, quinola.owner, 5, quinola.trick >= 10);
        ledger.take_pool(quinola.owner);
    } else {
        pay_for_quinola(quinola, quinola.how == FORCED ? quinola.other : winner, ledger);
        ledger.put_remise(quinola.owner);
    }
}

// 6 and 7, in a deal without a reversis.
static inline void settle_ordinary(const Play &play, u64 discard, Ledger &ledger) {
    int winner, loser;
    rank_players(play, winner, loser);
    i64 value = 4 + points(discard) + (discard & ACE_DIAMONDS ? 1 : 0) + (discard & QUINOLA ? 2 : 0);
    ledger.pay(PARTY, loser, winner, value, false);
    for (int suit = 0; suit < 4; suit++)
        settle_ace(play.specials[suit], suit == DIAMONDS ? 2 : 1, winner, ledger);
    settle_quinola(play.specials[QUINOLA_ID], winner, ledger);
}

static inline void run_deal(Dice &dice, Totals &totals) {
    u64 hands[4];
    Play play;
    u64 discard = deal(dice, hands);
    play_tricks(dice, hands, play);
    Ledger ledger(totals);
    int u = undertaker(play);
    if (u >= 0) settle_reversis(play, u, ledger);
    else settle_ordinary(play, discard, ledger);
    totals.pool += ledger.pool;
    for (int seat = 0; seat < 4; seat++) {
        totals.payments[seat] += ledger.payments[seat];
        totals.squares[seat] += ledger.payments[seat] * ledger.payments[seat];
    }
}

static void print_four(const char *name, const i64 four[4], const char *end) {
    printf("\"%s\": [%lld, %lld, %lld, %lld]%s", name, (long long)four[0], (long long)four[1],
           (long long)four[2], (long long)four[3], end);
}

static void print_one(const char *name, i64 number) {
    printf("\"%s\": %lld, ", name, (long long)number);
}

static void print_totals(const Totals &totals) {
    static const char *NAMES[N_COMPONENTS] = {"party", "aces", "quinola", "pool", "reversis"};
    print_four("sum", totals.payments, ", ");
    print_four("sumsq", totals.squares, ", ");
    print_one("pool_sum", totals.pool);
    print_one("placed", totals.cases[PLACED]);
    print_one("forced", totals.cases[FORCED]);
    print_one("led", totals.cases[LED]);
    print_one("made", totals.made);
    print_one("broken", totals.broken);
    printf("\"components\": {");
    for (int c = 0; c < N_COMPONENTS; c++)
        print_four(NAMES[c], totals.components[c], c + 1 < N_COMPONENTS ? ", " : "}}\n");
}

int main(int n_arguments, char **arguments) {
    if (n_arguments != 3) {
        fprintf(stderr, "usage: reversis_random DEALS SEED\n");
        return 2;
    }
    u64 n_deals = strtoull(arguments[1], nullptr, 10);
    Dice dice(strtoull(arguments[2], nullptr, 10));
    Totals totals = {};
    auto start = std::chrono::steady_clock::now();
    for (u64 number = 0; number < n_deals; number++) run_deal(dice, totals);
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    printf("{\"deals\": %llu, \"seconds\": %.4f, \"deals_per_s\": %.0f, ",
           (unsigned long long)n_deals, seconds.count(), n_deals / seconds.count());
    print_totals(totals);
}
