#include "ask/follow.h"

#include "sim/possible_input.h"

#include <math.h>
#include <stdlib.h>

static const double PATH_WIDTH_M = 0.5; /* greatest distance of a player on the path */
static const double TICK_M = 0.01;      /* distance that counts for each tick from the due one */
static const double MOVE_TICKS = 5;     /* a different motion counts as distance in these ticks */

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
            input = rerun_plan_input(&follow->plan, follow->place + 1);
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
