#include "sim/session.h"

#include "base/array.h"
#include "base/report.h"
#include "base/view_rect.h"
#include "platform/arithmetic.h"
#include "sim/breadcrumb.h"
#include "sim/possible_input.h"
#include "sim/sim_settings.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool session_add_systems(Session *session, CwError *error)
{
    const CwGame *game = session->desc.game;
    session->schedule = (Schedule){.is_profiling = session->schedule.is_profiling};
    bool ok = true;
    for (int i = 0; i < world_system_count && ok; i++) {
        ok = schedule_add(&session->schedule, &world_systems[i], error);
    }
    for (int i = 0; i < game->content.system_count && ok; i++) {
        ok = schedule_add(&session->schedule, &game->content.systems[i], error);
    }
    return ok;
}

typedef struct Building {
    Session *session;
    CwError *error;
    bool is_built;
} Building;

static void enter_guest(const Session *session)
{
    if (session->guest_state != NULL) {
        session->desc.guest->enter(session->guest_state);
    }
}

static void build_world(void *context)
{
    Building *building = context;
    Session *session = building->session;
    enter_guest(session);
    if (session->world->desc.carry.size > 0) {
        carry_read(&session->desc.game->carry, session->carry, cw_world_carry(session->world));
    }
    if (session->desc.game->start(session->world, session->map, building->error)) {
        world_finish_building(session->world);
        building->is_built = true;
    }
}

static bool name_level(const Session *session, CwError *error)
{
    const char *name = session->map_path[0] != '\0' ? session->map_path : session->level;
    return cw_error_context(error, "%s", name);
}

static bool open_world(Session *session, CwError *error)
{
    const CwGame *game = session->desc.game;
    const SessionGuest *guest = session->desc.guest;
    WorldDesc desc = {.slot = session->desc.slot,
                      .arena_bytes = session->desc.arena_bytes,
                      .settings = session->settings,
                      .seed = session->desc.seed,
                      .salt = guest == NULL ? 0 : guest->salt(session->guest_state),
                      .player_count = game->input.player_count,
                      .kinds = game->content.kinds,
                      .kind_count = game->content.kind_count,
                      .collisions = game->content.collisions,
                      .collision_count = game->content.collision_count,
                      .systems = game->content.systems,
                      .system_count = game->content.system_count,
                      .state.name = "the game's state",
                      .state.size = game->content.state_bytes,
                      .state.fields = game->content.state_fields,
                      .state.field_count = game->content.state_field_count,
                      .carry.name = "carry",
                      .carry.size = game->carry.bytes,
                      .carry.fields = game->carry.fields,
                      .carry.field_count = game->carry.field_count,
                      .event_limit = game->content.event_limit};
    session->world = world_open(&desc, error);
    if (session->world == NULL) {
        return false;
    }
    session->world->session = session;
    session->world->arena->work_limit = session->desc.limit;
    Building building = {session, error, false};
    const Breadcrumb saved = current_breadcrumb;
    current_breadcrumb = (Breadcrumb){.function = "start", .recording = saved.recording};
    bool done = world_attempt(session->world, build_world, &building, error);
    current_breadcrumb = saved;
    if (done && !building.is_built) {
        bool has_said_why = error->text[0] != '\0';
        cw_error_set(error, "the game's start failed without saying why: return "
                            "cw_error_set(error, ...) from it");
        return !has_said_why && name_level(session, error);
    }
    return (done && world_check(session->world, error) &&
            (guest == NULL || guest->check(session->world, error))) ||
           name_level(session, error);
}

/* Reports medals in a wrong order, and properties that the game hasn't read, except medals, which
 * are read when a run ends. */
static void check_map(const Session *session)
{
    const CwGameRank *rank = &session->desc.game->rank;
    const char *unit = rank->by == CW_RANK_TIME ? "s" : "points";
    double sign = rank->by == CW_RANK_SCORE_HIGH ? -1 : 1, worse = NAN;
    for (int i = rank->finish_wins ? 1 : 0; i < rank->medal_count; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s_%s", rank->medals[i], unit);
        double limit = cw_map_number(session->map, NULL, name, NAN); /* warns if it is no number */
        if (sign * limit > sign * worse) {
            cw_map_warn(session->map, NULL,
                        "property \"%s\" is %g, but a worse medal needs %g: give the better medal "
                        "the %s limit under Map > Map Properties in Tiled",
                        name, limit, worse, sign > 0 ? "lower" : "higher");
        }
        worse = isnan(limit) ? worse : limit;
    }
    map_warn_unasked(session->map);
}

static bool check_rate(const char *owner, const char *name, int every_hz, int tick_rate,
                       CwError *error)
{
    return every_hz <= tick_rate ||
           cw_error_set(error,
                        "%s %s: its every_hz is %d, but there are %d ticks a second: lower it, or "
                        "raise simulation.tick_rate or the map's tick_rate",
                        owner, name, every_hz, tick_rate);
}

