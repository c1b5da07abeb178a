/* Worlds beside the run: further worlds of the game, and forks that look into the future.
 *
 * Frame phases, and programs that link the game, use them for a ghost, a preview, a solver or a
 * test. The game's systems simulate these worlds exactly like the run. Nothing in them can change
 * the run or its recording. Ticks can't use them.
 *
 * A simulation (CwSim) is a world with memory of its own. It starts at the level's beginning, costs
 * as much as the run, and stays until it is closed (docs/example/ghost.c). A fork runs in the
 * memory of its parent and ends when the call returns. It costs two copies of the world (a memcpy
 * each) and its ticks (docs/example/whatif.c). */
#pragma once

#include "clockwork/game.h"
CW_C_BEGIN

/* ---- simulations ---- */

typedef struct CwSim CwSim;

enum { CW_SIM_MAX = 64 }; /* simulations open at once */

/* Describes the world of a simulation. */
typedef struct CwSimDesc {
    const CwGame *game;
    const char *map_path; /* the level's file; NULL for a game without maps */
    const char *level; /* the level's name, for games with CwGame.content.levels; NULL: the first */
    CwSimSettings settings;
    bool takes_map_settings;    /* settings of the map (settings.h) override `settings` */
    const CwReplayFile *replay; /* the world begins with the carry of this recording; NULL: with
                                   that of `beside`, else with CwGameCarry.initial */
    uint64_t seed;
    size_t arena_bytes;
    const CwWorld *beside; /* the simulation shares this world's level instead of loading the file,
                              and is closed when that level ends or restarts. NULL: it loads its own
                              level and stays open */
    void (*closed)(void *data); /* called after the simulation is closed, by you or with its level:
                                   free `data` here. Not called if opening failed. May be NULL */
    void *data;
    double limit_s; /* CPU time for building the level and for all ticks. Once it is used up,
                       cw_sim_tick fails. Use it for inputs from strangers. 0: no limit */
} CwSimDesc;

/* A simulation without a map, with seed 1, the engine's default settings and takes_map_settings
 * set. CwGame.menu.defaults and config.ini are not read. To repeat a recording set `replay`, copy
 * the settings and the seed from its header, and set takes_map_settings to false. */
CwSimDesc cw_sim_desc_default(const CwGame *game);

/* Describes an existing world, with the settings that it began with. With the same inputs from tick
 * 1 a simulation of this desc becomes an exact copy. */
CwSimDesc cw_sim_desc_of(const CwWorld *world);

/* Opens a simulation and builds its level as a run does. Close it with cw_sim_close. NULL with an
 * error if CW_SIM_MAX are open, memory is short, or the level can't be built. */
CwSim *cw_sim_open(const CwSimDesc *desc, CwError *error);

/* Closes a simulation; NULL is fine. When a level ends, the engine closes the simulations that have
 * its world as CwSimDesc.beside, after the `dispose` of systems. */
void cw_sim_close(CwSim *sim);

/* Runs a tick. False with an error if the world can't go on. */
bool cw_sim_tick(CwSim *sim, const CwTickInput *input, CwError *error);

/* The world, owned by the simulation, for reading (hash, poses, data) and for snapshots. */
CwWorld *cw_sim_world(CwSim *sim);

/* ---- many at once ---- */

/* A simulation that is opened, run and closed by cw_sim_run_many. */
typedef struct CwSimRun {
    CwSimDesc desc; /* the level's file is loaded; `beside` is ignored, because worlds on several
                       threads can't share a level */
    bool (*run)(CwSim *sim, void *data, CwError *error); /* calls cw_sim_tick */
    void *data;                                          /* used by this run only, for results */
    CwError error; /* filled in: the cause of a failure, or "" */
} CwSimRun;

/* Opens, runs and closes each simulation, on `threads` threads (0: one per core). Fewer threads run
 * if fewer simulations can still be opened (CW_SIM_MAX). Without threads, as in a browser, runs
 * come one after the other. Returns the number of runs without a failure.
 *
 * The game's functions and `run` are called on several threads at once, so they may write only
 * their own world, its view memory and `data`. Then results do not depend on `threads`. */
int cw_sim_run_many(CwSimRun *runs, int count, int threads);

/* The run's input in a past tick, on the surviving branch (replay.h). With all inputs from tick 1,
 * a simulation opened in the middle of a run catches up with the run. Inputs reach as far back as
 * the player can rewind (game.history), in a watched replay to tick 1. False for any other tick, if
 * the history is 0, and after a value was changed in a pause, which inputs can't reproduce. Also
 * false without a window, where a frame is a tick: use cw_world_tick_input. */
bool cw_frame_run_input(const CwFrame *frame, uint64_t tick, CwTickInput *input);

/* ---- forks ---- */

enum { CW_FORK_TICKS_MAX = 3600 };

/* A fork: ticks that are simulated ahead and then undone. */
typedef struct CwFork {
    uint32_t ticks;            /* at most CW_FORK_TICKS_MAX */
    const CwTickInput *inputs; /* of the first ticks; then the last input's actions stay held */
    int input_count;           /* 0: nothing is held */
    void (*seen)(void *context, const CwWorld *fork); /* called after each tick, may be NULL; reads
                                                         the fork, may write later inputs */
    void *context;
    CwSnapshot *state; /* the fork starts from this snapshot (if that is empty, from the world) and
                          stores its end in it. NULL: it starts from the world and stores nothing */
} CwFork;

/* Runs a fork of the run's world, or of a simulation's. The world is unchanged afterwards, also on
 * failure. False with an error if memory is short, or the fork is too long or can't go on. */
bool cw_world_fork(const CwWorld *world, const CwFork *fork, CwError *error);

/* ---- probe and picture ---- */

/* The result of CwGame.probe for this world; zeros if the game has none. */
CwProbe cw_world_probe(const CwWorld *world);

/* Draws a world's entities at frame->alpha, moved by `offset_m` and multiplied by `tint`. For
 * CW_PHASE_RENDER. Sets world space, layer 0. Ghosts have a tint.a of about 128. */
void cw_world_draw(const CwWorld *world, CwFrame *frame, CwPoint2 offset_m, CwColour tint);
CW_C_END
