#include "live/rerun_plan.h"

#include "base/report.h"
#include "change/changes.h"
#include "platform/file.h"
#include "program/loop.h"
#include "run/replay_run.h"
#include "sim/possible_input.h"
#include "sim/sim_settings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- actions ---- */

/* The number of the game's action with a name of this length; -1: there is none. */
static int find_action(const CwGame *game, const char *name, size_t length)
{
    int place = game->input.action_count - 1;
    for (; place >= 0; place--) {
        const char *own = game->input.actions[place].name;
        if (strncmp(own, name, length) == 0 && own[length] == '\0') {
            break;
        }
    }
    return place;
}

static bool is_recorded(const char *names, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = names; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

bool action_map_read(ActionMap *map, const char *names, const CwGame *game, const char *who)
{
    *map = (ActionMap){0};
    for (const char *name = names; name != NULL;) {
        int length = (int)strcspn(name, ","), place = map->count;
        if (place == CW_ACTION_MAX || length == 0) {
            report("%s needs up to %d names with commas between them", who, CW_ACTION_MAX);
            return false;
        }
        int found = find_action(game, name, (size_t)length);
        bool has_place = place < game->input.action_count;
        const char *new_name = has_place ? game->input.actions[place].name : NULL;
        bool is_renamed = found < 0 && has_place && !is_recorded(names, new_name);
        if (is_renamed && who != NULL) {
            report("%s: the action \"%.*s\" is \"%.60s\" now", who, length, name, new_name);
        } else if (found < 0 && who != NULL) {
            report("%s: the game has no action \"%.*s\": what was recorded of it is left out", who,
                   length, name);
        }
        map->places[map->count++] = is_renamed ? place : found;
        name = name[length] == ',' ? name + length + 1 : NULL;
    }
    return true;
}

void action_map_names(const CwGame *game, char names[ACTION_NAMES_BYTES])
{
    size_t end = 0;
    names[0] = '\0';
    for (int i = 0; i < game->input.action_count && end < ACTION_NAMES_BYTES; i++) {
        end += (size_t)snprintf(names + end, ACTION_NAMES_BYTES - end, "%s%s", i == 0 ? "" : ",",
                                game->input.actions[i].name);
    }
}

/* Moves recorded values to the game's action numbers. */
static void action_map_apply(const ActionMap *map, CwInputFrame *frame)
{
    if (map->count == 0) {
        return;
    }
    CwInputFrame from = *frame;
    frame->down = frame->pressed = frame->released = 0;
    memset(frame->value, 0, sizeof frame->value);
    for (int i = 0; i < map->count; i++) {
        int to = map->places[i];
        if (to >= 0) {
            frame->down |= (from.down >> i & 1) << to;
            frame->pressed |= (from.pressed >> i & 1) << to;
            frame->released |= (from.released >> i & 1) << to;
            frame->value[to] = from.value[i];
        }
    }
}

/* ---- the plan ---- */

/* Chooses the level's text. The session keeps the file's path even if the text is recorded. */
static void choose_level(SessionDesc *desc, const RerunPlan *plan, char name[PATH_BYTES_MAX])
{
    bool has_map_path = plan->map_path != NULL && plan->map_path[0] != '\0';
    bool has_file = has_map_path && plan->map_text.bytes == NULL && file_exists(plan->map_path);
    MapText recorded = replay_level_text(plan->recording);
    if (!has_file) {
        desc->map_text = plan->map_text.bytes != NULL ? plan->map_text : recorded;
    }
    if (has_map_path) {
        desc->map_path = plan->map_path;
    } else if (desc->map_text.bytes != NULL) {
        snprintf(name, PATH_BYTES_MAX, "%s (as it was)", desc->level);
        desc->map_path = name;
    }
}

CwSimSettings rerun_plan_settings(const RerunPlan *plan)
{
    return plan->settings != NULL   ? *plan->settings
           : plan->transfer != NULL ? plan->transfer->settings
                                    : plan->recording->header.settings;
}

/* Opens the session at its first tick, or at the tick of a transfer. */
static bool open_session(Session *session, const RerunPlan *plan, const SessionDesc *desc,
                         CwError *error)
{
    const CwReplayFile *run = plan->recording;
    SessionDesc start = *desc;
    char name[PATH_BYTES_MAX];
    start.seed = run->header.seed;
    start.level = run->header.level;
    start.carry = (CarryForm){run->carry, run->carry_bytes};
    start.settings = rerun_plan_settings(plan);
    start.changes = plan->knobs != NULL ? plan->knobs : run->edits;
    start.change_count = plan->knobs != NULL ? plan->knob_count : run->edit_count;
    start.may_skip_changes = true;
    start.fixed = plan->has_map_settings ? desc->fixed : SIM_SETTINGS_ALL;
    choose_level(&start, plan, name);
    if (!session_open(session, &start, error)) {
        return false;
    }
    bool ok = plan->transfer == NULL || world_transfer_apply(plan->transfer, session->world, error);
    if (!ok) {
        session_close(session);
    }
    return ok;
}

/* A tick's recorded input, with the game's action numbers. */
static CwTickInput planned_input(const RerunPlan *plan, uint64_t tick)
{
    CwTickInput input = cw_replay_input(plan->recording, tick);
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        action_map_apply(&plan->actions, &input.players[i]);
    }
    if (plan->settings != NULL) {
        input.command = (CwInputCommand){0};
    }
    return input;
}

