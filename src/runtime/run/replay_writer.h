/* Records a run: input and world hash of every tick, rewinds, and how it ended.
 *
 * The run tells it every tick. The header at once, then a chunk a second of ticks, each with one
 * write: a killed program loses less than a second. A disk that fails costs one warning and the
 * rest of the recording; so does a file that has grown too large, but it gets its end. A tick
 * allocates nothing. One that is not open ignores everything. */
#pragma once

#include "map/map_text.h"
#include "run/replay_header.h"

typedef struct ReplayWriter {
    char *path; /* NULL: not open, or given up after a failure */
    int file;
    uint64_t written_bytes;
    uint64_t chain;    /* checksum in front of the next chunk */
    uint64_t tick;     /* ticks on the branch being played */
    bool finished;     /* the level is, at this tick: the caller sets it before it tells the tick */
    bool was_finished; /* it was at the last tick in the file */
    uint32_t speed;    /* that was written last, thousandths */
    ReplayRows rows;   /* of ticks that wait for their chunk to fill */
    uint8_t *hashes;   /* of the same ticks */
    uint8_t *chunk;    /* room for the largest one */
} ReplayWriter;

/* False: at the path is no recording, or one that is being made. Changes nothing. */
bool replay_writer_check(const char *path, CwError *error);

/* Creates the file, or empties an older recording, and writes the header. False when the header is
 * out of bounds, or the file can't be created, is something else than a recording, or is being
 * recorded by someone else; when it can't be written, the writer gives up with its warning. */
bool replay_writer_open(ReplayWriter *writer, const char *path, const CwReplayHeader *header,
                        CwError *error);

/* Carries a level, in front of the first tick; nothing without one. */
void replay_writer_level(ReplayWriter *writer, MapText level);

/* One tick: what it read, and the hash of the world after it. */
void replay_writer_tick(ReplayWriter *writer, const CwTickInput *input, uint64_t hash);

/* Play goes on after `tick` (0: the level's start); later ticks are undone. */
void replay_writer_rewind(ReplayWriter *writer, uint64_t tick);

/* The speed of play from here on, thousandths of real time; nothing while it stays. */
void replay_writer_speed(ReplayWriter *writer, uint32_t speed);

/* A player took over the run, which was another one's up to here. */
void replay_writer_taken(ReplayWriter *writer);

void replay_writer_edit(ReplayWriter *writer, const CwReplayEdit *edit);

/* Copies what was written to a new file: `copy` can only be ended. False with errno. */
bool replay_writer_copy(ReplayWriter *copy, ReplayWriter *writer, const char *path);

/* The player's path, in front of the time: the place after each tick from 1 on, m, NAN where there
 * was no player. */
void replay_writer_path(ReplayWriter *writer, const CwPoint2 *path, size_t count);

/* Hands the waiting ticks to the system, for a pause or an arena's last words. */
void replay_writer_flush(ReplayWriter *writer);

/* The run's time up to its end, ticks; right before the close. */
void replay_writer_time(ReplayWriter *writer, uint32_t ticks);

/* Beside the time, where the game ranks by score. */
void replay_writer_score(ReplayWriter *writer, int64_t score);

/* Writes the end and closes. False unless the file holds the whole run. */
bool replay_writer_close(ReplayWriter *writer, bool finished);
