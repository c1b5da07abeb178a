#include "run/replay_run.h"

#include "platform/sandbox.h"
#include "sim/sim_settings.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

static const size_t ARENA_BYTES_MAX = (size_t)256 << 20;

static const double LIMIT_S = 30, LIMIT_PER_S = 0.25;

static uint32_t pointer_steps(const CwGame *game)
{
    return game->input.pointer_in_world ? CW_POINTER_STEPS_PER_M : 0;
}

CwReplayHeader replay_header_of(const Session *session, MapText level)
{
    const SessionDesc *desc = &session->desc;
    bool has_level = level.bytes != NULL;
    uint64_t own_hash = session->map == NULL ? 0 : cw_map_hash(session->map);
    CwReplayHeader header = {.version = REPLAY_VERSION,
                             .rules_version = desc->game->rules_version,
                             .settings = session->settings,
                             .arena_bytes = desc->arena_bytes,
                             .level_hash =
                                 has_level ? XXH3_64bits(level.bytes, level.size) : own_hash,
                             .seed = desc->seed,
                             .fingerprint = desc->fingerprint,
                             .player_count = (uint32_t)game_player_count(desc->game),
                             .action_count = (uint32_t)desc->game->input.action_count,
                             .pointer_steps_per_m = pointer_steps(desc->game)};
    snprintf(header.game_id, sizeof header.game_id, "%s", desc->game->id);
    snprintf(header.level, sizeof header.level, "%s", session->level);
    return header;
}

MapText replay_level_text(const CwReplayFile *replay)
{
    return (MapText){replay->level_file, replay->level_file_bytes};
}

MapText replay_level_to_record(const Session *session, const Levels *levels)
{
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    bool own = session->map == NULL || (levels_resolve(levels, session->level, path, name, NULL) &&
                                        map_is_from(session->map, path));
    return own ? (MapText){0} : map_text(session->map);
}

/* Describes the level: the recorded one, or the game's of that name. */
static bool find_level(const CwReplayFile *replay, const Levels *levels, SessionDesc *desc,
                       char path[PATH_BYTES_MAX], CwError *error)
{
    char name[LEVEL_NAME_BYTES];
    desc->level = replay->header.level;
    if (replay->level_file != NULL) {
        snprintf(path, PATH_BYTES_MAX, "%s (recorded)", desc->level);
        desc->map_text = replay_level_text(replay);
        desc->map_path = path;
    } else if (levels->count > 0) {
        desc->map_path = path;
        return levels_resolve(levels, desc->level, path, name, error);
    }
    return true;
}

/* Returns false. In a file that ends before its first tick, the cause may be the lost part. */
static bool refuse_level(const CwReplayFile *replay, CwError *error)
{
    if (replay->state == CW_REPLAY_ENDED || replay->played_count > 0) {
        return false;
    }
    return cw_error_context(error, "%s",
                            replay->state == CW_REPLAY_BAD
                                ? replay->problem.text
                                : "the recording is cut off in front of its first tick");
}

/* Checks all but the level, before the level is searched. */
static bool check_player(const CwReplayHeader *header, const ReplayPlayer *player, CwError *error)
{
    CwReplayHeader here = *header;
    memset(here.game_id, 0, sizeof here.game_id);
    snprintf(here.game_id, sizeof here.game_id, "%s", player->game->id);
    if (!player->takes_inputs_only) {
        here.rules_version = player->game->rules_version;
        here.player_count = (uint32_t)game_player_count(player->game);
        here.action_count = (uint32_t)player->game->input.action_count;
        here.fingerprint = player->fingerprint;
        here.pointer_steps_per_m = pointer_steps(player->game);
    }
    return replay_header_matches(header, &here, error);
}

WorkLimit replay_begin_limit(const CwReplayFile *replay, double limit_s)
{
    double length_s = (double)replay->tick_count / replay->header.settings.tick_rate;
    limit_s = limit_s > 0 ? limit_s : LIMIT_S + LIMIT_PER_S * length_s;
    return work_limit_begin(isfinite(limit_s) ? limit_s : 0);
}

/* Limits the world's size, because an untrusted recording could fill the machine's memory. */
static bool check_size(const CwReplayHeader *header, const ReplayPlayer *player, CwError *error)
{
    size_t most = player->arena_bytes > ARENA_BYTES_MAX ? player->arena_bytes : ARENA_BYTES_MAX;
    return header->arena_bytes <= most ||
           cw_error_set(error,
                        "it asks for a world of %" PRIu64 " MiB, more than %zu: raise "
                        "simulation.arena_size if you trust it",
                        header->arena_bytes >> 20, most >> 20);
}

