/* Levels made to break the program are played, or refused with file, object and limit. */
#include "platform/file.h"
#include "run/replay_writer.h"
#include "support/drive.h"
#include "support/program.h"
#include "things/kinds.h"

#include <sys/resource.h>
#include <xxhash.h>

#define HEAD                                                                                       \
    "{\"width\":2000,\"height\":100,\"tilewidth\":32,\"tileheight\":32,\"layers\":[{\"type\":"
#define GROUP "\"objectgroup\",\"name\":\"all\",\"objects\":["
#define FLOOR                                                                                      \
    "{\"id\":1,\"type\":\"ground\",\"x\":0,\"y\":960,\"polygon\":[{\"x\":0,\"y\":0},{\"x\":4160,"  \
    "\"y\":0},{\"x\":4160,\"y\":320},{\"x\":0,\"y\":320}]},"
#define ENDS                                                                                       \
    "{\"id\":2,\"type\":\"start\",\"x\":64,\"y\":64,\"point\":true},{\"id\":3,\"type\":\"finish\"" \
    ",\"x\":900,\"y\":64,\"width\":64,\"height\":64}"

/* level.tmj with what `write_objects` adds, each object with a comma in front. */
static void write_level(void (*write_objects)(FILE *file))
{
    FILE *file = fopen("level.tmj", "w");
    ck_assert_ptr_nonnull(file);
    fputs(HEAD GROUP FLOOR ENDS, file);
    write_objects(file);
    fputs("]}]}\n", file);
    ck_assert_int_eq(fclose(file), 0);
}

static void play(int status, const char *said)
{
    expect(status, "cw level.tmj --headless --ticks 30", said);
}

static void write_shelves(FILE *file)
{
    fputs(",{\"id\":4,\"type\":\"ground\",\"x\":0,\"y\":300,\"polygon\":[{\"x\":0,\"y\":0}", file);
    for (int floor = 0; floor < 5; floor++) {
        int y = 40 * floor, inner = floor == 4 ? 0 : 10;
        fprintf(file, ",{\"x\":2000,\"y\":%d},{\"x\":2000,\"y\":%d},{\"x\":%d,\"y\":%d}", y, y + 20,
                inner, y + 20);
        if (floor < 4) {
            fprintf(file, ",{\"x\":10,\"y\":%d}", y + 40);
        }
    }
    fputs("]}", file);
}

FIXTURE(PROGRAM);

TEST(floors_above_each_other_have_room_for_their_ornaments)
{
    write_level(write_shelves);
    play(0, "");
    drive_open("level.tmj", 60);
    CwEntity shelves = {0};
    for (int seen = 0; seen < 2;) { /* the second piece of ground */
        shelves = cw_world_next(drive.session.world, shelves);
        seen += cw_world_kind(drive.session.world, shelves) == KIND_GROUND;
    }
    const Ground *ground = cw_world_data(drive.session.world, shelves);
    ck_assert_int_gt(ground->tuft_count, 65); /* more than fit on one floor */
    for (int i = 0; i < ground->tuft_count; i++) {
        ck_assert_double_gt(ground->tufts[i].size_m, 0.1);
    }
    drive_close();
}

static void write_wide_grounds(FILE *file)
{
    for (int i = 4; i < 204; i++) {
        fprintf(file,
                ",{\"id\":%d,\"type\":\"ground\",\"x\":-600000,\"y\":%d,\"polygon\":[{\"x\":0,\"y\""
                ":0},{\"x\":1239000,\"y\":0},{\"x\":1239000,\"y\":3},{\"x\":0,\"y\":3}]}",
                i, 400 + i);
    }
}

static void write_saws(FILE *file)
{
    for (int saw = 0; saw < 40; saw++) {
        fprintf(file, ",{\"id\":%d,\"type\":\"ground\",\"x\":0,\"y\":%d,\"polygon\":[", 4 + saw,
                500 + saw);
        for (int i = 0; i < 999; i++) {
            fprintf(file, "{\"x\":%d,\"y\":%d},", 9 * i, i % 2 * -3);
        }
        fputs("{\"x\":4500,\"y\":300}]}", file);
    }
}

