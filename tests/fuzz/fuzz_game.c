/* Games: bytes choose what a game does in its ticks and what its maker does between them.
 *
 * The random game and its model (support/random_game.h, support/game_model.h) check each tick by
 * itself. Here each other path to a tick, through forks, seeks, repeats, twins, snapshots and
 * recordings, must end with the same world hash. */
#include "change/changes.h"
#include "fields/world_edit.h"
#include "fuzz/support/input.h"
#include "fuzz/support/random_game.h"
#include "fuzz/support/verify.h"
#include "practice/ab_span.h"

#include <string.h>

enum { TICKS_MAX = 240, AHEAD_MAX = 6 };

/* A tick of the run. */
typedef struct Past {
    CwTickInput input; /* as it was given, then with the edges that followed */
    uint64_t hash;
} Past;

static Past past[TICKS_MAX + AHEAD_MAX + 1];

static struct {
    FuzzInput in;
    Session session;
    CwHistory *history;
    SessionGuest guest;
    Run run;
    ReplayWriter writer;
    const char *record_path;
    CwSim *twin;
    uint64_t start_hash;
    bool twin_strayed;               /* it saw ticks that are taken back */
    uint64_t edit_tick, undone_hash; /* of the last edit while nothing else changed, else 0 */
} maker;

static CwError error;
static uint64_t op_count, tick_count; /* for people */

static bool tell_error(void)
{
    fprintf(stderr, "fuzz_game: %s\n", error.text);
    return false;
}

#define EXPECT_OK(done) CW_ASSERT((done) || tell_error(), "see the error above")

static uint64_t now_tick(void)
{
    return cw_world_tick(maker.session.world);
}

static uint64_t newest(void)
{
    return run_newest(&maker.run);
}

static void expect_hash(const CwWorld *world, uint64_t wanted)
{
    uint64_t hash = cw_world_hash(world);
    if (hash != wanted) {
        world_hash_describe(wanted, hash, error.text, sizeof error.text);
        fprintf(stderr, "tick %llu of %llu: %s; %zu changes by hand\n",
                (unsigned long long)cw_world_tick(world), (unsigned long long)newest(), error.text,
                changes_of(&maker.session)->count);
    }
    CW_ASSERT(hash == wanted, "each path to a tick ends with the same hash");
}

static void expect_tick(const CwWorld *world)
{
    const Past *it = &past[cw_world_tick(world)];
    expect_hash(world, it->hash);
    CW_ASSERT(memcmp(cw_world_tick_input(world), &it->input, sizeof it->input) == 0, "and input");
}

/* The run came to a tick, by the input that it was given. */
static void remember_tick(void)
{
    Past *it = &past[now_tick()];
    const CwTickInput *input = cw_world_tick_input(maker.session.world);
    for (int i = 0; i < RANDOM_GAME_PLAYERS; i++) {
        const CwInputFrame *given = &it->input.players[i], *had = &input->players[i];
        CW_ASSERT(given->down == had->down &&
                      memcmp(given->value, had->value, sizeof given->value) == 0,
                  "a tick gets its input");
    }
    it->hash = cw_world_hash(maker.session.world);
    it->input = *input;
    op_count += random_game_check(maker.session.world);
    tick_count++;
}

/* The ticks after this one are taken back. */
static void forget(uint64_t tick)
{
    maker.twin_strayed |= maker.twin != NULL && cw_world_tick(cw_sim_world(maker.twin)) > tick;
    maker.undone_hash = tick < maker.edit_tick ? 0 : maker.undone_hash;
}

/* ---- ticks ---- */

