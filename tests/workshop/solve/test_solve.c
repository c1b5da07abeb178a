/* The solver: what it finds finishes, again and again, and polishing never makes it slower. */
#include "solve/solve.h"
#include "support/drive.h"
#include "support/temp_folder.h"

static SolveSearch search;
static char level[256];

/* Flat ground of 60 m with a step that takes a hop, the finish at `finish_px`. */
static void write_level(int finish_px)
{
    temp_write("level.tmj",
               textf("{\"width\":80,\"height\":40,\"tilewidth\":32,\"tileheight\":32,\"layers\":["
                     "{\"type\":\"objectgroup\",\"name\":\"x\",\"objects\":[{\"id\":1,\"type\":"
                     "\"ground\",\"x\":0,\"y\":960,\"polygon\":[{\"x\":0,\"y\":0},{\"x\":500,"
                     "\"y\":0},{\"x\":500,\"y\":-35},{\"x\":1920,\"y\":-35},{\"x\":1920,\"y\":320"
                     "},{\"x\":0,\"y\":320}]},{\"id\":2,\"type\":\"start\",\"x\":160,\"y\":960,"
                     "\"point\":true},{\"id\":3,\"type\":\"finish\",\"x\":%d,\"y\":760,\"width\":"
                     "64,\"height\":200}]}]}",
                     finish_px));
    snprintf(level, sizeof level, "%s", temp_path("level.tmj"));
}

static void open(int64_t deadline_ns)
{
    write_level(1280);
    drive_open(level, 60);
    solve_begin(&search, &drive.session, 1, deadline_ns);
}

static void tear_down(void)
{
    solve_end(&search);
    drive_close();
}

FIXTURE(.tear_down = tear_down, .timeout_s = 120);

static void expect_it_finishes(const SolveRun *run)
{
    CwProbe probe = {0};
    ck_assert_int_gt(run->tick_count, 0);
    cw_world_restore(drive.session.world, &search.marks[0]);
    for (int i = 0; i < run->tick_count; i++) {
        ck_assert(!probe.finished);
        ck_assert(solve_tick(&search, run->down[i], &probe));
    }
    ck_assert(probe.finished);
    ck_assert_uint_eq(solve_time(&probe), run->time_ticks);
}

static void explore(uint64_t limit_ticks)
{
    const uint64_t *ticks = &search.best.time_ticks;
    for (int i = 0; i < 60 && (*ticks == 0 || *ticks >= limit_ticks); i++) {
        solve_explore(&search, 50);
    }
}

TEST(an_archive_finds_the_way_over_a_step_and_a_faster_one)
{
    open(INT64_MAX);
    explore(480);
    expect_it_finishes(&search.best);
    ck_assert_uint_lt(search.best.time_ticks, 480);
}

TEST(a_slow_run_gets_faster_by_polishing)
{
    open(INT64_MAX);
    explore(UINT64_MAX);
    uint64_t before = search.best.time_ticks;
    for (int i = 0; i < 10 && search.best.time_ticks == before; i++) {
        solve_polish(&search, 100);
    }
    ck_assert_uint_lt(search.best.time_ticks, before);
    expect_it_finishes(&search.best);
}

TEST(the_driver_of_the_game_finds_the_way_too_at_any_pace)
{
    open(INT64_MAX);
    ck_assert(solve_drive(&search, 0, 0));
    expect_it_finishes(&search.trial);
    uint64_t fast = search.trial.time_ticks;
    solve_accept(&search, 0);
    ck_assert(solve_drive(&search, 0, 1.5));
    expect_it_finishes(&search.trial);
    ck_assert_uint_ge(search.trial.time_ticks, fast * 14 / 10);
    ck_assert_uint_le(search.trial.time_ticks, fast * 16 / 10);
}

TEST(without_time_there_is_no_run)
{
    open(0);
    explore(UINT64_MAX);
    ck_assert(!solve_drive(&search, 0, 0));
    ck_assert_int_eq(search.best.tick_count, 0);
}

/* scripts/medals.sh would have found what so short a search finds. */
enum { SHORT_TICKS = 12000 };

TEST(a_short_search_hardly_beats_the_bundled_best_runs, .slow = true)
{
    int count = drive_each_level();
    for (int i = 0; i < count; i++) {
        const char *name = drive_open_level(i);
        CwReplayFile *known = cw_replay_load(textf("assets/replays/%s.cwr", name), &error);
        EXPECT_OK(known);
        solve_end(&search);
        solve_begin(&search, &drive.session, 1, INT64_MAX);
        search.ticks_left = SHORT_TICKS;
        solve_take_inputs(&search, known);
        ck_assert(solve_repeat(&search));
        solve_accept(&search, 0);
        while (!solve_is_late(&search)) {
            solve_polish(&search, 5);
            solve_explore(&search, 20);
        }
        ck_assert_msg((double)search.best.time_ticks >= 0.97 * known->time_ticks,
                      "%s: %llu ticks, not %u: run scripts/medals.sh", name,
                      (unsigned long long)search.best.time_ticks, known->time_ticks);
        cw_replay_free(known);
    }
}