static const struct {
    void (*write_objects)(FILE *file);
    const char *said;
} TOO_MUCH[] = {
    {write_wide_grounds, "an outline of 155 km, more than the limits of 20000 and 100 km"},
    {write_saws, "object 23: with it the ground has 20004 corners"},
};

TEST(too_much_ground_is_refused, .rounds = CW_ARRAY_LENGTH(TOO_MUCH))
{
    write_level(TOO_MUCH[_i].write_objects);
    play(1, TOO_MUCH[_i].said);
}

/* They all touch each other: half a million contacts in the first tick. */
static void write_crates_at_one_place(FILE *file)
{
    for (int i = 4; i < 1004; i++) {
        fprintf(file,
                ",{\"id\":%d,\"type\":\"crate\",\"x\":500,\"y\":100,\"width\":32,\"height\":32}",
                i);
    }
}

TEST(a_tick_that_needs_more_than_all_memory_is_an_error)
{
    write_level(write_crates_at_one_place);
    play(1, "level.tmj: tick 1: the world needs more than its 64 MiB; raise simulation.arena_size");
    expect_ok("cw level.tmj --headless --ticks 9 --record run.cwr --hash-log h.txt; "
              "cw verify run.cwr || test $? = 1");
}

static void write_heap(FILE *file)
{
    for (int i = 4; i < 104; i++) {
        fprintf(file, ",{\"id\":%d,\"type\":\"crate\",\"x\":500,\"y\":99,\"width\":9,\"height\":9}",
                i);
    }
}

/* slow.cwr, of which a tick takes a second, and run.cwr. */
static void record_slow(void)
{
    write_level(write_heap);
    expect_once("cw level.tmj --headless --ticks 1 --set simulation.substeps=16 "
                "--set simulation.iterations=100 --record slow.cwr; "
                "cw first-wind --headless --ticks 9 --record run.cwr");
}

static const struct {
    const char *line, *said;
    int status;
} SLOW[] = {
    {"cw verify run.cwr slow.cwr run.cwr --limit 0.05", "slow slow.cwr tick=1 what=", 1},
    {"cw rerun run.cwr slow.cwr run.cwr --limit 0.05", "slow slow.cwr tick=1 what=", 1},
    {"cw query slow.cwr --list --ticks 1 --limit 0.05", "slow slow.cwr tick=1 what=", 1},
    {"cw diff slow.cwr slow.cwr --limit 0.05", "slow slow.cwr tick=1 what=", 2},
    {"cw solve level.tmj --from slow.cwr --limit 0.0001 --jobs 2", "slow slow.cwr tick=1 what=", 1},
    {"cw replay slow.cwr --headless --limit 0.05", "simulating up to tick 1 took more than", 1},
};

TEST(a_recording_beyond_its_limit_of_processor_time_ends_within_a_tick,
     .rounds = CW_ARRAY_LENGTH(SLOW))
{
    record_slow();
    const Outcome *run = expect(SLOW[_i].status, SLOW[_i].line, NULL);
    expect_text(_i == 5 ? run->err : run->out, SLOW[_i].said);
    if (_i < 2) {
        const char *first = strstr(run->out, "ok run.cwr");
        ck_assert(first == run->out && strstr(first + 1, "ok run.cwr") > strstr(first, "slow "));
    }
}

/* A forger who does not simulate: the first tick would take minutes and is ended after seconds. */
TEST(a_forged_recording_ends_at_its_limit_and_in_the_memory_it_may_ask_for, .slow = true)
{
    CwReplayHeader header;
    ReplayWriter writer = {0};
    size_t size;
    write_level(write_crates_at_one_place);
    expect_ok("cw first-wind --headless --ticks 1 --record small.cwr");
    CwReplayFile *small = cw_replay_load(temp_path("small.cwr"), &error);
    uint8_t *level = file_read("level.tmj", 0, 1 << 20, &size);
    ck_assert(small != NULL && level != NULL);
    header = small->header;
    memset(header.level, 0, sizeof header.level);
    strcpy(header.level, "level");
    header.settings.substeps = 16;
    header.settings.iterations = 100;
    header.arena_bytes = (size_t)256 << 20;
    header.level_hash = XXH3_64bits(level, size);
    EXPECT_OK(replay_writer_open(&writer, "forged.cwr", &header, &error));
    replay_writer_level(&writer, (MapText){(const char *)level, size});
    replay_writer_tick(&writer, &(CwTickInput){0}, 1);
    ck_assert(replay_writer_close(&writer, false));
    cw_replay_free(small);
    free(level);
    expect_text(expect(1, "cw verify forged.cwr --limit 1", NULL)->out, "slow forged.cwr tick=1 ");
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    ck_assert_msg(!program_is_plain() || used.ru_maxrss < 400 * 1024 /* KiB, with the reserve */,
                  "%ld KiB", used.ru_maxrss);
}