static CwTickInput make_input(const CwTickInput *before)
{
    static const int32_t commands[][2] = {
        {CW_SETTING_SUBSTEPS, 1}, {CW_SETTING_SUBSTEPS, 4},       {CW_SETTING_ITERATIONS, 3},
        {CW_SETTING_GRAVITY, 0},  {CW_SETTING_GRAVITY, -9810000}, {CW_SETTING_GRAVITY, 30000000}};
    CwTickInput input = {0};
    int header = (int)fuzz_byte(&maker.in), act_count = header % 8;
    for (int player = 0; player < RANDOM_GAME_PLAYERS; player++, act_count -= 4) {
        CwInputFrame *frame = &input.players[player];
        frame->down = before->players[player].down ^ (header >= 192 ? fuzz_byte(&maker.in) : 0);
        cw_input_derive_edges(frame, &before->players[player]);
        for (int i = 0; i < 3 * act_count && i < 12; i++) {
            frame->value[i] = fuzz_byte(&maker.in) & CW_ACTION_VALUE_MAX;
        }
    }
    if (header / 8 % 8 == 7) {
        const int32_t *command = commands[fuzz_pick(&maker.in, (int)CW_ARRAY_LENGTH(commands))];
        input.command = (CwInputCommand){(uint32_t)command[0], command[1]};
    }
    return input;
}

static void play(const CwTickInput *input)
{
    forget(now_tick());
    past[now_tick() + 1].input = *input;
    EXPECT_OK(run_tick(&maker.run, input, &error));
    remember_tick();
}

static void play_some(int how)
{
    for (int i = how % 8; i >= 0 && now_tick() < TICKS_MAX; i--) {
        CwTickInput input = make_input(cw_world_tick_input(maker.session.world));
        play(&input);
    }
}

/* Repeats the ticks up to the newest one, because their past changed. */
static void repeat(void)
{
    while (now_tick() < newest()) {
        EXPECT_OK(run_repeat_tick(&maker.run, &error));
        remember_tick();
    }
}

static void seek(uint64_t tick)
{
    EXPECT_OK(run_seek(&maker.run, tick, &error));
    expect_tick(maker.session.world);
}

static void seek_some(int how)
{
    uint64_t back = (uint64_t)how % 32;
    seek(how < 128 && back <= now_tick() ? now_tick() - back : newest());
}

/* ---- looking ahead ---- */

typedef struct Ahead {
    CwTickInput inputs[AHEAD_MAX];
    uint64_t hashes[AHEAD_MAX];
    uint64_t begin;
    int count;
} Ahead;

static void see(void *context, const CwWorld *world)
{
    Ahead *ahead = context;
    ahead->hashes[cw_world_tick(world) - ahead->begin - 1] = cw_world_hash(world);
}

static void fork_world(Ahead *ahead, bool in_parts)
{
    CwSnapshot state = {0};
    CwFork fork = {.ticks = in_parts ? 1 : (uint32_t)ahead->count,
                   .inputs = ahead->inputs,
                   .input_count = ahead->count,
                   .seen = see,
                   .context = ahead,
                   .state = in_parts ? &state : NULL};
    for (int i = 0; i < ahead->count; i += (int)fork.ticks, fork.inputs += fork.ticks) {
        EXPECT_OK(cw_world_fork(maker.session.world, &fork, &error));
    }
    cw_snapshot_free(&state);
}

/* By hand, or as the run's own look ahead. */
static void look_ahead(Ahead *ahead, bool beside)
{
    CwSnapshot present = {0};
    EXPECT_OK(cw_world_snapshot(maker.session.world, &present));
    for (int i = 0; i < ahead->count; i++) {
        EXPECT_OK(beside ? run_tick_detached(&maker.run, &ahead->inputs[i], &error)
                         : session_tick(&maker.session, &ahead->inputs[i], &error));
        see(ahead, maker.session.world);
    }
    if (beside) {
        EXPECT_OK(run_seek(&maker.run, ahead->begin, &error));
    } else {
        cw_world_restore(maker.session.world, &present);
    }
    cw_snapshot_free(&present);
}

