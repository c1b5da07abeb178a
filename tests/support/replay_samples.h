/* Recordings for tests of the replay file: headers, inputs of several kinds, and files as bytes. */
#pragma once

#include "run/replay_writer.h"
#include "sim/session.h"

CwReplayHeader sample_header(int tick_rate);

/* All zeros and no action down, then whatever comes: any bits in any field, some of them the same
 * as in `before`. */
CwInputFrame sample_any_input(CwRng *rng, const CwInputFrame *before);

/* Ticks of a run that can be told from every other. Any may follow any other: one action is held
 * all the time, the others are tapped. */
CwTickInput sample_tick_input(uint64_t tick);
void sample_write_ticks(ReplayWriter *writer, uint64_t first, uint64_t count);

/* Whether `count` ticks after `tick` of the surviving branch are the run's from `first` on. */
bool sample_is_run(const CwReplayFile *replay, uint64_t tick, size_t count, uint64_t first);

void sample_flip_hash(const CwReplayFile *replay, uint64_t tick);

/* Simulates a recording in a world of its own; every hash must be as recorded. Returns the last
 * one, and the settings at the end unless NULL. */
uint64_t sample_verify(const CwReplayFile *replay, const CwGame *game, CwSimSettings *at_end);

/* sample.cwr of the temporary folder, and what lies there as bytes. */
const char *sample_path(void);
size_t sample_read(uint8_t *bytes, size_t capacity);

/* The recording there, or at another path, which must be one. It lasts as long as the test, which
 * need not free it. */
CwReplayFile *sample_load(void);
CwReplayFile *sample_load_from(const char *path);
