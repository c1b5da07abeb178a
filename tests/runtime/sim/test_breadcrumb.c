/* A crash report's line about the program's place. */
#include "sim/breadcrumb.h"
#include "support/expect.h"

static const CwSystem tick = {.name = "drive", .phase = CW_PHASE_PRE_PHYSICS};
static const CwSystem frame = {.name = "paint", .phase = CW_PHASE_RENDER};
static const CwKind kind = {.name = "crate"};

static const struct {
    Breadcrumb crumb;
    const char *words;
} rows[] = {
    {{.tick = 7}, "outside of the game's functions, tick 7\n"},
    {{.function = "start", .tick = 0}, "in start, tick 0\n"},
    {{.system = &tick, .tick = 120}, "in system drive, phase pre_physics, tick 120\n"},
    {{.system = &tick, .function = "init", .tick = 1}, "in init of system drive, phase"},
    {{.entity = {&kind, 40}, .tick = 2}, "in crate (entity 40), tick 2\n"},
    {{.system = &frame, .entity = {&kind, 1}, .tick = 2}, "phase render, crate (entity 1), tick"},
    {{.tick = 3, .gone = {7, 1}}, "destroyed, such as 7\n"},
    {{.recording = "run.cwr"}, "\nclockwork: the run but for its last second is in run.cwr\n"},
    {{.system = &tick, .tick = 3, .is_coming = true, .recording = "run.cwr"},
     "tick 3, which is simulated before it is due\nclockwork: the run, up to this tick's input, is "
     "in run.cwr\n"},
};

TEST(a_place_is_described, .rounds = CW_ARRAY_LENGTH(rows))
{
    char text[256] = "";
    current_breadcrumb = rows[_i].crumb;
    size_t length = breadcrumb_describe(text, sizeof text - 1,
                                        rows[_i].crumb.gone.index1 != 0 ? (void *)8 : &error);
    ck_assert_uint_eq(length, strlen(text));
    expect_text(text, rows[_i].words);
    ck_assert_uint_eq(breadcrumb_describe(text, 4, NULL), 4);
}