CwReplayFile *replay_load_for(const char *path, const ReplayPlayer *player, CwError *error)
{
    CwReplayFile *replay = cw_replay_load(path, error);
    if (replay != NULL && !check_player(&replay->header, player, error)) {
        cw_error_context(error, "%s", path);
        cw_replay_free(replay);
        return NULL;
    }
    return replay;
}

void replay_leave_fatal_tick(CwReplayFile *run)
{
    if (run->tick_count > 0 && cw_replay_hash(run, run->tick_count) == 0) {
        run->tick_count--;
    }
}

static void read_all(void *path)
{
    CwReplayFile *replay = cw_replay_load(path, NULL);
    if (replay != NULL && replay->level_file != NULL) {
        cw_map_free(map_parse(path, replay_level_text(replay), NULL));
    }
    cw_replay_free(replay);
}

bool replay_can_be_read(const char *path, CwError *error)
{
    return sandbox_try(read_all, (void *)(uintptr_t)path, path) ||
           cw_error_set(error, "%s: it is not opened, because reading it crashed or got stuck",
                        path);
}

/* Checks all but the carry and the level. */
static bool check_recording(const CwReplayFile *replay, const ReplayPlayer *player, CwError *error)
{
    if (!check_player(&replay->header, player, error) ||
        !check_size(&replay->header, player, error)) {
        return false;
    }
    return player->guest != NULL || replay->edit_count == 0 ||
           cw_error_set(error,
                        "values were changed by hand in this run, first at tick %" PRIu64
                        ": play it with a maker's build of the game, which can change them again",
                        replay->edits[0].tick);
}

bool replay_suits(const CwReplayFile *replay, const ReplayPlayer *player, CwError *error)
{
    CwReplayHeader here = replay->header;
    SessionDesc desc = {0};
    char path[PATH_BYTES_MAX];
    if (!check_recording(replay, player, error) ||
        !carry_fits(player->game, (CarryForm){replay->carry, replay->carry_bytes}, error) ||
        !find_level(replay, player->levels, &desc, path, error)) {
        return false;
    }
    if (replay->level_file != NULL) {
        return true;
    }
    bool has_map = desc.map_path != NULL && path[0] != '\0'; /* levels of code have none */
    CwMap *map = has_map ? cw_map_load(path, error) : NULL;
    here.level_hash = map == NULL ? 0 : cw_map_hash(map);
    cw_map_free(map);
    return (map != NULL || !has_map) && replay_header_matches(&replay->header, &here, error);
}

bool replay_open_session(Session *session, const CwReplayFile *replay, const ReplayPlayer *player,
                         CwError *error)
{
    const CwReplayHeader *header = &replay->header;
    SessionDesc desc = {.game = player->game,
                        .settings = header->settings,
                        .fixed = SIM_SETTINGS_ALL,
                        .arena_bytes = (size_t)header->arena_bytes,
                        .slot = player->slot,
                        .seed = header->seed,
                        .fingerprint = player->fingerprint,
                        .carry = {replay->carry, replay->carry_bytes},
                        .limit = player->limit,
                        .guest = player->guest,
                        .changes = replay->edits,
                        .change_count = replay->edit_count,
                        .may_skip_changes = player->takes_inputs_only};
    char path[PATH_BYTES_MAX];
    if (player->limit != NULL) {
        *player->limit = replay_begin_limit(replay, player->limit_s);
    }
    if (!check_recording(replay, player, error)) {
        return false;
    }
    if (!player->takes_inputs_only && !carry_fits(player->game, desc.carry, error)) {
        cw_error_context(error, "the carry is another version's, so raise CwGame.rules_version");
        return refuse_level(replay, error);
    }
    if (!find_level(replay, player->levels, &desc, path, error)) {
        return refuse_level(replay, error);
    }
    if (!session_open(session, &desc, error)) {
        return false;
    }
    CwReplayHeader here = replay_header_of(session, (MapText){0});
    if (!player->takes_inputs_only && !replay_header_matches(header, &here, error)) {
        session_close(session);
        return refuse_level(replay, error);
    }
    return true;
}

void run_copy_notes(Run *run, const CwReplayFile *replay)
{
    if (replay->taken_over) {
        run_note_taken(run);
    }
    size_t help_count = replay->rewind_count + replay->edit_count;
    run_note_speed(run, help_count > 0 ? 0 : (int)replay->slowest_speed);
}

/* ---- the judge ---- */

int64_t run_result(const CwGame *game, const CwRunTime *time)
{
    return game->rank.by == CW_RANK_TIME ? time->ticks : time->score;
}