static bool check_rates(const Session *session, CwError *error)
{
    const CwGame *game = session->desc.game;
    int tick_rate = session->settings.tick_rate;
    bool ok = true;
    for (int i = 0; ok && i < game->content.system_count; i++) {
        const CwSystem *system = &game->content.systems[i];
        ok = check_rate("system", system->name, system->every_hz, tick_rate, error);
    }
    for (int i = 0; ok && i < game->content.kind_count; i++) {
        const CwKind *kind = &game->content.kinds[i], *block;
        for (int at = 0; ok && (block = kind_block(kind, at)) != NULL; at++) {
            ok = check_rate(at == 0 ? "kind" : "part", block->name, block->every_hz, tick_rate,
                            error);
        }
    }
    return ok;
}

static bool start_level(Session *session, CwError *error)
{
    const CwGame *game = session->desc.game;
    session->settings = session->desc.settings;
    session->map_settings =
        sim_settings_apply_map(&session->settings, session->map, session->desc.fixed);
    if (!session_add_systems(session, error) || !check_rates(session, error) ||
        !open_world(session, error) || !schedule_start(&session->schedule, session->world, error)) {
        session_close(session);
        return false;
    }
    if (!flow_is_empty(&session->world->flow)) {
        report("a request to the flow before the first tick counts for nothing: ask in a tick");
    }
    if (session->map != NULL) {
        check_map(session);
    }
    session->frame_systems =
        (CwSystemSet){game->content.systems, game->content.system_count, .is_for_ticks = false};
    session->camera = (CwCamera){.height_m = game->looks.camera_height_m, .view = game_view(game)};
    session->event_count = 0;
    session->event_cursor = 0;
    session->all_lost_events = 0;
    session->was_fence_reported = false;
    coming_drop(session);
    return true;
}

bool session_open(Session *session, const SessionDesc *desc, CwError *error)
{
    arithmetic_reset(); /* reading the map rounds as ticks do */
    *session = (Session){.desc = *desc, .settings = desc->settings};
    snprintf(session->level, sizeof session->level, "%s", desc->level);
    if (desc->guest != NULL && !desc->guest->open(session, error)) {
        return false;
    }
    CarryForm first =
        desc->like == NULL || desc->carry.bytes != NULL ? desc->carry : desc->like->carry;
    session->carry = carry_adopt(desc->game, first, &session->may_rank);
    session->desc.changes = NULL;
    session->desc.like = NULL;
    session->desc.carry = (CarryForm){0};
    session->view_memory = calloc(1, desc->game->looks.view_bytes + 1);
    bool lacks_carry = session->carry.bytes == NULL && desc->game->carry.field_count > 0;
    if (session->view_memory == NULL || lacks_carry) {
        session_close(session);
        return cw_error_set(error, "out of memory for the view of the game");
    }
    session->map = desc->map;
    if (desc->map == NULL && desc->map_path != NULL && desc->map_path[0] != '\0') {
        snprintf(session->map_path, sizeof session->map_path, "%s", desc->map_path);
        session->map = desc->map_text.bytes == NULL
                           ? cw_map_load(session->map_path, error)
                           : map_parse(session->map_path, desc->map_text, error);
        if (session->map == NULL) {
            session_close(session);
            return false;
        }
    }
    session->desc.map_path = session->map_path;
    session->desc.level = session->level;
    return start_level(session, error);
}

static void stop_level(Session *session)
{
    arena_protect(session->world->arena, false); /* a dispose may write */
    schedule_stop(&session->schedule, session->world);
    worlds_close_sims(session); /* if no dispose has closed them */
    entity_views_sweep(&session->views, NULL);
    world_close(session->world);
    session->world = NULL;
}

bool session_restart(Session *session, const SessionDesc *desc, CwError *error)
{
    arithmetic_reset();
    stop_level(session);
    session->desc = desc != NULL ? *desc : session->desc;
    memset(session->view_memory, 0, session->desc.game->looks.view_bytes);
    return start_level(session, error);
}

static void call_tick_systems(void *context)
{
    Session *session = context;
    schedule_run_tick(&session->schedule, session->world);
}

