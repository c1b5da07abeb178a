/* A flipped bit that changes one of the next ticks shows in the hash at the flip. Each is tried in
 * a process of its own, because many end one. Pointers and hashes of pointers are left alone. */
#include "support/rich_past.h"

#include <chipmunk/chipmunk_private.h>

#include <fcntl.h>
#include <sys/wait.h>

enum { AHEAD_TICKS = 60, BUFFER_BYTES = 32 * 1024, HANGS_S = 5 };

typedef enum Fate { FATE_NONE, FATE_AT_ONCE, FATE_LATER, FATE_CRASH, FATE_COUNT } Fate;

/* The begins of structs in Chipmunk's cpHashSet.c and cpBBTree.c. */
typedef struct HashSet {
    unsigned int entries, size;
    void *equal, *no_element, *table, *pooled_bins;
    cpArray *buffers; /* of BUFFER_BYTES, with bins: hashes of addresses */
} HashSet;

typedef struct Tree {
    cpSpatialIndex index;
    void *velocity_func;
    HashSet *leaves;
    void *root, *pooled_nodes, *pooled_pairs;
    cpArray *buffers; /* of BUFFER_BYTES, with nodes or pairs */
} Tree;

static uint64_t future[AHEAD_TICKS + 1]; /* hashes, of now first */
static CwRng dice;

static void open_at(int ticks, int substeps)
{
    CwSnapshot now = {0};
    SessionDesc desc = rich_desc(0);
    desc.settings.substeps = substeps;
    EXPECT_OK(session_open(&session, &desc, &error));
    for (int i = 0; i < ticks; i++) {
        rich_tick(&session, 0);
    }
    ck_assert(cw_world_snapshot(session.world, &now));
    for (int i = 0; i <= AHEAD_TICKS; i++) {
        future[i] = cw_world_hash(session.world);
        rich_tick(&session, 0);
    }
    cw_world_restore(session.world, &now);
    cw_snapshot_free(&now);
    cw_rng_seed(&dice, (uint64_t)ticks, 1);
}

FIXTURE(.tear_down = past_tear_down, .timeout_s = 120);

static Fate play_on(void)
{
    if (cw_world_hash(session.world) != future[0]) {
        return FATE_AT_ONCE;
    }
    for (int i = 1; i <= AHEAD_TICKS; i++) {
        CwTickInput input = rich_input(cw_world_tick(session.world) + 1, 0);
        if (!session_tick(&session, &input, &error) || cw_world_hash(session.world) != future[i]) {
            return FATE_LATER;
        }
    }
    return FATE_NONE;
}

/* Words lie anywhere in the arena, in red zones too. */
__attribute__((no_sanitize("address"), noinline)) static uint64_t peek(const uint64_t *word)
{
    return *word;
}

__attribute__((no_sanitize("address"), noinline)) static void poke(uint64_t *word, uint64_t value)
{
    *word = value;
}

static Fate flip(uint64_t *word, int bit)
{
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
        (void)signal(SIGALRM, SIG_DFL); /* Check's handler ends the whole test */
        alarm(HANGS_S);
        poke(word, peek(word) ^ UINT64_C(1) << bit);
        _exit((int)play_on());
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    bool ended = WIFEXITED(status) && WEXITSTATUS(status) < FATE_CRASH;
    return ended ? (Fate)WEXITSTATUS(status) : FATE_CRASH;
}

static bool is_pointer(uint64_t value)
{
    uint64_t arena = (uintptr_t)session.world->arena;
    return (value >= arena && value < arena + session.world->arena->limit_bytes) ||
           (value >= UINT64_C(0x500000000000) && value < UINT64_C(0x800000000000));
}

static bool lies_in(const uint64_t *word, const cpArray *buffers)
{
    for (int i = 0; i < buffers->num; i++) {
        const char *begin = buffers->arr[i], *at = (const char *)word;
        if (at >= begin && at < begin + BUFFER_BYTES) {
            return true;
        }
    }
    return false;
}

typedef enum Place { PLACE_WORLD, PLACE_TREE, PLACE_BINS } Place;

static Place place_of(const uint64_t *word)
{
    const cpSpace *space = session.world->space;
    const Tree *moving = (const Tree *)space->dynamicShapes;
    const Tree *still = (const Tree *)space->staticShapes;
    const HashSet *arbiters = (const HashSet *)space->cachedArbiters;
    if (lies_in(word, moving->buffers) || lies_in(word, still->buffers)) {
        return PLACE_TREE;
    }
    bool in_bins = lies_in(word, arbiters->buffers) || lies_in(word, moving->leaves->buffers) ||
                   lies_in(word, still->leaves->buffers);
    return in_bins ? PLACE_BINS : PLACE_WORLD;
}

/* Whether a word is in the table of fields, which lies before the table of kinds and never changes.
 */
static bool is_in_tables(const uint64_t *word)
{
    const CwWorld *world = session.world;
    return (uintptr_t)word >= (uintptr_t)world->kind_reals[0] &&
           (uintptr_t)word < (uintptr_t)world->kind_reals;
}

/* A random word that is not zero: most zeros are free memory. */
static uint64_t *draw_word(Place place)
{
    CwWorld *world = session.world;
    uint64_t *arena = (uint64_t *)world->arena;
    size_t begin = (size_t)((uint64_t *)world - arena), end = world->arena->used_bytes / 8;
    for (;;) {
        uint64_t *word = arena + begin + cw_rng_below(&dice, (uint32_t)(end - begin));
        if (peek(word) != 0 && !is_pointer(peek(word)) && !is_in_tables(word) &&
            place_of(word) == place) {
            return word;
        }
    }
}

static const struct {
    int ticks, substeps, least_asleep;
} moments[] = {{60, 1, 0}, {1500, 1, 4}, {450, 3, 0}}; /* things fall, islands sleep, substeps */

TEST(a_bit_that_matters_shows_at_once, .rounds = CW_ARRAY_LENGTH(moments))
{
    int fates[FATE_COUNT] = {0};
    open_at(moments[_i].ticks, moments[_i].substeps);
    ck_assert_int_ge(rich_sleepers(&session), moments[_i].least_asleep);
    int count = rich_ticks(100, 40);
    for (int i = 0; i < count; i++) {
        uint64_t *word = draw_word(PLACE_WORLD);
        int bit = (int)cw_rng_below(&dice, 64);
        Fate fate = flip(word, bit);
        ck_assert_msg(fate != FATE_LATER, "bit %d of the word %zu bytes into the arena", bit,
                      (size_t)((char *)word - (char *)session.world->arena));
        fates[fate]++;
    }
    ck_assert_int_gt(fates[FATE_AT_ONCE], count / 10);
    ck_assert_int_gt(fates[FATE_NONE], count / 10);
}

/* The exception, and proof that these tests can fail: boxes of the search trees say in which order
 * pairs are found, and so in which order they are solved, some ticks later. */
TEST(a_box_in_a_search_tree_shows_when_it_changes_a_tick)
{
    enum { EXPONENT_BIT = 52, TRIES = 1000 };
    open_at(450, 1);
    Fate fate = FATE_NONE;
    for (int i = 0; i < TRIES && fate != FATE_LATER; i++) {
        fate = flip(draw_word(PLACE_TREE), EXPONENT_BIT - 2 + (int)cw_rng_below(&dice, 8));
        ck_assert_int_ne(fate, FATE_AT_ONCE);
    }
    ck_assert_int_eq(fate, FATE_LATER);
}
