#include "support/toy_run.h"

#include <jansson.h>

/* Traces: valid, nested, adding up; and the last ten seconds on a key. */

enum { FRAMES = 120 };

static Trace trace;
static char path[64];
static json_t *root, *events;
static const json_t *event; /* of json_array_foreach */
static size_t at;

static void tear_down(void)
{
    toy_run_tear_down();
    json_decref(root);
}

SET_UP(.tear_down = tear_down)
{
    toy_run_prepare();
    run.config.latency = LATENCY_INTERPOLATE; /* a coming tick has phases of its own */
    strcpy(path, temp_path("trace.json"));
}

static void read_trace(const char *file)
{
    json_error_t wrong;
    root = json_load_file(file, 0, &wrong);
    ck_assert_msg(root != NULL, "%s:%d: %s", file, wrong.line, wrong.text);
    events = json_object_get(root, "traceEvents");
    ck_assert_uint_gt(json_array_size(events), 0);
}

static const char *string_of(const json_t *of, const char *key)
{
    const char *text = json_string_value(json_object_get(of, key));
    return text == NULL ? "" : text;
}

static double number_of(const json_t *of, const char *key)
{
    const json_t *value = json_object_get(of, key);
    ck_assert_msg(json_is_number(value), "an of has no number %s", key);
    return json_number_value(value);
}

static double end_of(const json_t *of)
{
    return number_of(of, "ts") + number_of(of, "dur");
}

static bool is(const json_t *of, const char *category, const char *name)
{
    return strcmp(string_of(of, "cat"), category) == 0 &&
           (name == NULL || strcmp(string_of(of, "name"), name) == 0);
}

static int count_of(const char *category, const char *name)
{
    int count = 0;
    json_array_foreach(events, at, event)
    {
        count += is(event, category, name);
    }
    return count;
}

static void run_traced(int frames)
{
    ((WorkshopGuest *)run.loop_guest->self)->trace_file = path;
    toy_play(frames);
    toy_run_close();
    read_trace(path);
}

TEST(a_trace_has_every_frame_tick_and_phase)
{
    double expected = 1;
    run_traced(FRAMES);
    ck_assert_int_eq(count_of("frame", "frame"), FRAMES);
    int ticks = count_of("frame", "tick");
    ck_assert_int_ge(ticks, FRAMES - 2);
    ck_assert_int_eq(count_of("phase", "physics"), ticks);
    ck_assert_int_eq(count_of("system", "physics.step"), ticks);
    ck_assert_int_eq(count_of("phase", "render"), FRAMES);
    json_array_foreach(events, at, event)
    {
        if (is(event, "phase", "physics")) {
            double tick = number_of(json_object_get(event, "args"), "tick");
            ck_assert_double_eq(tick, expected);
            expected++;
        }
    }
}

TEST(each_phase_has_a_track_of_its_own_with_its_systems_in_it)
{
    double track = 0;
    run_traced(10);
    json_array_foreach(events, at, event)
    {
        track = is(event, "phase", "physics") ? number_of(event, "tid") : track;
    }
    json_array_foreach(events, at, event)
    {
        bool belongs = is(event, "phase", "physics") || is(event, "system", "physics.step");
        bool is_other = !belongs && is(event, "phase", NULL);
        ck_assert(!belongs || number_of(event, "tid") == track);
        ck_assert(!is_other || number_of(event, "tid") != track);
    }
}

static int by_track_and_time(const void *left, const void *right)
{
    const json_t *a = *(json_t *const *)left, *b = *(json_t *const *)right;
    double keys[][2] = {{number_of(a, "tid"), number_of(b, "tid")},
                        {number_of(a, "ts"), number_of(b, "ts")},
                        {number_of(b, "dur"), number_of(a, "dur")}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(keys); i++) {
        if (keys[i][0] != keys[i][1]) {
            return keys[i][0] < keys[i][1] ? -1 : 1;
        }
    }
    return 0;
}

/* On each track a slice lies within the one before it, or after it. */
TEST(slices_nest)
{
    enum { DEPTH = 4 };
    run_traced(FRAMES);
    static const json_t *slices[20000];
    size_t count = 0;
    json_array_foreach(events, at, event)
    {
        if (strcmp(string_of(event, "ph"), "X") == 0) {
            ck_assert_uint_lt(count, CW_ARRAY_LENGTH(slices));
            slices[count++] = event;
        }
    }
    qsort(slices, count, sizeof slices[0], by_track_and_time);
    double ends[DEPTH], track = 0;
    int depth = 0;
    for (size_t i = 0; i < count; i++) {
        depth = number_of(slices[i], "tid") == track ? depth : 0;
        track = number_of(slices[i], "tid");
        while (depth > 0 && ends[depth - 1] <= number_of(slices[i], "ts") + 1e-4) {
            depth--;
        }
        ck_assert(depth == 0 || end_of(slices[i]) <= ends[depth - 1] + 1e-4);
        ck_assert_int_lt(depth, DEPTH);
        ends[depth++] = end_of(slices[i]);
    }
}

