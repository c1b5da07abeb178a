#include "inspect/forecast.h"

#include "change/changes.h"
#include "panel/debug_shapes.h"
#include "platform/clock.h"
#include "sim/possible_input.h"
#include "ui/panel.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>
#include <string.h>

static const double MOVES_M = 0.05;     /* shorter paths are not drawn */
static const double NEAR_HEIGHTS = 1.5; /* distance from the camera, in picture heights */
static const double LINE_SHARE = 0.004; /* line width, as a share of the picture's height */
enum { OUTLINE_EVERY = (FORECAST_SAMPLES - 1) / 4, FORK_TICKS = 8 };
static const int64_t SLICE_NS = 2000000; /* fits beside usual pictures */
enum { PATH_ALPHA = 160, OUTLINE_ALPHA = 130 };

void forecast_free(Forecast *forecast)
{
    cw_snapshot_free(&forecast->state);
    *forecast = (Forecast){0};
}

void forecast_toggle(Forecast *forecast)
{
    forecast->is_on = !forecast->is_on;
    forecast_reset(forecast);
}

void forecast_reset(Forecast *forecast)
{
    forecast->is_running = false;
    forecast->shown.count = 0;
}

/* ---- the fork ---- */

static CwTransform2 pose_of(const cpBody *body)
{
    return (CwTransform2){body->p.x, body->p.y, body->a};
}

/* Chooses the player's bodies and moving bodies near the camera. */
static void choose_bodies(ForecastPaths *paths, const Session *session, const CwCamera *camera)
{
    const CwWorld *world = session->world;
    const cpBody *player = session_probe(session).player;
    uint32_t entity = cw_body_owner(player).index1;
    double near_m = camera->height_m * NEAR_HEIGHTS;
    paths->count = 0;
    for (int i = 0; i < world->body_count && paths->count < FORECAST_BODY_MAX; i++) {
        const cpBody *body = world->bodies[i];
        double away_m = hypot(body->p.x - camera->x_m, body->p.y - camera->y_m);
        bool is_owned = entity != 0 && world->body_owners[i].index1 == entity;
        if (cpBodyGetType((cpBody *)(uintptr_t)body) != CP_BODY_TYPE_STATIC &&
            (is_owned || away_m < near_m)) {
            ForecastPath *path = &paths->items[paths->count++];
            *path =
                (ForecastPath){.body = body, .index = i, .is_player = is_owned || body == player};
            path->poses[path->count++] = pose_of(body);
        }
    }
}

/* Finds the body again, because a removal moves others in the list. */
static bool find_body(const CwWorld *fork, ForecastPath *path)
{
    bool is_same = path->index < fork->body_count && fork->bodies[path->index] == path->body;
    for (int i = 0; !is_same && i < fork->body_count; i++) {
        is_same = fork->bodies[i] == path->body;
        path->index = is_same ? i : path->index;
    }
    return is_same;
}

/* CwFork.seen: samples the poses after a tick. */
static void sample_poses(void *context, const CwWorld *fork)
{
    Forecast *forecast = context;
    int sample = (int)(++forecast->done_ticks * (FORECAST_SAMPLES - 1) / forecast->all_ticks);
    for (int i = 0; i < forecast->growing.count; i++) {
        ForecastPath *path = &forecast->growing.items[i];
        if (path->count <= sample && path->count > 0 && find_body(fork, path)) {
            while (path->count <= sample && path->count < FORECAST_SAMPLES) {
                path->poses[path->count++] = pose_of(path->body);
            }
        }
    }
}

/* Simulates a slice. Each fork runs several ticks, because copies are slow. A failed tick ends it.
 */