/* Records the ticks before the transfer. */
static void write_past(const RerunPlan *plan, Run *run)
{
    const CwReplayFile *past = plan->recording;
    const Changes *changes = changes_of(run->session);
    RerunPlan as_recorded = *plan;
    as_recorded.settings = NULL;
    for (int i = 0; i < run->writer_count; i++) {
        size_t edit = 0;
        for (uint64_t tick = 1; tick <= plan->transfer->tick; tick++) {
            CwTickInput input = planned_input(&as_recorded, tick);
            for (; edit < past->edit_count && past->edits[edit].tick < tick; edit++) {
                replay_writer_edit(run->writers[i], &past->edits[edit]);
            }
            replay_writer_tick(run->writers[i], &input, cw_replay_hash(past, tick));
        }
        CW_ASSERT(changes->count > 0, "a transfer is a change");
        replay_writer_edit(run->writers[i], &changes->items[changes->count - 1]);
    }
}

static CwTickInput next_of_plan(const void *context, const Session *session)
{
    return planned_input(context, cw_world_tick(session->world) + 1);
}

RunSource rerun_plan_source(const RerunPlan *plan)
{
    RunSource source = run_source_replay(plan->recording);
    source.next = next_of_plan;
    source.context = plan;
    source.policy = plan->policy;
    source.recording = plan->policy == CHANGES_SILENT ? NULL : plan->recording;
    return source;
}

bool rerun_plan_begin(Run *run, Session *session, const RerunPlan *plan, const SessionDesc *desc,
                      CwError *error)
{
    bool ok = open_session(session, plan, desc, error);
    if (ok) {
        run_begin(run, &(RunDesc){.session = session, .source = rerun_plan_source(plan)});
    }
    return ok;
}

bool rerun_plan_play(const RerunPlan *plan, Loop *loop, CwError *error)
{
    Playback *playback = &loop->playback;
    SessionDesc desc = playback_session_desc(loop->desc.game, loop->desc.config);
    desc.fingerprint = loop->desc.setup.fingerprint;
    desc.guest = loop->desc.setup.guest;
    desc.limit = &playback->limit;
    playback->limit = replay_begin_limit(plan->recording, loop->desc.setup.limit_s);
    work_limit_pause(&playback->limit);
    playback->source = rerun_plan_source(plan);
    playback->source.policy = CHANGES_REPORTED;
    playback->repeated = plan->recording;
    const CatchUpDesc past = {.tick = plan->tick,
                              .last = plan->recording->tick_count,
                              .is_paused = plan->is_paused,
                              .shown_ns = plan->shown_ns};
    bool ok = open_session(&playback->session, plan, &desc, error) &&
              playlist_catch_up(loop, &past, error);
    if (ok && plan->transfer != NULL) {
        write_past(plan, &playback->run);
    }
    return ok;
}

bool rerun_plan_is_done(const Run *run)
{
    const CwWorld *world = run->session->world;
    return cw_world_tick(world) >= run->source.end || world->flow.end != FLOW_GOES_ON;
}

/* ---- following a run ---- */

static const double PATH_WIDTH_M = 0.5; /* greatest distance of a player on the path */
static const double TICK_M = 0.01;      /* distance that is added for each tick from the due one */
static const double MOVE_TICKS = 5;     /* a difference in motion counts as these ticks' distance */

/* Range of ticks in which the player's place is searched for. */
enum { AHEAD_TICKS = 4, LOST_AHEAD_TICKS = 600, LOST_BACK_TICKS = 240 };

/* ---- the path ---- */

/* False: the recording holds no path. */
static bool read_path(Follow *follow)
{
    const CwReplayFile *recording = follow->plan.recording;
    bool has = false;
    for (uint64_t tick = 1; tick < follow->count; tick++) {
        has = replay_player_place(recording, tick, &follow->path[tick]) || has;
    }
    follow->path[0] = follow->count > 1 ? follow->path[1] : follow->path[0];
    return has;
}

