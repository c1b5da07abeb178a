#include "check/input_monkey.h"
#include "support/test.h"

enum { TICKS = 20000, ACTIONS = 6, ACTION_BITS = (1 << ACTIONS) - 1 };

static CwInputFrame frames[TICKS];

static void play(uint64_t seed)
{
    CwRng rng;
    cw_rng_seed(&rng, seed, 1);
    CwInputFrame frame = {0};
    for (int i = 0; i < TICKS; i++) {
        input_monkey(&rng, &frame, ACTIONS);
        frames[i] = frame;
    }
}

TEST(every_action_is_pressed_and_tapped_and_no_other)
{
    play(2);
    unsigned pressed = 0, held = 0, tapped = 0;
    for (int i = 0; i < TICKS; i++) {
        pressed |= frames[i].pressed;
        held |= frames[i].down;
        tapped |= (unsigned)(frames[i].pressed & frames[i].released);
    }
    ck_assert(pressed == ACTION_BITS && held == ACTION_BITS && tapped == ACTION_BITS);
}