static void run_slice(Forecast *forecast, const Session *session)
{
    CwError error = {0};
    CwFork fork = {.inputs = &forecast->held,
                   .input_count = 1,
                   .seen = sample_poses,
                   .context = forecast,
                   .state = &forecast->state};
    int64_t end_ns = clock_now_ns() + SLICE_NS;
    bool ok = true;
    while (ok && forecast->done_ticks < forecast->all_ticks && clock_now_ns() < end_ns) {
        uint32_t left = forecast->all_ticks - forecast->done_ticks;
        fork.ticks = left < FORK_TICKS ? left : FORK_TICKS;
        ok = cw_world_fork(session->world, &fork, &error);
    }
    if (!ok || forecast->done_ticks >= forecast->all_ticks) {
        memcpy(&forecast->shown, &forecast->growing, sizeof forecast->shown);
        forecast->is_running = false;
    }
}

void forecast_update(Forecast *forecast, const Run *run, const CwCamera *camera)
{
    const Session *session = run->session;
    uint64_t branch = run->rewind_count + changes_made(run) + (run->state == RUN_DETACHED);
    uint64_t tick = cw_world_tick(session->world);
    if (!forecast->is_on) {
        return;
    }
    bool is_shown = forecast->shown.count > 0 && forecast->shown.tick == tick &&
                    forecast->shown.branch == branch;
    forecast->is_running = forecast->is_running && forecast->growing.branch == branch;
    if (!forecast->is_running && !is_shown) {
        forecast->is_running = true;
        forecast->done_ticks = 0;
        forecast->all_ticks = (uint32_t)(FORECAST_S * session->world->settings.tick_rate);
        forecast->state.size = 0;
        forecast->held = possible_input_held(&session->world->input);
        forecast->growing.tick = cw_world_tick(session->world);
        forecast->growing.branch = branch;
        choose_bodies(&forecast->growing, session, camera);
    }
    if (forecast->is_running) {
        run_slice(forecast, session);
    }
}

/* ---- the picture ---- */

static bool is_moving(const ForecastPath *path)
{
    double most_m = 0;
    for (int i = 1; i < path->count; i++) {
        most_m = fmax(most_m, hypot(path->poses[i].x_m - path->poses[0].x_m,
                                    path->poses[i].y_m - path->poses[0].y_m));
    }
    return most_m > MOVES_M;
}

static void draw_path(const ForecastPath *path, double width_m, CwColour colour, CwDrawList *list)
{
    CwPoint2 points[FORECAST_SAMPLES];
    for (int i = 0; i < path->count; i++) {
        points[i] = (CwPoint2){path->poses[i].x_m, path->poses[i].y_m};
    }
    cw_draw_polyline(list, points, path->count, width_m, panel_alpha(colour, PATH_ALPHA));
}

/* Draws outlines with the shapes that the body has now; a removed body has none. */
static void draw_outlines(const ForecastPath *path, const CwWorld *world, CwColour colour,
                          CwDrawList *list)
{
    bool is_shown = path->index < world->body_count && world->bodies[path->index] == path->body;
    for (int i = OUTLINE_EVERY; is_shown && i < path->count; i += OUTLINE_EVERY) {
        debug_shapes_draw_at(path->body, path->poses[i], panel_alpha(colour, OUTLINE_ALPHA), list);
    }
}

void forecast_draw(const Forecast *forecast, const CwWorld *world, const CwTheme *theme,
                   CwDrawList *list)
{
    if (!forecast->is_on) {
        return;
    }
    CwWorldRect seen = cw_draw_visible_world(list);
    double width_m = LINE_SHARE * fabs(seen.top_m - seen.bottom_m);
    cw_draw_set_world(list, 1);
    cw_draw_set_layer(list, CW_ENGINE_LAYER_SHAPES);
    for (int i = 0; i < forecast->shown.count; i++) {
        const ForecastPath *path = &forecast->shown.items[i];
        CwColour colour = path->is_player ? theme->accent : theme->text;
        if (is_moving(path)) {
            draw_path(path, path->is_player ? 2 * width_m : width_m, colour, list);
        }
        if (is_moving(path) && path->is_player) {
            draw_outlines(path, world, colour, list);
        }
    }
}
