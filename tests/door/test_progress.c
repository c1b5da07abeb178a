/* docs/example/progress.c with real keys: what one session saves, the next one begins with. */
#include "support/door.h"

FIXTURE(DOOR);

#define PROGRESS_DATA ".local/share/Clockwork/progress"

static void play(const char *level)
{
    door_start(textf("exec ./progress play %s" DOOR_OPTIONS, level), "Progress");
    door_wait_ticks(2); /* the window has the keyboard */
    door_press("Right");
}

/* A key that stays down is no press for the next session. */
static void end(void)
{
    door_release("Right");
    door_end();
}

/* Whether a condition was true in the newest run of level 5. */
static bool was_true(const char *when)
{
    expect_ok("cp \"$(ls -t " PROGRESS_DATA "/runs/*level-5* | head -1)\" run.cwr && "
              "./progress verify run.cwr");
    return expect_ok(textf("./progress query run.cwr --when '%s'", when))->out[0] != '\0';
}

TEST(a_key_that_was_found_in_one_session_opens_a_door_in_the_next)
{
    expect_ok("cp \"$(dirname \"$CLOCKWORK\")/../share/doc/clockwork/docs/example/progress.c\" .");
    door_build("progress");
    play("level-5");
    door_wait_ticks(200);
    end();
    ck_assert(was_true("state.x_m > 8.5") && !was_true("state.x_m > 9.5"));
    play("level-1");
    door_wait("ls " PROGRESS_DATA "/runs/*shop*");
    door_tap("b");
    door_wait("ls " PROGRESS_DATA "/runs/*level-3*");
    end();
    play("level-5");
    door_wait_ticks(150);
    end();
    ck_assert(was_true("state.x_m > 9.5") && was_true("carry.lives == 4"));
}