TEST(phases_and_parts_add_up_to_the_frames)
{
    run_traced(FRAMES);
    double frames_us = 0, parts_us = 0;
    json_array_foreach(events, at, event)
    {
        frames_us += is(event, "frame", "frame") ? number_of(event, "dur") : 0;
        bool part = is(event, "phase", NULL) || is(event, "part", NULL);
        parts_us += part ? number_of(event, "dur") : 0;
    }
    ck_assert_double_gt(frames_us, 0);
    ck_assert_double_lt(fabs(parts_us / frames_us - 1), 0.05);
}

TEST(dropped_time_is_an_instant)
{
    run.host_desc.time = HEADLESS_EVEN;
    run.host_desc.frame_rate = 2; /* half a second each: more than a frame may catch up */
    run_traced(6);
    ck_assert_int_gt(count_of("frame", "dropped time"), 0);
}

static void note_frames(int count, int64_t length_ns)
{
    for (int i = 0; i < count; i++) {
        FrameTiming frame = {.index = trace.count};
        frame.begin_ns = trace.count == 0 ? 0 : trace.spans[trace.count - 1].end_ns;
        frame.end_ns = frame.begin_ns + length_ns;
        trace_end_frame(&trace, &frame);
    }
}

TEST(a_running_trace_is_whole_json_after_each_second)
{
    EXPECT_OK(trace_open(&trace, &(TraceDesc){.file = path}, 0, &error));
    note_frames(130, 10000000);
    read_trace(path);
    ck_assert_int_ge(count_of("frame", "frame"), 99);
    trace_close(&trace);
}

TEST(without_the_ring_no_clock_is_read_until_a_level_starts_with_it)
{
    WorkshopGuest *workshop = run.loop_guest->self;
    strcpy(workshop->traces_dir, temp_folder);
    run.config.guest_values[DEBUG_TRACE_RING].is_on = false;
    toy_play(30);
    ck_assert(!toy_playback()->session.schedule.is_profiling);
    toy_tap(TOY_KEY_F9);
    expect_text(toy_notice(), "debug.trace_ring is off");
    run.loop.settings.config.guest_values[DEBUG_TRACE_RING].is_on = true;
    toy_run_frames(2);
    ck_assert(!toy_playback()->session.schedule.is_profiling);
    toy_restart();
    toy_run_frames(2);
    ck_assert(toy_playback()->session.schedule.is_profiling);
}

TEST(the_key_writes_the_last_seconds_and_says_so)
{
    WorkshopGuest *workshop = run.loop_guest->self;
    strcpy(workshop->traces_dir, temp_folder);
    toy_play(FRAMES);
    toy_tap(TOY_KEY_F9);
    ck_assert_int_eq(toy_monitor()->notices.count, 1);
    expect_text(toy_monitor()->notices.items[0].text, "traces/");
    toy_run_close();
    ck_assert_int_eq(temp_list(), 1);
    read_trace(temp_path(temp_names[0]));
    ck_assert_int_eq(count_of("frame", "frame"), FRAMES);
}

TEST(a_dump_that_cannot_be_written_leaves_no_file)
{
    char dump[PATH_BYTES_MAX];
    temp_limit(0);
    ck_assert(trace_open(&trace, &(TraceDesc){.dumps_dir = temp_folder}, 0, &error));
    note_frames(1, 10000000);
    EXPECT_REFUSED(trace_dump(&trace, "dump", 0, dump, &error), "-dump.json: ");
    trace_close(&trace);
    ck_assert_int_eq(temp_list(), 0);
}

TEST(only_the_newest_dumps_are_kept)
{
    char dump[PATH_BYTES_MAX];
    ck_assert(trace_open(&trace, &(TraceDesc){.dumps_dir = temp_folder}, 0, &error));
    for (int i = 0; i < TRACE_DUMPS_KEPT + 5; i++) {
        EXPECT_OK(trace_dump(&trace, textf("dump-%d", i), 0, dump, &error));
    }
    trace_close(&trace);
    ck_assert_int_eq(temp_list(), TRACE_DUMPS_KEPT);
}
