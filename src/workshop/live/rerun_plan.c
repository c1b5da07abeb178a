#include "live/rerun_plan.h"

#include "base/report.h"
#include "change/changes.h"
#include "platform/file.h"
#include "program/loop.h"
#include "run/replay_run.h"
#include "sim/sim_settings.h"

#include <stdio.h>
#include <string.h>

/* ---- actions ---- */

/* The place of a name of that length among the game's actions; -1: it has none. */
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

/* The session keeps the path of the level's file, whatever its text comes from. */
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
            CwTickInput input = rerun_plan_input(&as_recorded, tick);
            for (; edit < past->edit_count && past->edits[edit].tick < tick; edit++) {
                replay_writer_edit(run->writers[i], &past->edits[edit]);
            }
            replay_writer_tick(run->writers[i], &input, cw_replay_hash(past, tick));
        }
        CW_ASSERT(changes->count > 0, "a transfer is a change");
        replay_writer_edit(run->writers[i], &changes->items[changes->count - 1]);
    }
}

CwTickInput rerun_plan_input(const RerunPlan *plan, uint64_t tick)
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

static CwTickInput next_of_plan(const void *context, const Session *session)
{
    return rerun_plan_input(context, cw_world_tick(session->world) + 1);
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
