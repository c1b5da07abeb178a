/* Plays a recording that a harness wrote: it is whole, and each tick is as it was recorded. */
#pragma once

#include "run/replay_run.h"

void fuzz_verify(const char *path, const ReplayPlayer *player, size_t tick_count, bool finished);
