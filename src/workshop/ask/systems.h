/* `clockwork systems`: a table of the phases of a frame and the systems that run in them. */
#pragma once

#include "sim/schedule.h"

#include <stdio.h>

/* Writes a table of the phases: when each runs, its systems in order, and which kinds and parts the
 * engine's systems call. */
void schedule_print(const Schedule *schedule, const CwKind *kinds, int kind_count, FILE *out);
