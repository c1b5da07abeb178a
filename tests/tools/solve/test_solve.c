/* The solver: what it finds finishes, again and again, and polishing never makes it slower. */
#include "solve/solve.h"
#include "support/drive.h"
#include "support/temp_folder.h"
#include "time/real_clock.h"

#include <stdio.h>
#include <stdlib.h>

static SolveSearch search;
static SolveRun best;
static SolveMarks marks;
static char level[256];

/* Flat ground of 60 m with a step that takes a hop, the finish at `finish_px`. */
static void write_level(int finish_px)
{
    temp_make();
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

static void open(int finish_px, double seconds)
{
    write_level(finish_px);
    drive_open(level, 60);
    int64_t deadline_ns = real_clock_now_ns(NULL) + (int64_t)(seconds * 1e9);
    ck_assert(solve_search_begin(&search, &drive.session, 1, deadline_ns));
}

static void tear_down(void)
{
    solve_run_free(&best);
    solve_marks_free(&marks);
    solve_search_end(&search);
    drive_close();
    temp_remove();
}

FIXTURE(.tear_down = tear_down);

static const SolveBeamDesc SMALL = {.width = 12, .move_ticks = 12};

static void expect_it_finishes(const SolveRun *run)
{
    CwProbe probe = {0};
    cw_world_restore(drive.session.world, &search.start);
    for (int i = 0; i < run->tick_count; i++) {
        ck_assert(!probe.finished);
        ck_assert(solve_tick(&search, run->down[i], &probe));
    }
    ck_assert(probe.finished);
    ck_assert_uint_eq(solve_time(&probe), run->time_ticks);
}

TEST(test_a_beam_finds_the_way_over_a_step)
{
    open(1280, 60.0);
    ck_assert(solve_beam(&search, &SMALL, &best));
    expect_it_finishes(&best);
    ck_assert_int_lt(best.tick_count, 480);
}

TEST(test_another_pass_replaces_a_run_by_a_faster_one_only)
{
    open(1280, 60.0);
    ck_assert(solve_beam(&search, &SMALL, &best));
    SolveRun first = {0};
    ck_assert(solve_run_copy(&first, &best));
    bool improved = solve_beam(&search, &(SolveBeamDesc){.width = 24, .move_ticks = 8}, &best);
    ck_assert_int_eq(improved, best.time_ticks < first.time_ticks);
    ck_assert_uint_le(best.time_ticks, first.time_ticks);
    expect_it_finishes(&best);
    solve_run_free(&first);
}

TEST(test_polish_makes_a_slow_run_faster)
{
    open(1280, 60.0);
    ck_assert(solve_beam(&search, &(SolveBeamDesc){.width = 4, .move_ticks = 15}, &best));
    ck_assert(solve_marks_make(&search, &best, 0, &marks));
    uint64_t before = best.time_ticks;
    for (int i = 0; i < 10 && best.time_ticks == before; i++) {
        solve_polish(&search, 100, &best, &marks);
    }
    ck_assert_uint_lt(best.time_ticks, before);
    expect_it_finishes(&best);
}

TEST(test_the_games_driver_finds_the_way_too)
{
    open(1280, 60.0);
    ck_assert(solve_drive(&search, &(SolveDriveDesc){0}, search.deadline_ns, &best));
    expect_it_finishes(&best);
    uint64_t fast = best.time_ticks;
    ck_assert(solve_marks_make(&search, &best, 0, &marks));
    solve_run_free(&best);
    ck_assert(solve_drive(&search, &(SolveDriveDesc){.guide = &marks, .ratio = 1.5},
                          search.deadline_ns, &best));
    expect_it_finishes(&best);
    ck_assert_uint_ge(best.time_ticks, fast * 14 / 10);
    ck_assert_uint_le(best.time_ticks, fast * 16 / 10);
    solve_run_free(&best);
    ck_assert(!solve_drive(&search, &(SolveDriveDesc){0}, 0, &best)); /* too late */
    ck_assert_ptr_null(best.down);
}

/* The guide dawdles for a second in the middle. */
static void make_guide(void)
{
    ck_assert(solve_beam(&search, &SMALL, &best));
    int pause = best.tick_count / 2, ticks = best.tick_count + 60;
    uint32_t *down = malloc((size_t)ticks * sizeof *down);
    for (int i = 0; i < ticks; i++) {
        down[i] = i < pause ? best.down[i] : i < pause + 60 ? 0 : best.down[i - 60];
    }
    SolveRun slow = {down, ticks, best.time_ticks + 60, 1.0};
    solve_run_free(&best);
    best = slow;
    ck_assert(solve_marks_make(&search, &best, 0, &marks));
}

TEST(test_a_beam_with_a_guide_beats_it_from_the_middle_on)
{
    open(1280, 60.0);
    make_guide();
    uint64_t before = best.time_ticks;
    int from = best.tick_count / 3;
    uint32_t first = best.down[0];
    SolveBeamDesc desc = {.width = 6, .move_ticks = 8, .guide = &marks, .first_tick = from};
    ck_assert(solve_beam(&search, &desc, &best));
    ck_assert_uint_lt(best.time_ticks, before);
    ck_assert_uint_eq(best.down[0], first);
    expect_it_finishes(&best);
}

TEST(test_time_over_means_no_run)
{
    open(1280, 0.0);
    ck_assert(!solve_beam(&search, &SMALL, &best));
    ck_assert_ptr_null(best.down);
}

static bool found;

static void note_progress(void *context, const SolveProgress *progress)
{
    (void)context;
    found = progress->time_ticks > 0;
}

static bool is_found(void)
{
    return found;
}

TEST(test_processes_find_it_too_and_say_how_far_they_got)
{
    write_level(1280);
    SolveDesc desc = {.session = drive_desc(level, 60),
                      .seconds = 60.0,
                      .jobs = 2,
                      .seed = 1,
                      .progress = note_progress,
                      .cancelled = is_found};
    EXPECT_OK(solve_in_parallel(&desc, &best, &error));
    drive_open(level, 60);
    ck_assert(solve_search_begin(&search, &drive.session, 1, 0));
    expect_it_finishes(&best);
}

TEST(test_no_way_is_an_error_with_the_share_that_was_reached)
{
    write_level(9000); /* far behind the end of the ground */
    SolveDesc desc = {.session = drive_desc(level, 60), .seconds = 1.0, .jobs = 1, .seed = 1};
    EXPECT_REFUSED(solve_in_parallel(&desc, &best, &error), "% of the way");
}

TEST(test_a_target_ends_with_a_run_of_about_that_time)
{
    write_level(1280);
    SolveDesc desc = {.session = drive_desc(level, 60), .seconds = 60.0, .jobs = 1, .seed = 1};
    desc.cancelled = is_found;
    desc.progress = note_progress;
    EXPECT_OK(solve_in_parallel(&desc, &best, &error));
    desc.cancelled = NULL;
    desc.target_ticks = best.time_ticks * 5 / 4;
    solve_run_free(&best);
    EXPECT_OK(solve_in_parallel(&desc, &best, &error));
    ck_assert_uint_le(best.time_ticks, desc.target_ticks);
    ck_assert_uint_ge(best.time_ticks, desc.target_ticks * 9 / 10);
}

TEST(test_a_known_run_is_never_lost)
{
    open(1280, 60.0);
    ck_assert(solve_drive(&search, &(SolveDriveDesc){0}, search.deadline_ns, &best));
    SolveRun known = best;
    best = (SolveRun){0};
    solve_search_end(&search);
    drive_close();
    SolveDesc desc = {.session = drive_desc(level, 60), .jobs = 1, .known = &known};
    EXPECT_OK(solve_in_parallel(&desc, &best, &error)); /* in no time at all */
    ck_assert_uint_eq(best.time_ticks, known.time_ticks);
    solve_run_free(&known);
    drive_open(level, 60);
    ck_assert(solve_search_begin(&search, &drive.session, 1, 0));
    expect_it_finishes(&best);
}
