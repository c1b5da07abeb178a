/* A session: one game on one level, from start to end: its map, world, schedule and view memory. A
 * run (run/run.h) advances it, sim/worlds.c those beside it. Knows no clock and no window. */
#pragma once

#include "clockwork/game.h"
#include "clockwork/replay.h"
#include "map/map_text.h"
#include "platform/path.h"
#include "sim/coming.h"
#include "sim/entity_data.h"
#include "sim/level_name.h"
#include "sim/schedule.h"
#include "sim/session_guest.h"
#include "sim/world.h"

typedef struct SessionDesc {
    const CwGame *game;
    CwSimSettings settings; /* once open, with what the map names */
    unsigned fixed;         /* a mask of those that no map overrides, see world_setting.h */
    bool by_code;           /* the game chose them: a restart keeps them */
    size_t arena_bytes;
    int slot; /* arena address slot of its world */
    uint64_t seed;
    uint64_t fingerprint;      /* of this program's physics, for recordings; 0 without any */
    const char *map_path;      /* NULL or "": without a map */
    CwMap *map;                /* its map, of somebody who keeps it; NULL: read from the file */
    MapText map_text;          /* the map, which map_path only names then; outlives the desc */
    const char *level;         /* its name */
    WorkLimit *limit;          /* of building and ticks; outlives the session; NULL: none */
    const SessionGuest *guest; /* outlives the session; NULL: none */
    /* For the guest, only for the opening: the changes of a recording, */
    const CwReplayEdit *changes;
    size_t change_count;
    bool changes_may_lack;      /* those that are impossible are ignored */
    const struct Session *like; /* or a session whose numbers this one has, too; NULL: none */
} SessionDesc;

typedef struct Session {
    SessionDesc desc;
    char map_path[PATH_BYTES_MAX];
    char level[LEVEL_NAME_BYTES];
    CwMap *map;
    unsigned map_settings; /* a mask of those that the map names */
    void *guest;           /* the state of its guest; NULL: it has none */
    CwWorld *world;        /* NULL: not open */
    Schedule schedule;
    CwSystemSet frame_systems; /* of frame phases; settled when a frame begins */
    void *view_memory;         /* of the game, CwFrame.view */
    EntityViews views;         /* of its entities, CwKind.view_bytes */
    CwCamera camera;
    CwEvent events[RECENT_EVENT_COUNT]; /* of this frame's ticks, for its frame phases */
    int event_count;
    uint64_t lost_event_count;   /* of these ticks, no longer kept */
    uint64_t all_lost_events;    /* the same since the level began */
    uint64_t event_cursor;       /* sequence of the last event that they were given */
    bool fence_reported;         /* that a body left it */
    struct CwSim *beside;        /* worlds that end with its level: the first of a list */
    CwSnapshot parent;           /* the world while a fork of it runs in its place */
    bool forked;                 /* one does */
    Coming coming;               /* the next tick, simulated before it is due */
    const struct Session *owner; /* whose views draw it; NULL: it is the run's, or nobody's */
} Session;

/* Loads the level, builds the world and starts the systems. On false the session is closed. */
bool session_open(Session *session, const SessionDesc *desc, CwError *error);

/* Restarts the level in a fresh world. On false the session is closed. */
bool session_restart(Session *session, CwError *error);

/* A mask of settings that no file may change: the map names them, or the game chose all. */
unsigned session_own_settings(const Session *session);

/* One tick. False when the world can't go on (see world_check). */
bool session_tick(Session *session, const CwTickInput *input, CwError *error);

/* Frame phases may only look at the world. */
void session_run_phase(Session *session, CwPhase phase, CwFrame *frame);

/* Takes the events of the ticks since the last call into `events`: frame phases get each once. */
void session_collect_events(Session *session);

/* Registers the engine's systems, then the game's. session_open does; call it to list them. */
bool session_add_systems(Session *session, CwError *error);

/* The number of a game's players, and its base size, from (0, 0) on. */
int game_player_count(const CwGame *game);
CwViewRect game_view(const CwGame *game);

/* The game's own account of the run so far; zeros when it has none. */
CwProbe session_probe(const Session *session);

/* Closes a session, also one that never opened. */
void session_close(Session *session);
