/* Recordings for tests of the replay file: headers, inputs of several kinds, and files as bytes. */
#ifndef CLOCKWORK_TESTS_REPLAY_SAMPLES_H
#define CLOCKWORK_TESTS_REPLAY_SAMPLES_H

#include "clockwork/input.h"
#include "clockwork/replay.h"
#include "clockwork/rng.h"
#include "sim/replay_writer.h"

CwReplayHeader sample_header(int tick_rate);

/* All zeros and no action down, then whatever comes: any bits in any field, some of them the same
 * as in `before`. */
CwInputFrame sample_any_input(CwRng *rng, const CwInputFrame *before);

/* Someone who drives with five keys at 60 ticks a second: long holds of one, taps of 0.1 s, now and
 * then two at once. */
enum { SAMPLE_DRIVER_ACTIONS = 5 };
typedef struct SampleDriver {
    CwRng rng;
    CwInputFrame input;
    int wait_ticks[SAMPLE_DRIVER_ACTIONS]; /* up to the action's next edge */
} SampleDriver;
SampleDriver sample_driver(uint64_t seed);
const CwInputFrame *sample_drive(SampleDriver *driver);

/* Tick `tick` of a run that can be told from every other: its input and its hash. */
CwTickInput sample_tick_input(uint64_t tick);
uint64_t sample_tick_hash(uint64_t tick);
void sample_write_ticks(ReplayWriter *writer, uint64_t first, uint64_t count);

/* Whether `count` ticks are the run's from `first` on. */
bool sample_is_run(const CwReplayFile *replay, const CwReplayTick *ticks, size_t count,
                   uint64_t first);

/* A path of this process in the folder for temporary files, and what lies there as bytes. */
const char *sample_path(void);
size_t sample_read(uint8_t *bytes, size_t capacity);
void sample_write(const uint8_t *bytes, size_t size);

#endif