static void play_ahead(int how)
{
    Ahead ahead = {.begin = now_tick(), .count = 1 + fuzz_pick(&maker.in, AHEAD_MAX)};
    const CwTickInput *before = cw_world_tick_input(maker.session.world);
    for (int i = 0; i < ahead.count; i++, before = &ahead.inputs[i - 1]) {
        ahead.inputs[i] = make_input(before);
    }
    if (how % 4 < 2) {
        fork_world(&ahead, how % 4 == 1);
    } else if (how % 4 == 2 || now_tick() == newest()) {
        look_ahead(&ahead, how % 4 == 3);
    } else {
        return;
    }
    expect_tick(maker.session.world);
    for (int i = 0; i < ahead.count && how < 128 && now_tick() < TICKS_MAX; i++) {
        play(&ahead.inputs[i]);
        expect_hash(maker.session.world, ahead.hashes[i]);
    }
}

/* ---- changing the past ---- */

static void edit(int how)
{
    static const char *const fields[] = {"body.%d.v.x", "body.%d.p.y", "body.%d.a",   "shape.%d.u",
                                         "state.luck",  "rng.state",   "ball.%d.luck"};
    char field[64], value[8];
    CwReplayEdit change;
    CwError refused = {0};
    uint64_t hash = past[now_tick()].hash;
    snprintf(field, sizeof field, fields[fuzz_pick(&maker.in, (int)CW_ARRAY_LENGTH(fields))],
             1 + fuzz_pick(&maker.in, 16));
    snprintf(value, sizeof value, "%d", how % 9);
    if (!world_edit_parse(maker.session.world, field, value, &change, &refused) ||
        !changes_make(&maker.run, &change, &refused)) {
        expect_tick(maker.session.world);
        return;
    }
    forget(now_tick());
    maker.twin_strayed = true;
    maker.edit_tick = now_tick();
    maker.undone_hash = hash;
    remember_tick();
    repeat();
}

static void undo(int how)
{
    CwError refused = {0};
    uint64_t hash = maker.undone_hash;
    UndoOutcome outcome = changes_undo(&maker.run, &refused);
    CW_ASSERT(outcome != UNDO_LOST, "undo what was changed");
    if (outcome == UNDO_DONE) {
        if (hash != 0) {
            CW_ASSERT(now_tick() == maker.edit_tick, "undo the last change");
            expect_hash(maker.session.world, hash);
        }
        forget(now_tick());
        maker.undone_hash = 0;
        remember_tick();
        repeat();
    }
}

static void correct(int how)
{
    for (int i = how % 3; i >= 0; i--) {
        uint64_t tick = now_tick() - (uint64_t)fuzz_pick(&maker.in, 12);
        if (tick > run_oldest(&maker.run) && tick <= newest()) {
            int player = fuzz_pick(&maker.in, RANDOM_GAME_PLAYERS);
            CwLateInput late = {tick, player, make_input(&past[tick - 1].input).players[player]};
            past[tick].input.players[player] = late.input;
            EXPECT_OK(run_correct(&maker.run, &late, &error));
            while (++tick <= newest()) { /* ticks that only held actions are guessed again */
                past[tick].input.players[player] =
                    cw_history_input(maker.history, tick).players[player];
            }
        }
    }
    if (maker.run.mistaken_tick > 0) {
        forget(maker.run.mistaken_tick - 1);
        EXPECT_OK(run_begin_correction(&maker.run, &error));
        repeat();
    }
}

/* ---- a twin, from the start ---- */

static void forget_twin(void *data)
{
    maker.twin = NULL;
}

