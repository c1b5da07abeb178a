/* Windup on a test track: a session of the game and the input of a driver, tick by tick. One a
 * test, of the tests of the game.
 *
 * The track is flat ground from x = 0 to 130 m at a height of 10 m,
 * then nothing; the buggy starts at 60 m. Failures end the test. */
#ifndef SUPPORT_DRIVE_H
#define SUPPORT_DRIVE_H

#include "buggy/buggy.h"
#include "draw/draw_list.h"
#include "expect.h"
#include "sim/session.h"

#define TRACK_GROUND_M 10.0
#define TRACK_START_M 60.0
#define TRACK_END_M 130.0

typedef struct Drive {
    Session session;
    char map_path[256];
    CwInputFrame input; /* of the last tick */
} Drive;

extern Drive drive;

/* What a session of a level at a tick rate is opened with. */
SessionDesc drive_desc(const char *map_path, int tick_rate);

/* Opens a level file at a tick rate, after closing the one before. */
void drive_open(const char *map_path, int tick_rate);

/* Writes the track with further objects of its layer, as below, to a file of its own. */
void drive_write_track(char path[64], const char *more_objects);

/* Opens the track with further objects of its layer: Tiled's JSON, each with a comma in front. */
void drive_open_track(const char *more_objects);

/* The same, and what was said on stderr about it, up to the next call. */
const char *drive_track_said(const char *more_objects);

/* The track, with the buggy settled on its springs. */
void drive_set_up(void);

/* Nothing where none is open. */
void drive_close(void);

/* Holds actions (bits) at full deflection for so many ticks; new ones are pressed in the first. */
void drive_hold(unsigned actions, int ticks);

/* Holds one action at a deflection of 0..127. */
void drive_deflect(int action, int value, int ticks);

/* Ticks that the bot needs to the finish, at most `limit`. */
int drive_bot(int limit);

/* A frame of the view, which is told of events; returns the number of drawing commands. */
uint32_t drive_show(CwDrawList *list, double sim_dt_s, double alpha, const CwEvent *events,
                    int event_count);

/* Game events with this code since the level began, as far as the world keeps them. */
int drive_count_cues(uint32_t code);

static inline Buggy *drive_buggy(void)
{
    return buggy_of(drive.session.world);
}

static inline cpVect drive_place(void)
{
    return cpBodyGetPosition(drive_buggy()->chassis);
}

static inline cpVect drive_speed(void)
{
    return cpBodyGetVelocity(drive_buggy()->chassis);
}

#endif