bool run_is_better(const CwGame *game, const CwRunTime *time, const CwRunTime *other)
{
    int64_t ours = run_result(game, time), theirs = run_result(game, other);
    if (game->rank.by == CW_RANK_TIME) { /* the recorded level may have had another tick rate */
        ours *= other->tick_rate;
        theirs *= time->tick_rate;
    }
    if (other->ticks == 0 || ours == theirs) {
        return other->ticks == 0 || time->ticks < other->ticks;
    }
    return (ours > theirs) == (game->rank.by == CW_RANK_SCORE_HIGH);
}

double run_medal_limit(const CwGame *game, const CwMap *map, int medal)
{
    bool by_time = game->rank.by == CW_RANK_TIME;
    double none = by_time ? 0.0 : game->rank.by == CW_RANK_SCORE_HIGH ? HUGE_VAL : -HUGE_VAL;
    char name[64];
    if (medal == 1 && game->rank.finish_wins) {
        return game->rank.by == CW_RANK_SCORE_HIGH ? -HUGE_VAL : HUGE_VAL;
    }
    snprintf(name, sizeof name, by_time ? "%s_s" : "%s_points", game->rank.medals[medal - 1]);
    return map == NULL ? none : cw_map_number(map, NULL, name, none);
}

uint32_t run_medal(const CwGame *game, const CwMap *map, int64_t result, int tick_rate)
{
    bool by_time = game->rank.by == CW_RANK_TIME;
    double sign = game->rank.by == CW_RANK_SCORE_HIGH ? -1 : 1;
    for (int medal = game->rank.medal_count; map != NULL && medal > 0; medal--) {
        double limit = run_medal_limit(game, map, medal);
        if (sign * (double)result <= sign * (by_time ? floor(limit * tick_rate + 0.5) : limit)) {
            return (uint32_t)medal;
        }
    }
    return 0;
}

static bool may_count(const CwReplayFile *replay, CwError *error)
{
    if (replay->edit_count > 0) {
        return cw_error_set(
            error, "it holds %zu value%s changed by hand, the first at tick %" PRIu64,
            replay->edit_count, replay->edit_count == 1 ? "" : "s", replay->edits[0].tick);
    }
    if (replay->taken_over) {
        return cw_error_set(error, "it was another run, which a player took over");
    }
    if (replay->state == CW_REPLAY_BAD) {
        return cw_error_set(error, "%s", replay->problem.text);
    }
    if (replay->state == CW_REPLAY_ENDED && !replay->finished) {
        return cw_error_set(error, "the level is not finished in it");
    }
    return replay->level_file == NULL ||
           cw_error_set(error, "the level that it carries is none of the game's");
}

/* Whether the settings are the game's, overridden by the map's. */
static bool has_own_settings(const Session *session, const RunRules *rules, CwError *error)
{
    CwSimSettings own = rules->settings;
    sim_settings_apply_map(&own, session->map, 0);
    return sim_settings_equal(&session->settings, &own) ||
           cw_error_set(error, "it was not played under the level's own settings");
}

static bool simulate(Session *session, const CwReplayFile *replay, CwRunTime *time, CwError *error)
{
    Run run;
    run_begin(&run, &(RunDesc){.session = session, .source = run_source_replay(replay)});
    for (size_t i = 0; i < replay->tick_count; i++) {
        if (!run_advance(&run, error)) {
            return false;
        }
        if (session->world->input.command.setting != CW_SETTING_NONE) {
            return cw_error_set(error, "a setting changes at tick %zu", i + 1);
        }
        if (run.differs_at > 0) {
            return cw_error_set(error, "tick %zu differs in %s", i + 1, run.differs_in);
        }
    }
    *time = run.time;
    return time->ticks > 0 || cw_error_set(error, "the level is not finished in it");
}

bool run_judge(const CwReplayFile *replay, const RunRules *rules, CwRunTime *time, CwError *error)
{
    Session session = {0};
    WorkLimit own;
    ReplayPlayer player = rules->player;
    *time = (CwRunTime){0};
    player.limit = player.limit == NULL ? &own : player.limit;
    if (!may_count(replay, error) || !replay_open_session(&session, replay, &player, error)) {
        return false;
    }
    bool ok =
        (session.may_rank || cw_error_set(error, "it began with the progress of an earlier run")) &&
        has_own_settings(&session, rules, error) && simulate(&session, replay, time, error);
    if (ok) {
        time->clean = time->clean != 0 && replay->rewind_count == 0 &&
                      replay->slowest_speed >= REPLAY_SPEED_NORMAL;
        time->medal = run_medal(rules->player.game, session.map,
                                run_result(rules->player.game, time), session.settings.tick_rate);
    }
    session_close(&session);
    return ok;
}
