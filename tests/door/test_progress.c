/* A game with progress, docs/example/progress.c, with real keys: what one session saves, the next
 * one begins with. */
#include "support/door.h"

FIXTURE(DOOR);

#define PROGRESS_DATA ".local/share/Clockwork/progress"

static void play(const char *level)
{
    door_start(textf("exec ./progress play %s" DOOR_OPTIONS, level), "Progress");
    door_press("Right");
}

/* Whether the newest run got through the door. */
static bool passed_the_door(void)
{
    expect_ok("cp \"$(ls -t " PROGRESS_DATA "/runs/*level-5* | head -1)\" run.cwr && "
              "./progress verify run.cwr");
    return expect_ok("./progress query run.cwr --when 'state.x_m > 9.5'")->out[0] != '\0';
}

TEST(a_key_that_was_found_in_one_session_opens_a_door_in_the_next)
{
    expect_ok("cp \"$(dirname \"$CLOCKWORK\")/../share/doc/clockwork/docs/example/progress.c\" .");
    door_build("progress");
    play("level-5");
    door_wait_ticks(140);
    door_end();
    ck_assert(!passed_the_door());
    play("level-2");
    door_wait("ls " PROGRESS_DATA "/saves/clockwork-carry.save");
    door_release("Right");
    door_end();
    play("level-5");
    door_wait_ticks(110);
    door_end();
    ck_assert(passed_the_door());
}
