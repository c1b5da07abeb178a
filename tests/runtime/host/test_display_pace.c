#include "host/display_pace.h"

#include "clockwork/base.h"
#include "support/test.h"

typedef struct Presents {
    int count;
    int64_t step_ns;
    double refresh_hz;
} Presents;

static const struct {
    const char *behaviour;
    bool claimed;
    Presents presents[2];
    bool paced; /* after them */
} cases[] = {
    {"a display that waits keeps its claim", true, {{1000, 16666667, 60}}, true},
    {"presents that return at once lose it", true, {{100, 500000, 60}}, false},
    {"a queue fills up at the start", true, {{5, 100000, 60}, {100, 16666667, 60}}, true},
    {"a 144 Hz display that reports 60 keeps it", true, {{1000, 6944444, 60}}, true},
    {"without a reported rate a possible one keeps it", true, {{100, 2777778, 0}}, true},
    {"an impossible one loses it", true, {{100, 2777778, 0}, {100, 800000, 0}}, false},
    {"what was never claimed is never paced", false, {{100, 16666667, 60}}, false},
};

static DisplayPace pace;
static int64_t now_ns;

static void present(Presents presents)
{
    for (int i = 0; i < presents.count; i++) {
        now_ns += presents.step_ns;
        display_pace_presented(&pace, now_ns, presents.refresh_hz);
    }
}

TEST(a_claim_to_pace_is_kept_while_presents_take_the_time_of_a_display)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(cases); i++) {
        now_ns = 1000;
        display_pace_claim(&pace, cases[i].claimed);
        present(cases[i].presents[0]);
        present(cases[i].presents[1]);
        ck_assert_msg(pace.is_paced == cases[i].paced, "%s", cases[i].behaviour);
    }
}

TEST(frames_after_one_that_was_not_presented_prove_nothing)
{
    now_ns = 1000;
    display_pace_claim(&pace, true);
    for (int i = 0; i < 100; i++) {
        display_pace_claim(&pace, pace.is_paced);
        present((Presents){5, 100000, 60});
    }
    ck_assert(pace.is_paced);
    present((Presents){100, 100000, 60});
    ck_assert(!pace.is_paced);
}
