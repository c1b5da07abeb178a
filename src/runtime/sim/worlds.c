#include "clockwork/worlds.h"

#include "platform/thread.h"
#include "sim/possible_input.h"
#include "sim/session.h"
#include "sim/sim_settings.h"
#include "sim/tile_ground.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(CW_SIM_MAX == ARENA_SLOT_COUNT - 1, "a slot for each, and one for the run");

struct CwSim {
    Session session;
    Session *owner; /* session that closes this simulation when it ends; NULL: none */
    CwSim *next;    /* next simulation of the same owner */
    WorkLimit limit;
    void (*closed)(void *data);
    void *data;
};

static Arena *leave_arena(void)
{
    Arena *previous = arena_make_current(NULL);
    CW_ASSERT(previous == NULL || !arena_is_at_work(previous),
              "open, run and fork other worlds in frame phases: a tick reads its own alone");
    return previous;
}

static Session *session_of(const CwWorld *world)
{
    CW_ASSERT(world->session != NULL, "take a world of the run or of a CwSim");
    return world->session;
}

/* ---- simulations ---- */

CwSimDesc cw_sim_desc_default(const CwGame *game)
{
    WorldDesc defaults = world_desc_default();
    return (CwSimDesc){.game = game,
                       .settings = defaults.settings,
                       .takes_map_settings = true,
                       .seed = SEED_FIRST,
                       .arena_bytes = defaults.arena_bytes};
}

CwSimDesc cw_sim_desc_of(const CwWorld *world)
{
    const SessionDesc *desc = &session_of(world)->desc;
    return (CwSimDesc){.game = desc->game,
                       .settings = desc->settings,
                       .seed = desc->seed,
                       .arena_bytes = desc->arena_bytes,
                       .map_path = desc->map_path,
                       .level = desc->level,
                       .beside = world};
}

/* The level's name; NULL, with an error, if it is unknown. */
static const char *find_level(const CwSimDesc *desc, CwError *error)
{
    const CwGame *game = desc->game;
    if (desc->beside != NULL) {
        return session_of(desc->beside)->level;
    }
    const char *first = game->content.level_count > 0 ? game->content.levels[0] : LEVEL_WITHOUT_MAP;
    if (desc->level == NULL || game->content.level_count == 0) {
        return desc->level == NULL ? first : desc->level;
    }
    for (int i = 0; i < game->content.level_count; i++) {
        if (strcmp(game->content.levels[i], desc->level) == 0) {
            return desc->level;
        }
    }
    cw_error_set(error, "there is no level \"%.100s\" in CwGame.content.levels", desc->level);
    return NULL;
}

CwSim *cw_sim_open(const CwSimDesc *desc, CwError *error)
{
    Session *owner = desc->beside == NULL ? NULL : session_of(desc->beside);
    SessionDesc session = {.game = desc->game,
                           .settings = desc->settings,
                           .fixed = desc->takes_map_settings ? 0 : SIM_SETTINGS_ALL,
                           .seed = desc->seed,
                           .arena_bytes = desc->arena_bytes,
                           .slot = ARENA_SLOT_ANY,
                           .map_path = desc->map_path,
                           .map = owner == NULL ? NULL : owner->map,
                           .level = find_level(desc, error),
                           .guest = owner == NULL ? NULL : owner->desc.guest,
                           .like = owner};
    if (desc->replay != NULL) {
        session.carry = (CarryForm){desc->replay->carry, desc->replay->carry_bytes};
    }
    if (session.level == NULL) {
        return NULL;
    }
    CwSim *sim = calloc(1, sizeof *sim);
    if (sim == NULL) {
        cw_error_set(error, "out of memory for another world");
        return NULL;
    }
    if (desc->limit_s > 0) {
        sim->limit = work_limit_begin(desc->limit_s);
        work_limit_pause(&sim->limit);
    }
    session.limit = &sim->limit;
    Arena *previous = leave_arena();
    bool is_open = session_open(&sim->session, &session, error);
    arena_make_current(previous);
    if (!is_open) {
        free(sim);
        return NULL;
    }
    sim->session.owner = sim->owner = owner;
    if (owner != NULL) {
        sim->next = owner->sims;
        owner->sims = sim;
    }
    sim->closed = desc->closed;
    sim->data = desc->data;
    return sim;
}

void cw_sim_close(CwSim *sim)
{
    if (sim == NULL) {
        return;
    }
    Arena *previous = leave_arena();
    if (sim->owner != NULL) {
        CwSim **at = &sim->owner->sims;
        while (*at != sim) {
            at = &(*at)->next;
        }
        *at = sim->next;
    }
    session_close(&sim->session);
    arena_make_current(previous);
    if (sim->closed != NULL) {
        sim->closed(sim->data);
    }
    free(sim);
}