/* Inputs alone lead to the ticks before the first change by hand. */
static void drive_twin(int how)
{
    if (maker.twin_strayed || how % 8 == 0) {
        cw_sim_close(maker.twin);
    }
    if (maker.twin == NULL) {
        CwSimDesc desc = cw_sim_desc_of(maker.session.world);
        desc.closed = forget_twin;
        maker.twin = cw_sim_open(&desc, &error);
        EXPECT_OK(maker.twin != NULL);
    }
    maker.twin_strayed = false;
    CwWorld *world = cw_sim_world(maker.twin);
    const Changes *edits = changes_of(&maker.session);
    uint64_t end = edits->count == 0 ? newest() : edits->items[0].tick;
    for (uint64_t tick = cw_world_tick(world) + 1; tick <= end; tick++) {
        EXPECT_OK(cw_sim_tick(maker.twin, &past[tick].input, &error));
        if (tick < end || edits->count == 0) {
            expect_tick(world);
        }
    }
    uint64_t hash = cw_world_hash(world);
    CwSnapshot present = {0};
    EXPECT_OK(cw_world_snapshot(world, &present));
    EXPECT_OK(cw_sim_tick(maker.twin, &past[end].input, &error));
    cw_world_restore(world, &present);
    expect_hash(world, hash);
    cw_snapshot_free(&present);
}

/* ---- from the beginning to the end ---- */

static void begin_run(void)
{
    CwReplayHeader header = replay_header_of(&maker.session, (MapText){0});
    cw_history_destroy(maker.history);
    int byte = (int)fuzz_byte(&maker.in);
    size_t least = cw_history_budget_min(maker.session.world);
    maker.history =
        cw_history_create(byte % 4 == 0 ? least * 2 : (size_t)32 << 20, 1 + byte / 4 % 20, &error);
    Changes *changes = changes_of(&maker.session);
    sync_test_destroy(changes->sync_test);
    changes->sync_test = byte >= 192 ? sync_test_create(1 + byte % 5, &error) : NULL;
    run_begin(&maker.run, &(RunDesc){.session = &maker.session, .history = maker.history});
    maker.run.is_audited = true;
    maker.record_path = fuzz_file("", 0);
    EXPECT_OK(replay_writer_open(&maker.writer, maker.record_path, &header, &error));
    run_add_writer(&maker.run, &maker.writer);
    memset(&past[0], 0, sizeof past[0]);
    remember_tick();
    forget(0);
}

/* The recording leads to the same ticks. */
static void verify(void)
{
    static const Levels no_levels;
    const ReplayPlayer player = {
        .game = &random_game, .levels = &no_levels, .slot = 7, .guest = &maker.guest};
    EXPECT_OK(replay_writer_close(&maker.writer, maker.run.is_finished));
    fuzz_verify(maker.record_path, &player, newest(), maker.run.is_finished);
}

static void restart(int how)
{
    if (how % 8 == 0) {
        seek(newest());
        verify();
        EXPECT_OK(session_restart(&maker.session, NULL, &error));
        expect_hash(maker.session.world, maker.start_hash);
        begin_run();
    }
}

static void operate(void)
{
    static void (*const operations[])(int how) = {
        seek_some, seek_some,  edit,       undo,      correct,   drive_twin, restart,
        play_some, play_ahead, play_ahead, play_some, play_some, play_some,  play_some};
    int what = fuzz_pick(&maker.in, (int)CW_ARRAY_LENGTH(operations));
    op_count++;
    operations[what]((int)fuzz_byte(&maker.in));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    memset(&maker, 0, sizeof maker);
    error = (CwError){0};
    maker.in = (FuzzInput){data, size};
    SessionDesc desc = {.game = &random_game,
                        .settings = {20 + 20 * fuzz_pick(&maker.in, 3), 1, 10, -9.81},
                        .arena_bytes = (size_t)4 << 20,
                        .seed = fuzz_byte(&maker.in),
                        .level = LEVEL_WITHOUT_MAP};
    maker.guest = changes_guest(0);
    desc.guest = &maker.guest;
    EXPECT_OK(session_open(&maker.session, &desc, &error));
    maker.start_hash = cw_world_hash(maker.session.world);
    begin_run();
    while (maker.in.left > 0) {
        operate();
    }
    seek(newest());
    verify();
    session_close(&maker.session);
    cw_history_destroy(maker.history);
    return 0;
}

static void tell_counts(void)
{
    printf("fuzz_game: %llu operations, %llu ticks\n", (unsigned long long)op_count,
           (unsigned long long)tick_count);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    return atexit(tell_counts);
}