TEST(a_limit_of_0_is_none_and_the_default_is_enough)
{
    record_slow();
    expect_ok("cw verify slow.cwr --limit 0 && cw verify slow.cwr");
    expect(2, "cw verify slow.cwr --limit 1x", "--limit needs seconds, up to 1000000, or 0");
}

/* A thread that works on a slow file holds back no other thread's lines. */
TEST(each_line_is_printed_once_it_and_all_earlier_ones_are_known)
{
    record_slow();
    expect_ok("cw verify run.cwr run.cwr run.cwr slow.cwr >out & "
              "until grep -c ok out | grep -q 3; do sleep 0.01; done; ! grep slow.cwr out; wait");
}

TEST(a_recording_may_ask_for_a_world_of_256_mib_or_of_the_user_s_own_size)
{
    expect_ok("cw first-wind --headless --ticks 9 --record a.cwr --set simulation.arena_size=256");
    expect_ok("cw first-wind --headless --ticks 9 --record b.cwr --set simulation.arena_size=257");
    expect_text(expect(1, "cw verify a.cwr b.cwr", NULL)->out,
                "bad b.cwr tick=0 what=it asks for a world of 257 MiB, more than 256: raise "
                "simulation.arena_size");
    expect_ok("cw verify b.cwr --set simulation.arena_size=257");
}

static void write_bridges(FILE *file)
{
    for (int i = 4; i < 74; i++) {
        fprintf(file,
                ",{\"id\":%d,\"type\":\"bridge\",\"x\":%d,\"y\":100,\"width\":1200,\"height\":9}",
                i, 1300 * i);
    }
}

TEST(a_level_too_large_for_the_world_is_refused_at_its_object)
{
    write_level(write_bridges);
    const char *line = "cw level.tmj --headless --ticks 1 --set simulation.arena_size=4";
    expect_text(expect(1, line, "level.tmj: layer \"all\", object ")->err,
                "the world needs more than its 4 MiB");
    play(0, "");
}

static void write_escapes(FILE *file)
{
    fputs(
        ",{\"id\":4,\"type\":\"\\u001b]0;title\\u0007\\u009b2J\",\"x\":1,\"y\":1,\"point\":true}]},"
        "{\"type\":\"tilelayer\",\"name\":\"\\u001b[2J\\n\",\"objects\":[",
        file);
}

TEST(names_reach_the_terminal_without_their_escape_sequences)
{
    write_level(write_escapes);
    play(0, "layer \"?[2J?\": has no \"data\"");
    play(0, "object 4: its class \"?]0;title???2J\" is unknown");
    ck_assert_ptr_null(
        strpbrk(expect(0, "cw play level.tmj --headless --ticks 9", "")->err, "\x1b\x07\x9b"));
}

static void write_filler(const char *unit, int count)
{
    expect_ok(textf("{ printf '{\"layers\":[0'; yes '%s' | head -n %d; echo ']}'; } >level.tmj",
                    unit, count));
}

/* Either would take hundreds of megabytes once parsed. */
TEST(a_level_that_is_too_large_is_refused_before_it_is_parsed)
{
    write_filler(",{}", 7000000);
    play(1, "level.tmj: too large: a level is a Tiled map (.tmj) of at most 16 MiB");
    write_filler(",{}", 1000000);
    play(1, "level.tmj: has more than 1000000 values: split the level");
    write_filler(",1", 900000);
    play(1, "\"width\" is missing");
}
