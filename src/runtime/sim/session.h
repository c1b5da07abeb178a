/* A session is one game in one level from start to end: map, world, schedule and view memory.
 *
 * A run (run/run.h) advances it; worlds.c advances sessions beside the run's. It knows no clock
 * and no window. */
#pragma once

#include "clockwork/game.h"
#include "map/map_text.h"
#include "platform/path.h"
#include "sim/carry.h"
#include "sim/coming.h"
#include "sim/entity_data.h"
#include "sim/schedule.h"

/* Hooks for tools, which a finished game lacks. They change numbers in the game's code, check new
 * worlds, and take part in runs. No function is NULL; they get the `state` that `open` made. */
typedef struct SessionGuest {
    /* Sets session->guest_state and applies changes of session->desc from before the first tick.
     * False, with an error: a change is impossible, or no memory. */
    bool (*open)(struct Session *session, CwError *error);
    void (*close)(void *state);
    /* Called before the game's code runs: sets this session's numbers. */
    void (*enter)(const void *state);
    /* A number to mix into the world's hash; 0: none. */
    uint64_t (*salt)(const void *state);
    /* Checks for changes that bypassed the engine. Slow. */
    bool (*check)(const CwWorld *world, CwError *error);
    const struct RunGuest *run; /* run/run.h */
    int tested_ticks;           /* depth of the run's sync test; 0: none */
} SessionGuest;

enum { SEED_FIRST = 1 }; /* the seed of runs unless --seed or CwGame.seed gives another */

typedef struct SessionDesc {
    const CwGame *game;
    CwSimSettings settings; /* the map overrides those that are not fixed */
    unsigned fixed;         /* mask of settings that no map overrides, see sim_settings.h */
    size_t arena_bytes;
    int slot; /* the world's arena address slot */
    uint64_t seed;
    uint64_t fingerprint; /* result of fingerprint_compute; 0: not recorded */
    const char *map_path; /* NULL or "": no map */
    CwMap *map;           /* borrowed; NULL: the map is read from the file */
    MapText map_text;     /* the map's text, which map_path then only names; outlives the desc */
    const char *level;    /* the level's name */
    CarryForm carry;      /* the run begins with it; outlives session_open */
    WorkLimit *limit;     /* limits building and ticks; outlives the session; NULL: none */
    const SessionGuest *guest; /* outlives the session; NULL: none */
    /* The next members are for the guest, while the session opens. */
    const CwReplayEdit *changes; /* a recording's changes by hand */
    size_t change_count;
    bool may_skip_changes;      /* impossible changes are skipped */
    const struct Session *like; /* a session with the same numbers, in place of changes; or NULL */
} SessionDesc;

typedef struct Session {
    SessionDesc desc; /* what was opened, by session_open or the last restart */
    char map_path[PATH_BYTES_MAX];
    char level[LEVEL_NAME_BYTES];
    CwMap *map;
    CwSimSettings settings; /* what the world began with: the desc's, with the map's over them */
    unsigned map_settings;  /* mask of the settings that the map names */
    void *guest_state;      /* NULL: no guest */
    CarryForm carry; /* the run's first carry, with the game's fields; none without a carry */
    bool may_rank;   /* the first carry allows a rank */
    CwWorld *world;  /* NULL: not open */
    Schedule schedule;
    CwSystemSet frame_systems; /* systems of frame phases; settled when a frame begins */
    void *view_memory;         /* CwFrame.view */
    EntityViews views;         /* CwKind.view_bytes of entities */
    CwCamera camera;
    CwEvent *events; /* events of this frame's ticks, for frame phases */
    int event_count;
    uint64_t lost_event_count;   /* events of this frame's ticks that did not fit */
    uint64_t all_lost_events;    /* lost events since the level began */
    uint64_t event_cursor;       /* sequence of the last event given to frame phases */
    bool was_fence_reported;     /* a body's return from the fence was reported */
    struct CwSim *sims;          /* list of worlds that end with this level */
    CwSnapshot parent;           /* the world, while a fork runs in its place */
    bool is_forked;              /* a fork runs */
    Coming coming;               /* the next tick, simulated before it is due */
    const struct Session *owner; /* session whose views draw this one; NULL: none */
} Session;

/* Loads the level, builds the world and starts the systems. On false the session is closed. */
bool session_open(Session *session, const SessionDesc *desc, CwError *error);

/* Restarts the level in a fresh world, by the session's desc with another seed, other settings or
 * another arena; NULL: as it was opened. On false the session is closed. */
bool session_restart(Session *session, const SessionDesc *desc, CwError *error);

/* Runs one tick. False if the world can't continue (see world_check). */
bool session_tick(Session *session, const CwTickInput *input, CwError *error);

/* Runs a frame phase, which can only read the world. */
void session_run_phase(Session *session, CwPhase phase, CwFrame *frame);

/* Collects events since the last call into `events`, so that frame phases get each once. */
void session_collect_events(Session *session);

/* Registers the engine's systems, then the game's. session_open does this, too; call it on a closed
 * session to list them. */
bool session_add_systems(Session *session, CwError *error);

/* A game's number of players, and its base size as a rectangle at (0, 0). */
int game_player_count(const CwGame *game);
CwViewRect game_view(const CwGame *game);

/* The game's probe of the run so far (zeros without one), and whether it is finished or lost. */
CwProbe session_probe(const Session *session);
bool session_is_over(const Session *session);

/* Closes a session, also one that never opened. */
void session_close(Session *session);

/* ---- worlds beside the session's (worlds.c; the game's calls are in clockwork/worlds.h) ---- */

/* Closes those that end with the session's level. */
void worlds_close_sims(Session *session);

/* State that other ticks must not change, and the arena that was current. */
typedef struct SuspendedWorld {
    Arena *current;
    bool was_profiling;
} SuspendedWorld;

/* Between these calls, other ticks may run in place of the session's world. False: no memory for
 * the world's copy. */
bool worlds_suspend(Session *session, SuspendedWorld *suspended, CwError *error);
void worlds_resume(Session *session, const SuspendedWorld *suspended);