static bool simulate_path(Follow *follow, const SessionDesc *desc, CwError *error)
{
    RerunPlan plan = follow->plan;
    Session session = {0};
    Run run;
    plan.settings = NULL;
    plan.knobs = NULL;
    if (!rerun_plan_begin(&run, &session, &plan, desc, error)) {
        return false;
    }
    bool ok = true;
    while (ok && run.differs_at == 0) {
        const cpBody *player = session_probe(&session).player;
        if (player != NULL) {
            cpVect at = cpBodyGetPosition(player);
            follow->path[cw_world_tick(session.world)] = (CwPoint2){at.x, at.y};
        }
        if (cw_world_tick(session.world) + 1 == follow->count) {
            break;
        }
        ok = run_advance(&run, error);
    }
    session_close(&session);
    return (ok && run.differs_at == 0) ||
           cw_error_set(error,
                        "the rules have changed since it was recorded, and it holds no path: "
                        "keep it as a test again, in clockwork dev");
}

bool follow_open(Follow *follow, const RerunPlan *plan, const SessionDesc *desc, CwError *error)
{
    *follow = (Follow){.plan = *plan, .count = plan->recording->tick_count + 1};
    follow->path = malloc((size_t)follow->count * sizeof *follow->path);
    for (uint64_t i = 0; follow->path != NULL && i < follow->count; i++) {
        follow->path[i] = (CwPoint2){NAN, NAN};
    }
    return follow->path == NULL ? cw_error_set(error, "out of memory for the path")
                                : read_path(follow) || simulate_path(follow, desc, error);
}

void follow_close(Follow *follow)
{
    free(follow->path);
    follow->path = NULL;
}

/* ---- the source ---- */

/* Sets `place` to the tick nearest to the player's place and motion. False: off the path. */
static bool find_place(Follow *follow, cpVect at)
{
    CwPoint2 last = follow->due == 0 ? (CwPoint2){at.x, at.y} : follow->last;
    CwPoint2 move = {at.x - last.x, at.y - last.y};
    uint64_t best = follow->due;
    uint64_t from = !follow->is_off                   ? follow->place
                    : follow->place > LOST_BACK_TICKS ? follow->place - LOST_BACK_TICKS
                                                      : 0;
    uint64_t to = follow->place + (follow->is_off ? LOST_AHEAD_TICKS : AHEAD_TICKS);
    double nearest = INFINITY, least = INFINITY;
    for (uint64_t i = from; i <= to && i < follow->count; i++) {
        CwPoint2 here = follow->path[i], before = follow->path[i > 0 ? i - 1 : 0];
        double ticks = fabs((double)i - (double)follow->due);
        double away = hypot(here.x - at.x, here.y - at.y) + TICK_M * ticks;
        double apart = hypot(here.x - before.x - move.x, here.y - before.y - move.y);
        if (away + MOVE_TICKS * apart < least) {
            least = away + MOVE_TICKS * apart;
            nearest = away;
            best = i;
        }
    }
    follow->last = (CwPoint2){at.x, at.y};
    if (nearest < PATH_WIDTH_M) {
        follow->place = best;
        follow->due = best + 1;
    }
    return nearest < PATH_WIDTH_M;
}

static CwTickInput next_input(const void *context, const Session *session)
{
    Follow *follow = (Follow *)context;
    const CwWorld *world = session->world;
    const cpBody *player = session_probe(session).player;
    CwTickInput input = {0};
    follow->is_off = player == NULL || !find_place(follow, cpBodyGetPosition(player));
    if (follow->is_off && follow->left_tick == 0 && follow->due < follow->count) {
        follow->left_tick = cw_world_tick(world) + 1;
    }
    if (!follow->is_off || session->desc.game->bot == NULL) {
        follow->place = follow->is_off ? follow->due++ : follow->place;
        if (follow->place + 1 < follow->count) {
            input = planned_input(&follow->plan, follow->place + 1);
        }
    } else {
        session->desc.game->bot(world, &input.players[0]);
    }
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        CwInputFrame *frame = &input.players[i];
        const CwInputFrame *before = &world->input.players[i];
        frame->pressed |= frame->down & ~before->down;
        possible_input_settle(frame, before);
    }
    input.command = (CwInputCommand){0};
    return input;
}

RunSource follow_source(Follow *follow)
{
    return (RunSource){.next = next_input,
                       .context = follow,
                       .end = 2 * follow->count,
                       .recording = follow->plan.recording};
}