static bool run_tick_systems(Session *session, const CwTickInput *input, CwError *error)
{
    const Breadcrumb saved = current_breadcrumb;
    enter_guest(session);
    world_begin_tick(session->world, input);
    session->schedule.tick_off = session->world->systems.off << world_system_count |
                                 schedule_not_due(&session->schedule, session->world->tick,
                                                  session->world->settings.tick_rate);
    current_breadcrumb = (Breadcrumb){
        .tick = session->world->tick, .is_coming = saved.is_coming, .recording = saved.recording};
    bool done = world_attempt(session->world, call_tick_systems, session, error);
    session->world->is_in_tick = false;
    current_breadcrumb = saved;
    if (done && memcmp(&session->world->input, input, sizeof *input) != 0) {
        done = cw_error_set(error,
                            "tick %" PRIu64 ": the game wrote the input of its tick, which a "
                            "replay keeps as it was given: copy it first",
                            session->world->tick);
    }
    return done || name_level(session, error);
}

/* Removes input that a recording can't hold. */
static CwTickInput recordable_input(const CwGame *game, const CwTickInput *given)
{
    CwTickInput input = *given;
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        CwInputFrame *frame = &input.players[i];
        possible_input_limit(frame, game->input.action_count);
        if (i >= game_player_count(game)) {
            *frame = (CwInputFrame){0};
        } else if (!game->input.pointer_in_world) {
            frame->world_x = frame->world_y = 0;
        }
    }
    return input;
}

bool session_tick(Session *session, const CwTickInput *input, CwError *error)
{
    CwTickInput kept = recordable_input(session->desc.game, input);
    Arena *arena = session->world->arena;
    bool was_shut = arena_open(arena);
    bool done = run_tick_systems(session, &kept, error);
    arena_shut(arena, was_shut);
    return done && world_check(session->world, error);
}

void session_run_phase(Session *session, CwPhase phase, CwFrame *frame)
{
    enter_guest(session);
    if (phase == CW_PHASE_EARLY) {
        session->schedule.frame_off = session->frame_systems.off << world_system_count;
    }
    current_breadcrumb.tick = session->world->tick;
    schedule_run_phase(&session->schedule, phase, session->world, frame);
    if (phase == CW_PHASE_END_FRAME) {
        entity_views_sweep(&session->views, session->world);
    }
}

/* Called once a level, because bodies often leave in large numbers. */
static void report_fenced(Session *session, const CwEvent *event)
{
    char owner[96];
    report("tick %" PRIu64
           ": a body%s left the fence, %g m around the origin, and was put back at rest: "
           "a force, a speed or a place is far too large",
           event->tick, entity_words(session->world, event->a, owner, sizeof owner), FENCE_M);
    session->was_fence_reported = true;
}

void session_collect_events(Session *session)
{
    const CwEvent *event;
    session->event_count = 0;
    session->lost_event_count = 0;
    while ((event = cw_world_event_after(session->world, session->event_cursor)) != NULL) {
        CwEvent *events =
            grow_for_one(session->events, (size_t)session->event_count, sizeof *event);
        session->events = events == NULL ? session->events : events;
        session->lost_event_count +=
            event->sequence - session->event_cursor - (events == NULL ? 0 : 1);
        session->event_cursor = event->sequence;
        if (events != NULL) {
            events[session->event_count++] = *event;
        }
        if (event->type == CW_EVENT_FENCED && !session->was_fence_reported) {
            report_fenced(session, event);
        }
    }
    if (session->lost_event_count > 0 && session->all_lost_events == 0) {
        report("%" PRIu64
               " events of a picture were lost, and the number is on F3 from now on: emit "
               "fewer, or raise CwGame.content.event_limit",
               session->lost_event_count);
    }
    session->all_lost_events += session->lost_event_count;
}

CwProbe session_probe(const Session *session)
{
    const CwGame *game = session->desc.game;
    const Breadcrumb saved = current_breadcrumb;
    current_breadcrumb = (Breadcrumb){
        .function = "probe", .tick = session->world->tick, .recording = saved.recording};
    CwProbe probe = game->probe == NULL ? (CwProbe){0} : game->probe(session->world);
    current_breadcrumb = saved;
    probe.finished = probe.finished && probe.lost == NULL;
    return probe;
}

bool session_is_over(const Session *session)
{
    CwProbe probe = session_probe(session);
    return probe.finished || probe.lost != NULL;
}

void session_close(Session *session)
{
    if (session->world != NULL) {
        stop_level(session);
    }
    if (session->map != session->desc.map) {
        cw_map_free(session->map);
    }
    cw_snapshot_free(&session->parent);
    coming_free(session);
    free(session->view_memory);
    free(session->events);
    free(session->carry.bytes);
    session->carry = (CarryForm){0};
    if (session->guest_state != NULL) {
        session->desc.guest->close(session->guest_state);
    }
    session->guest_state = NULL;
    session->map = NULL;
    session->view_memory = NULL;
    session->events = NULL;
}

CwViewRect game_view(const CwGame *game)
{
    return view_or_default((CwViewRect){0, 0, game->looks.view_width, game->looks.view_height});
}

int game_player_count(const CwGame *game)
{
    return game->input.player_count == 0 ? 1 : game->input.player_count;
}
