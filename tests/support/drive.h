/* Windup on a test track: a session of the game and the input of a driver, tick by tick.
 *
 * Used by the tests of the game. The track is flat ground from x = 0 to 130 m at a height of 10 m,
 * then nothing; the buggy starts at 60 m. Failures end the test. */
#ifndef SUPPORT_DRIVE_H
#define SUPPORT_DRIVE_H

#include "game/buggy.h"
#include "sim/session.h"

#define TRACK_GROUND_M 10.0
#define TRACK_START_M 60.0
#define TRACK_END_M 130.0

typedef struct Drive {
    Session session;
    char map_path[256];
    CwInputFrame input; /* of the last tick */
} Drive;

/* Opens a level file at a tick rate. */
void drive_open(Drive *drive, const char *map_path, int tick_rate);

/* Opens the track with further objects of its layer: Tiled's JSON, each with a comma in front. */
void drive_open_track(Drive *drive, const char *more_objects);
void drive_close(Drive *drive);

/* Holds actions (bits) at full deflection for so many ticks; new ones are pressed in the first. */
void drive_hold(Drive *drive, unsigned actions, int ticks);

/* Holds one action at a deflection of 0..127. */
void drive_deflect(Drive *drive, int action, int value, int ticks);

/* Ticks that the bot needs to the finish, at most `limit`. */
int drive_bot(Drive *drive, int limit);

/* Game events with this code since the level began, as far as the world keeps them. */
int drive_count_cues(const Drive *drive, uint32_t code);

static inline Buggy *drive_buggy(const Drive *drive)
{
    return buggy_of(drive->session.world);
}

static inline cpVect drive_place(const Drive *drive)
{
    return cpBodyGetPosition(drive_buggy(drive)->chassis);
}

static inline cpVect drive_speed(const Drive *drive)
{
    return cpBodyGetVelocity(drive_buggy(drive)->chassis);
}

#endif
