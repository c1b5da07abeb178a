/* The coding of a replay's inputs: the frames of one player, bit for bit, in as few bytes as they
 * surprise.
 *
 * The replay writer puts one frame a tick into a buffer of its own, the reader takes them out; the
 * code is in replay_format.h. Each frame is coded against the one before it, so both sides see all
 * frames of the player in the same order. A tick's command goes with the frame of player 0. Knows
 * no chunk, file or hash; allocates nothing. */
#ifndef RUN_REPLAY_INPUT_H
#define RUN_REPLAY_INPUT_H

#include "clockwork/base.h"
#include "clockwork/input.h"

enum { REPLAY_INPUT_BYTES_MAX = 86 }; /* one frame at worst */

/* Zero-initialise but for `in_world`; then the first frame is coded against an all-zero one. */
typedef struct ReplayInputWriter {
    bool in_world; /* the pointer's place in the world is coded */
    CwInputFrame before;
    uint8_t *bytes; /* the caller's buffer: REPLAY_INPUT_BYTES_MAX for each frame that is put */
    size_t used_bytes;
    bool in_run; /* the last byte is a run that may grow */
} ReplayInputWriter;

/* Goes on in an empty buffer, with the same frame before. */
void replay_input_writer_begin(ReplayInputWriter *writer, uint8_t *bytes);
void replay_input_writer_put(ReplayInputWriter *writer, const CwInputFrame *frame,
                             CwInputCommand command);

/* Zero-initialise, like the writer. */
typedef struct ReplayInputReader {
    bool in_world;
    CwInputFrame before;
    const uint8_t *bytes;
    size_t size;
    size_t at;
    int run_ticks; /* predicted ticks that are still to be handed out */
} ReplayInputReader;

/* Goes on in another buffer of the caller's, with the same frame before. */
void replay_input_reader_begin(ReplayInputReader *reader, const uint8_t *bytes, size_t size);

/* Hands out the next frame. False with the cause when the buffer ends within it or says something
 * that this version doesn't know. */
bool replay_input_reader_next(ReplayInputReader *reader, CwInputFrame *frame,
                              CwInputCommand *command, CwError *error);

/* Whether every run is used up; `at` says how many bytes are. */
bool replay_input_reader_is_done(const ReplayInputReader *reader);

#endif
