#include "ask/follow.h"

#include "base/files.h"
#include "base/number.h"
#include "platform/path.h"
#include "run/run.h"
#include "sim/possible_input.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PATH_WIDTH_M = 0.5; /* the player is on the path so close to it */
static const double TICK_M = 0.01;      /* of two places as close, the one that is due wins */
static const double MOVE_TICKS = 5;     /* so much of a different motion counts as distance */

/* Ticks of the recording among which the player's place is searched for. */
enum { AHEAD_TICKS = 4, LOST_AHEAD_TICKS = 600, LOST_BACK_TICKS = 240 };

enum { PROBE_LOG_BYTES_MAX = 64 << 20 /* about three hours at 60 Hz */ };

/* ---- the path ---- */

/* A line after the first. */
static void read_row(Follow *follow, const char *line)
{
    char x[NUMBER_TEXT_MAX], y[NUMBER_TEXT_MAX];
    CwPoint2 at;
    char *end = NULL;
    uint64_t tick = strtoull(line, &end, 10);
    if (tick < follow->count && sscanf(end, ",%31[^,],%31[^,\n]", x, y) == 2 &&
        number_parse(x, &at.x) && number_parse(y, &at.y)) {
        follow->path[tick] = at;
    }
}

/* False without an error: there is no probe log. */
static bool read_path(Follow *follow, const char *file, CwError *error)
{
    static const char columns[] = "tick,x_m,y_m"; /* the first ones of a probe log */
    char path[PATH_BYTES_MAX];
    size_t size = 0;
    path_with_ending(path, file, ".csv");
    char *text = file_exists(path) ? text_file_read(path, PROBE_LOG_BYTES_MAX, &size, error) : NULL;
    if (text == NULL) {
        return false;
    }
    bool is_log = strncmp(text, columns, sizeof columns - 1) == 0;
    for (const char *line = text; is_log && (line = strchr(line, '\n')) != NULL;) {
        read_row(follow, ++line);
    }
    free(text);
    follow->path[0] =
        follow->count > 1 && isnan(follow->path[0].x) ? follow->path[1] : follow->path[0];
    return is_log;
}

static bool simulate_path(Follow *follow, const SessionDesc *desc, CwError *error)
{
    RerunPlan plan = follow->plan;
    Session session = {0};
    Run run;
    plan.settings = NULL;
    plan.knobs = NULL;
    if (!rerun_plan_open(&session, &plan, desc, error)) {
        return false;
    }
    run_begin(&run,
              &(RunDesc){.session = &session, .source = rerun_plan_source(&plan, CHANGES_STRICT)});
    bool good = true;
    while (good && run.differs_at == 0) {
        const cpBody *player = session_probe(&session).player;
        if (player != NULL) {
            cpVect at = cpBodyGetPosition(player);
            follow->path[cw_world_tick(session.world)] = (CwPoint2){at.x, at.y};
        }
        if (cw_world_tick(session.world) + 1 == follow->count) {
            break;
        }
        good = run_advance(&run, error);
    }
    session_close(&session);
    return (good && run.differs_at == 0) ||
           cw_error_set(error, "the rules have changed since it was recorded, so its path is not "
                               "known: put the probe log of that build beside it, as NAME.csv");
}

bool follow_open(Follow *follow, const RerunPlan *plan, const char *file, const SessionDesc *desc,
                 CwError *error)
{
    *follow = (Follow){.plan = *plan, .count = plan->run->tick_count + 1};
    follow->path = malloc((size_t)follow->count * sizeof *follow->path);
    for (uint64_t i = 0; follow->path != NULL && i < follow->count; i++) {
        follow->path[i] = (CwPoint2){NAN, NAN};
    }
    return follow->path == NULL
               ? cw_error_set(error, "out of memory for the path")
               : read_path(follow, file, error) ||
                     (error->text[0] == '\0' && simulate_path(follow, desc, error));
}

void follow_close(Follow *follow)
{
    free(follow->path);
    follow->path = NULL;
}

/* ---- the source ---- */

/* Sets `place` to the tick whose place and motion are nearest to the player's. False: off the
 * path. */
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
        double away =
            hypot(here.x - at.x, here.y - at.y) + TICK_M * fabs((double)i - (double)follow->due);
        double differs =
            away + MOVE_TICKS * hypot(here.x - before.x - move.x, here.y - before.y - move.y);
        if (differs < least) {
            least = differs;
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
                       .recording = follow->plan.run};
}
