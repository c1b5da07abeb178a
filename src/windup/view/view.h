/* The picture beyond the entities' own drawings: camera, backdrop, particles, HUD. Its frame phases
 * write only View, the game's view memory. */
#pragma once

#include "buggy/buggy.h"
#include "common/race.h"
#include "things/thing.h"
#include "view/cues.h"

#define CAMERA_HEIGHT_M 9.6
#define SHAKE_MAX_M 0.14

/* Emitters, the rows of windup_emitters. */
enum {
    EMITTER_DUST,
    EMITTER_SPARKS,
    EMITTER_NIGHT_SPARKS,
    EMITTER_SPLASH,
    EMITTER_CONFETTI, /* a row a medal; the first for none, too */
    EMITTER_CONFETTI_LAST = EMITTER_CONFETTI + MEDAL_COUNT - 1,
    EMITTER_GEARS,
    EMITTER_BOLTS,
    EMITTER_PLANKS,
    EMITTER_ROCKETS, /* three colours */
    EMITTER_COUNT = EMITTER_ROCKETS + 3
};
extern const CwEmitter windup_emitters[EMITTER_COUNT];

typedef struct Driver {
    double lean_rad;   /* lean, backwards positive */
    double look_rad;   /* head against body, up positive */
    CwSpring crouch_m; /* depth of the crouch: a landing pushes him down */
} Driver;

/* Memory of sounds.c. */
typedef struct SoundView {
    uint64_t struck_tick[WINDUP_SOUND_COUNT]; /* last tick of each sound */
    double tempo;                             /* tempo of music; 0: not begun */
    double layers[LAYER_COUNT]; /* volume of each layer, smoothed; LAYER_CALM: the swell */
    uint64_t called_tick;       /* last call of the driver; 0: none yet */
} SoundView;

/* The ghost: another run of the level, half transparent, its clock started with ours. Its recording
 * is simulated beside the world, some ticks a frame; a place a tick is kept, for rewinds. */
enum { GHOST_TICKS_MAX = 60 * 120 };

typedef struct GhostPart {
    float x_m, y_m, angle_rad;
} GhostPart;

typedef struct Ghost {
    bool looked_for;
    CwSim *sim; /* open while it is simulated; closing it or its level frees the recording */
    CwReplayFile *replay;
    int tick_count; /* known ticks of the run's time; 0: no ghost */
    CwRunTime time; /* result with its splits */
    GhostPart track[GHOST_TICKS_MAX][BUGGY_PARTS];
} Ghost;

/* CwFrame.view. */
typedef struct View {
    GroundQuery answers[GROUND_QUERIES]; /* first: see things/thing.h */
    bool started;
    CwPoint2 eye_m; /* centre of the camera */
    double look_ahead_m, look_down_m, height_m;
    uint64_t checkpoint_tick; /* tick of the last checkpoint; 0: none */
    uint64_t checkpoint_time; /* the run's time at that checkpoint, ticks */
    Driver driver;
    Squash squash[WHEEL_COUNT];
    double drain;   /* loss of colours: 1 while time runs backwards */
    double shake_m; /* strength of the shake */
    CwStream dust[WHEEL_COUNT], confetti[2];
    CwTween cogs; /* cogs taken, as they are counted up */
    Ghost ghost;
    SoundView sounds;
} View;

/* The systems of CW_PHASE_UPDATE, PRE_RENDER (the camera) and RENDER, in the order of windup.c. */
CwFrameFunction view_take_events, ghost_update, sounds_play, dust_update, celebration_update,
    tyres_update, driver_update, veil_update, camera_follow, backdrop_draw, map_draw, ghost_draw,
    depth_draw, front_draw, weather_draw, night_draw, veil_draw, hud_draw;

/* The time since a tick; negative if a rewind went back before it. */
static inline double view_age_s(const CwWorld *world, const CwFrame *frame, uint64_t tick)
{
    double ticks = (double)cw_world_tick(world) - (double)tick + frame->alpha - 1.0;
    return ticks * cw_world_dt_s(world);
}

/* True in the frame in which thunder begins. */
bool weather_thunders(const CwFrame *frame);

/* CwGame.menu.map. */
extern const CwLevelMap windup_map;

/* The chapter that begins with a level or, after the last level's finish, the ending; else NULL. */
const CwChapter *journey_chapter(const CwWorld *world);

/* CwKind.draw of the buggy. */
void buggy_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);

/* The pose of the buggy and its driver in the picture. */
BuggyPose buggy_pose(const CwWorld *world, const CwFrame *frame);

/* Locks the buggy's colours until they are won; CwGame.menu.is_locked. */
bool paint_is_locked(const CwFrame *frame, int key, int choice, char how[CW_MENU_VALUE_BYTES]);

/* Our time minus the ghost's at checkpoint `passed` (from 1), s; NAN: the ghost has none. */
double ghost_split_s(const Ghost *ghost, const CwWorld *world, uint32_t passed, uint64_t ticks);

/* Shakes the camera after a hit of this speed, m/s. */
void shake_add(View *view, double speed_mps);

/* Calms the shake by this frame's time. Returns CwCamera.shake_m. */
CwPoint2 shake_update(View *view, const CwFrame *frame);
