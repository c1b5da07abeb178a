/* A session is one game in one level, from start to end. It owns map, world, schedule and view
 * memory. A run (run/run.h) advances its session, and worlds.c the sessions of other worlds. A
 * session knows no clock and no window. */
#pragma once

#include "clockwork/game.h"
#include "map/map_text.h"
#include "platform/path.h"
#include "sim/carry.h"
#include "sim/coming.h"
#include "sim/entity_data.h"
#include "sim/schedule.h"

/* Hooks for the developer's tools, which a finished game lacks. They change numbers in the game's
 * code, check new worlds, and take part in runs. No function is NULL. `state` is what `open` made.
 */
typedef struct SessionGuest {
    /* Sets session->guest_state, and applies those changes of session->desc that precede the first
     * tick. False, with an error: a change is impossible, or no memory. */
    bool (*open)(struct Session *session, CwError *error);
    void (*close)(void *state);
    /* Sets this session's numbers before the game's code runs. */
    void (*enter)(const void *state);
    /* Gives a number to mix into the world's hash; 0: none. */
    uint64_t (*salt)(const void *state);
    /* Finds changes of the world that bypassed the engine. Slow. */
    bool (*check)(const CwWorld *world, CwError *error);
    const struct RunGuest *run; /* run/run.h */
    int tested_ticks;           /* depth of the run's sync test; 0: none */
} SessionGuest;

enum { SEED_FIRST = 1 }; /* the seed of runs unless --seed or CwGame.seed gives another */

typedef struct SessionDesc {
    const CwGame *game;
    CwSimSettings settings; /* the map overrides settings that are not fixed */
    unsigned fixed;         /* mask of settings that no map overrides (sim_settings_bit) */
    size_t arena_bytes;
    int slot; /* the world's arena address slot */
    uint64_t seed;
    uint64_t fingerprint;      /* result of fingerprint_compute; 0: not recorded */
    const char *map_path;      /* NULL or "": no map */
    CwMap *map;                /* borrowed; NULL: the map is read from the file */
    MapText map_text;          /* the map's text in place of the file's; outlives the desc */
    const char *level;         /* the level's name */
    CarryForm carry;           /* what the run begins with; outlives session_open */
    WorkLimit *limit;          /* limits building and ticks; outlives the session; NULL: none */
    const SessionGuest *guest; /* outlives the session; NULL: none */
    /* The guest reads the next members while the session opens. */
    const CwReplayEdit *changes; /* a recording's changes by hand */
    size_t change_count;
    bool may_skip_changes;      /* skips impossible changes */
    const struct Session *like; /* a session whose numbers and carry replace `changes`; or NULL */
} SessionDesc;

typedef struct Session {
    SessionDesc desc; /* from session_open or the last restart */
    char map_path[PATH_BYTES_MAX];
    char level[LEVEL_NAME_BYTES];
    CwMap *map;
    CwSimSettings settings; /* settings at the start: the desc's, overridden by the map's */
    unsigned map_settings;  /* mask of the settings that the map names */
    void *guest_state;      /* NULL: no guest */
    CarryForm carry;        /* the carry at the start, with exactly the game's fields */
    bool may_rank;          /* `carry` allows a rank */
    CwWorld *world;         /* NULL: not open */
    Schedule schedule;
    CwSystemSet frame_systems; /* changes apply when a frame begins */
    void *view_memory;         /* CwFrame.view */
    EntityViews views;         /* view memory of entities */
    CwCamera camera;
    CwEvent *events; /* events of this frame's ticks, for frame phases */
    int event_count;
    uint64_t lost_event_count;   /* events of this frame's ticks that did not fit */
    uint64_t all_lost_events;    /* lost events since the level began */
    uint64_t event_cursor;       /* sequence of the last event in `events` */
    bool was_fence_reported;     /* one report a level */
    struct CwSim *sims;          /* list of worlds that close with this level */
    CwSnapshot parent;           /* copy of the world while a fork runs in its place */
    bool is_forked;              /* a fork runs */
    Coming coming;               /* the next tick, simulated before it is due */
    const struct Session *owner; /* session beside which this one is drawn; NULL: none */
} Session;

/* Loads the level, builds the world and starts the systems. On false the session is closed. */
bool session_open(Session *session, const SessionDesc *desc, CwError *error);

/* Restarts the level in a new world. `desc` is the session's with another seed, other settings or
 * another arena; NULL: unchanged. On false the session is closed. */
bool session_restart(Session *session, const SessionDesc *desc, CwError *error);

/* Runs one tick. False: the world can't continue (see world_check). */
bool session_tick(Session *session, const CwTickInput *input, CwError *error);

/* Runs a frame phase, which may only read the world. */
void session_run_phase(Session *session, CwPhase phase, CwFrame *frame);

/* Collects the events since the last call, so that frame phases get each event once. */
void session_collect_events(Session *session);

/* Registers the engine's systems, then the game's, as session_open does. For lists of systems. */
bool session_add_systems(Session *session, CwError *error);

/* A game's number of players, and its base size as a rectangle at (0, 0). */
int game_player_count(const CwGame *game);
CwViewRect game_view(const CwGame *game);

/* The results of the game's probe, or zeros, and whether the run is finished or lost. */
CwProbe session_probe(const Session *session);
bool session_is_over(const Session *session);

/* Closes a session, also one that failed to open. */
void session_close(Session *session);

/* ---- worlds beside the session's (worlds.c; the game's calls are in clockwork/worlds.h) ---- */

/* Closes the worlds that belong to the session's level. */
void worlds_close_sims(Session *session);

/* State that worlds_resume restores. */
typedef struct SuspendedWorld {
    Arena *current; /* the arena that was current */
    bool was_profiling;
} SuspendedWorld;

/* Between these calls, other ticks may run in the world. worlds_suspend fails without memory. */
bool worlds_suspend(Session *session, SuspendedWorld *suspended, CwError *error);
void worlds_resume(Session *session, const SuspendedWorld *suspended);
