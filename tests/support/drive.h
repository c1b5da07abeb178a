/* Windup on a test track: a session of the game and the input of a driver, tick by tick. One a
 * test, of the tests of the game.
 *
 * The track is flat ground from x = 0 to 130 m at a height of 10 m,
 * then nothing; the buggy starts at 60 m. Failures end the test. */
#pragma once

#include "buggy/buggy.h"
#include "common/numbers.h"
#include "common/race.h"
#include "common/sprites.h"
#include "drawn_list.h"
#include "expect.h"
#include "frame/stage.h"
#include "sim/session.h"

#define TRACK_GROUND_M 10.0
#define TRACK_START_M 60.0
#define TRACK_END_M 130.0

enum {
    ACCELERATE = 1 << ACTION_ACCELERATE,
    BRAKE = 1 << ACTION_BRAKE,
    LEAN_BACK = 1 << ACTION_LEAN_BACK,
    LEAN_FORWARD = 1 << ACTION_LEAN_FORWARD,
    HOP = 1 << ACTION_HOP,
    RESPAWN = 1 << ACTION_RESPAWN
};

/* Objects of the track in Tiled's JSON; `more` is PROPERTIES(VALUE(...) "," VALUE(...)) and the
 * like. */
#define OBJECT(id, type, x, y, width, height, more)                                                \
    ",{\"id\":" #id ",\"type\":\"" type "\",\"x\":" #x ",\"y\":" #y ",\"width\":" #width           \
    ",\"height\":" #height more "}"
#define LINE(id, type, x, y, form, points, more)                                                   \
    ",{\"id\":" #id ",\"type\":\"" type "\",\"x\":" #x ",\"y\":" #y ",\"" form "\":[" points       \
    "]" more "}"
#define POLYGON(id, type, x, y, points) LINE(id, type, x, y, "polygon", points, "")
#define POLYLINE(id, type, x, y, points, more) LINE(id, type, x, y, "polyline", points, more)
#define AT(x, y) "{\"x\":" #x ",\"y\":" #y "}"
#define PROPERTIES(...) ",\"properties\":[" __VA_ARGS__ "]"
#define VALUE(name, value) "{\"name\":\"" name "\",\"value\":" value "}"
#define NAME(text) ",\"name\":\"" text "\""
#define ELLIPSE ",\"ellipse\":true"

typedef struct Drive {
    Session session;
    char map_path[256];
    CwInputFrame input;     /* of the last tick */
    CwParticles *particles; /* of all that a test shows; NULL before it does */
} Drive;

extern Drive drive;
SessionDesc drive_desc(const char *map_path, int tick_rate);
void drive_open(const char *map_path, int tick_rate);

/* Opens the track with further objects of its layer: Tiled's JSON, each with a comma in front. */
void drive_open_track(const char *more_objects);

/* The track, with the buggy settled on its springs. */
void drive_set_up(void);

void drive_close(void);

/* Holds actions (bits) at full deflection for so many ticks; new ones are pressed in the first. */
void drive_hold(unsigned actions, int ticks);

/* Holds one action at a deflection of 0..127. */
void drive_deflect(int action, int value, int ticks);

/* Ticks that the bot needs to the finish, at most `limit`. */
int drive_bot(int limit);

/* Drives so many times 60 ticks, each again from a snapshot with the same hash; by the bot or with
 * the throttle open. */
void drive_expect_repeats(int times, bool bot);

/* A frame of the view, which is told of events; returns the number of drawing commands. */
uint32_t drive_show(CwDrawList *drawn, double sim_dt_s, double alpha, const CwEvent *events,
                    int event_count);

/* Game events with this code since the level began, as far as the world keeps them. */
int drive_count_cues(uint32_t code);

/* For FIXTURE.prepare: a round for each level, where ticks are quick; else none. */
int drive_each_level(void);

/* Opens the level of a round at 60 Hz. Returns its name, valid until the next call. */
const char *drive_open_level(int round);

/* Prepares a stage for prompts: Windup's default bindings, with the keyboard in hand. */
void drive_bind_prompts(Stage *stage);

/* A frame whose draw list has just begun, with the prompts of the keyboard. */
CwFrame drive_frame(CwDrawList *drawn, const CwCamera *camera);

void drive_throw(cpVect velocity_mps);

static inline CwWorld *drive_world(void)
{
    return drive.session.world;
}

static inline Race *drive_run(void)
{
    return race_of(drive.session.world);
}

static inline void *drive_first(int kind)
{
    return cw_world_data(drive_world(), cw_world_next_of(drive_world(), kind, (CwEntity){0}));
}

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