void worlds_close_sims(Session *session)
{
    while (session->sims != NULL) {
        cw_sim_close(session->sims);
    }
}

bool cw_sim_tick(CwSim *sim, const CwTickInput *input, CwError *error)
{
    Arena *previous = leave_arena();
    bool ok = session_tick(&sim->session, input, error);
    arena_make_current(previous);
    return ok;
}

CwWorld *cw_sim_world(CwSim *sim)
{
    return sim->session.world;
}

/* ---- many at once ---- */

static void run_one(void *context, int index)
{
    CwSimRun *run = (CwSimRun *)context + index;
    run->desc.beside = NULL;
    CwSim *sim = cw_sim_open(&run->desc, &run->error);
    if (sim != NULL && !run->run(sim, run->data, &run->error)) {
        cw_error_set(&run->error, "its run failed without saying why");
    }
    cw_sim_close(sim);
}

int cw_sim_run_many(CwSimRun *runs, int count, int threads)
{
    Arena *previous = leave_arena();
    int places = arena_free_slots(), cores = threads > 0 ? threads : thread_count_cores();
    int ok = 0;
    for (int i = 0; i < count; i++) {
        runs[i].error = (CwError){0};
    }
    threads_share(run_one, runs, count, cores < places ? cores : places > 0 ? places : 1);
    arena_make_current(previous);
    for (int i = 0; i < count; i++) {
        ok += runs[i].error.text[0] == '\0';
    }
    return ok;
}

/* ---- forks ---- */

static CwTickInput input_at(const CwFork *fork, uint32_t tick)
{
    if (tick < (uint32_t)fork->input_count) {
        return fork->inputs[tick];
    }
    return fork->input_count > 0 ? possible_input_held(&fork->inputs[fork->input_count - 1])
                                 : (CwTickInput){0};
}

static bool run_ticks(Session *session, const CwFork *fork, CwError *error)
{
    for (uint32_t i = 0; i < fork->ticks; i++) {
        CwTickInput input = input_at(fork, i);
        if (!session_tick(session, &input, error)) {
            return cw_error_context(error, "a fork");
        }
        if (fork->seen != NULL) {
            fork->seen(fork->context, session->world);
        }
    }
    bool is_saved = fork->state == NULL || cw_world_snapshot(session->world, fork->state);
    return is_saved || cw_error_set(error, "out of memory for the state of a fork");
}

bool worlds_suspend(Session *session, SuspendedWorld *suspended, CwError *error)
{
    CW_ASSERT(!session->is_forked, "fork a world when the fork before is over");
    if (!cw_world_snapshot(session->world, &session->parent)) {
        return cw_error_set(error, "out of memory for the copy of a world that is forked");
    }
    *suspended = (SuspendedWorld){leave_arena(), session->schedule.is_profiling};
    session->schedule.is_profiling = false;
    session->is_forked = true;
    return true;
}

void worlds_resume(Session *session, const SuspendedWorld *suspended)
{
    cw_world_restore(session->world, &session->parent);
    session->schedule.is_profiling = suspended->was_profiling;
    session->is_forked = false;
    arena_make_current(suspended->current);
}

bool cw_world_fork(const CwWorld *world, const CwFork *fork, CwError *error)
{
    Session *session = session_of(world);
    if (fork->ticks > CW_FORK_TICKS_MAX) {
        return cw_error_set(error,
                            "a fork of %u ticks is too long: run at most %d at once, and go on "
                            "from CwFork.state",
                            (unsigned)fork->ticks, CW_FORK_TICKS_MAX);
    }
    SuspendedWorld suspended = {0};
    if (!worlds_suspend(session, &suspended, error)) {
        return false;
    }
    if (fork->state != NULL && fork->state->size > 0) {
        cw_world_restore(session->world, fork->state);
    }
    bool ok = run_ticks(session, fork, error);
    worlds_resume(session, &suspended);
    return ok;
}

/* ---- probe and picture ---- */

const CwMap *cw_world_map(const CwWorld *world)
{
    return world->tiles != NULL     ? &world->tiles->map
           : world->session == NULL ? NULL
                                    : world->session->map;
}

const char *cw_world_level(const CwWorld *world)
{
    return world->session == NULL ? LEVEL_WITHOUT_MAP : world->session->level;
}

CwProbe cw_world_probe(const CwWorld *world)
{
    return session_probe(session_of(world));
}
