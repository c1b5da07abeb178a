/* Writes a recording: each tick's input and world hash, rewinds, and how the run ended. A run
 * (run.h) passes its ticks to its writers.
 *
 * The header is written first, then a chunk for each second of ticks, so a killed program loses
 * less than a second. If the disk fails, the writer warns and gives up; if the file grows too
 * large, it warns and ends the file. A tick allocates nothing. A closed writer ignores every call.
 */
#pragma once

#include "map/map_text.h"
#include "run/replay_header.h"
#include "sim/carry.h"

typedef struct ReplayWriter { /* zero-initialise */
    char *path;               /* NULL: not open, or given up after a failure */
    int file;
    bool is_quiet; /* gives up without a warning; set by the caller before it opens */
    uint64_t written_bytes;
    uint64_t chain;    /* checksum before the next chunk */
    uint64_t tick;     /* ticks on the branch being played */
    bool is_finished;  /* the level is finished at this tick; set by the caller before it writes */
    bool was_finished; /* the level was finished at the last written tick */
    uint32_t speed;    /* last written speed, thousandths */
    ReplayRows rows;   /* ticks that wait until their chunk is full */
    uint8_t *hashes;   /* hashes of the waiting ticks */
    uint8_t *chunk;    /* room for the largest chunk */
} ReplayWriter;

/* Whether the path can be recorded to. False: its file is no recording, or one in progress. */
bool replay_writer_check(const char *path, CwError *error);

/* Creates the file, or empties an older recording, and writes the header. False when the header is
 * out of bounds, or the file can't be used. If the disk fails, the writer warns and gives up. */
bool replay_writer_open(ReplayWriter *writer, const char *path, const CwReplayHeader *header,
                        CwError *error);

/* Write the level's text, and the run's first carry, before the first tick. NULL bytes: nothing. */
void replay_writer_level(ReplayWriter *writer, MapText level);
void replay_writer_carry(ReplayWriter *writer, CarryForm carry);

void replay_writer_tick(ReplayWriter *writer, const CwTickInput *input, uint64_t hash);

/* Undoes the ticks after `tick` (0: the level's start). */
void replay_writer_rewind(ReplayWriter *writer, uint64_t tick);

/* Notes the speed of play from here on, thousandths of real time. Writes only changes. */
void replay_writer_speed(ReplayWriter *writer, uint32_t speed);

/* Marks the run as taken over here by a player (REPLAY_CHUNK_TAKEN), as lost unless it rewinds
 * (REPLAY_CHUNK_LOST) or, right before the close, as ended by the game for another level
 * (REPLAY_CHUNK_OVER). */
void replay_writer_mark(ReplayWriter *writer, const char *mark);

void replay_writer_edit(ReplayWriter *writer, const CwReplayEdit *edit);

/* Copies the recording so far to a new file. Only path, time, score, marks and the close may follow
 * in `copy`. False with errno. */
bool replay_writer_copy(ReplayWriter *copy, ReplayWriter *writer, const char *path);

/* Writes the player's path, before the time: the place after each tick from 1 on, m; NAN: no
 * player. */
void replay_writer_path(ReplayWriter *writer, const CwPoint2 *path, size_t count);

/* Writes the ticks that wait for a full chunk. */
void replay_writer_flush(ReplayWriter *writer);

/* Write the run's final time in ticks, then the score that ranks it, right before the close. */
void replay_writer_time(ReplayWriter *writer, uint32_t ticks);
void replay_writer_score(ReplayWriter *writer, int64_t score);

/* Writes the end and closes. False unless the file holds the complete run. */
bool replay_writer_close(ReplayWriter *writer, bool finished);
