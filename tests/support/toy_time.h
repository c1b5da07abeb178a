/* Keys that move time, and the moment that a picture shows, for tests of the loop. */
#ifndef TESTS_SUPPORT_TOY_TIME_H
#define TESTS_SUPPORT_TOY_TIME_H

#include "toy_run.h"

/* Scancodes as SDL numbers them. */
enum {
    TOY_KEY_REWIND = 42,       /* Backspace */
    TOY_KEY_SLOWER = 45,       /* - */
    TOY_KEY_FASTER = 46,       /* = */
    TOY_KEY_STEP_BACK = 54,    /* , */
    TOY_KEY_STEP_FORWARD = 55, /* . */
};

/* Ticks from the level's start to the moment of the last picture. */
static inline double toy_shown_ticks(const ToyRun *run)
{
    return (double)toy_ticks(run) - 1 + run->loop.playback.alpha;
}

#endif
