/* Late input and the packets of docs/example/apart.c, which is a part of this program: made-up
 * packets come to its reader while a run goes on. Whatever they say, the world becomes that of a
 * run which had their input in time, and its recording verifies. */
int apart_main(int argc, char **argv);
#define main apart_main
#include "../../docs/example/apart.c"
#undef main

#include "fuzz/support/input.h"
#include "fuzz/support/verify.h"

enum { TICKS_MAX = 60, INPUTS_MAX = 200, HISTORY_BYTES = 4 << 20, KEYFRAME_TICKS = 8 };

static int ours = -1, wires_end = -1;
static const CwInputSource source = {NULL, fill, tell_late, post_in_time};
static CwGame game;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) {
        return 1;
    }
    game = alone;
    game.input.source = &source;
    ours = ends[0];
    wires_end = ends[1];
    return 0;
}

static CwInputFrame take_frame(FuzzInput *in)
{
    CwInputFrame frame = {0};
    unsigned how = fuzz_byte(in);
    frame.down = how % 8;
    frame.pressed = how / 8 % 8;
    frame.released = how / 64;
    if (how % 5 == 0) { /* what no device gives */
        frame.down |= fuzz_byte(in) << 24;
        frame.value[fuzz_pick(in, CW_ACTION_MAX)] = (uint8_t)fuzz_byte(in);
        frame.wheel = (int16_t)fuzz_byte(in);
        frame.world_x = (int32_t)(fuzz_byte(in) << 24);
        frame.unused = (uint16_t)fuzz_byte(in);
    }
    return frame;
}

/* In order, or from anywhere; of the right size, or not. */
static void send_packet(FuzzInput *in, const Wire *wire)
{
    Packet packet = {.known = (uint32_t)wire->mine_newest,
                     .first_tick = (uint32_t)wire->theirs_newest + 1};
    unsigned how = fuzz_byte(in);
    packet.tick_count = how % 32;
    if (how >= 224) {
        packet.known = fuzz_byte(in) << (fuzz_byte(in) % 25);
        packet.first_tick = fuzz_byte(in) << (fuzz_byte(in) % 25);
        packet.tick_count = fuzz_byte(in) << (fuzz_byte(in) % 25);
    } else if (how >= 192) {
        packet.first_tick -= fuzz_byte(in) % 8;
    }
    for (uint32_t i = 0; i < PACKET_TICKS && i < packet.tick_count; i++) {
        packet.frames[i] = take_frame(in);
    }
    size_t size = how == 255 ? fuzz_byte(in) : sizeof packet;
    send(ours, &packet, size, MSG_DONTWAIT);
}

typedef struct Match {
    Session session;
    Run run;
    CwHistory *history;
    ReplayWriter writer;
    Wire wire;
    CwInputFrame told[INPUTS_MAX]; /* what the source said of the other one, at last */
    uint64_t told_until;
} Match;

static uint64_t now(const Match *match)
{
    return cw_world_tick(match->session.world);
}

static void open_session(Session *session, int slot)
{
    CwError error = {0};
    SessionDesc desc = {.game = &game,
                        .settings = {60, 1, 10, -9.81},
                        .arena_bytes = (size_t)4 << 20,
                        .slot = slot,
                        .level = "level"};
    CW_ASSERT(session_open(session, &desc, &error), error.text);
}

static void must(bool ok, const CwError *error)
{
    CW_ASSERT(ok, error->text);
}

/* As the loop does it before the ticks of a frame. */
static void take_late(Match *match)
{
    CwError error = {0};
    CwLateInput late = {0};
    while (tell_late(&match->wire, &late)) {
        must(run_correct(&match->run, &late, &error), &error);
        match->told[late.tick] = late.input;
        match->told_until = late.tick;
    }
    must(run_begin_correction(&match->run, &error), &error);
    while (now(match) < run_newest(&match->run)) {
        must(run_repeat_tick(&match->run, &error), &error);
    }
}

static bool tick(Match *match, FuzzInput *in)
{
    CwError error = {0};
    CwTickInput input = {.players = {take_frame(in)}};
    if (has_to_wait(&match->wire, now(match) + 1) ||
        !fill(&match->wire, match->session.world, input.players)) {
        return false;
    }
    must(run_play(&match->run, &input, &error), &error);
    return true;
}

static void play_match(Match *match, FuzzInput *in, const char *path)
{
    CwError error = {0};
    match->wire = (Wire){.socket = wires_end, .me = fuzz_pick(in, 2), .heard_ns = now_ns()};
    cw_rng_seed(&match->wire.dice, 1, 1);
    match->history = cw_history_create(HISTORY_BYTES, KEYFRAME_TICKS, &error);
    CwReplayHeader header = replay_header_of(&match->session, (MapText){0});
    run_begin(&match->run, &(RunDesc){.session = &match->session, .history = match->history});
    must(replay_writer_open(&match->writer, path, &header, &error), &error);
    run_add_writer(&match->run, &match->writer);
    while (in->left > 0 && now(match) < TICKS_MAX) {
        if (fuzz_pick(in, 3) == 0) {
            send_packet(in, &match->wire);
        }
        take_late(match);
        if (!tick(match, in)) {
            send_packet(in, &match->wire);
        }
        if (fuzz_pick(in, 8) == 0) {
            post(&match->wire);
            match->wire.packet_count = 0;
        }
    }
    take_late(match);
    CW_ASSERT(replay_writer_close(&match->writer, match->run.is_finished), "write all");
}

/* The same run with the input that was told, in time. */
static void check_world(const Match *match)
{
    Session session = {0};
    Run run;
    CwError error = {0};
    open_session(&session, 1);
    run_begin(&run, &(RunDesc){.session = &session});
    for (uint64_t tick = 1; tick <= now(match); tick++) {
        CwTickInput input = cw_history_input(match->history, tick);
        if (tick <= match->told_until) {
            input.players[1 - match->wire.me] = match->told[tick];
        }
        must(run_play(&run, &input, &error), &error);
    }
    CW_ASSERT(cw_world_hash(session.world) == cw_world_hash(match->session.world),
              "come to the world of a run that had the input in time");
    session_close(&session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Match match;
    static char bytes[sizeof(Packet)];
    static const Levels levels;
    const ReplayPlayer player = {.game = &game, .levels = &levels};
    FuzzInput in = {data, size};
    const char *path = fuzz_file("", 0);
    match = (Match){0};
    open_session(&match.session, 0);
    play_match(&match, &in, path);
    check_world(&match);
    uint64_t newest = run_newest(&match.run);
    bool finished = match.run.is_finished;
    cw_history_destroy(match.history);
    session_close(&match.session);
    fuzz_verify(path, &player, newest, finished);
    while (recv(wires_end, bytes, sizeof bytes, MSG_DONTWAIT) >= 0) {
    }
    return 0;
}
