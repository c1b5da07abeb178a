#include "tools/lab.h"

#include "host/bindings.h"
#include "runtime/view_event.h"

static const double FALLBACK_REFRESH_HZ = 60; /* where the display doesn't tell */
static const double PANE_WIDTH = 308, PANE_TOP = 42;
static const double PANE_LEFT[LAB_PANE_COUNT] = {8, 324};

SpriteTable lab_sprites(const Game *game)
{
    return (SpriteTable){game->sprites, game->sprite_count,
                         game->camera_height_m * VIEW_WIDTH / PANE_WIDTH};
}

/* ---- worlds ---- */

static LabRunDesc run_desc(const Lab *lab, int pane)
{
    const int *values = lab->settings.values;
    bool loops = values[LAB_COMPARE] == LAB_COMPARE_LOOPS;
    return (LabRunDesc){.loop = loops && pane == 0 ? LAB_NAIVE : LAB_FIXED,
                        .scene = &lab_scenes[values[LAB_SCENE]],
                        .config = lab->desc.config,
                        .game = lab->desc.game,
                        .map_path = lab->desc.map_path,
                        .slot = 2 * pane,
                        .settings = {.tick_rate = values[LAB_TICK_RATE],
                                     .substeps = values[LAB_SUBSTEPS],
                                     .iterations = values[LAB_ITERATIONS],
                                     .gravity_mps2 = lab->desc.config->sim.gravity_mps2}};
}

static void close_worlds(Lab *lab)
{
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        lab_side_close(&lab->panes[i].side);
    }
    lab_grab_forget(&lab->grab);
}

static bool open_worlds(Lab *lab, Error *error)
{
    bool loops = lab->settings.values[LAB_COMPARE] == LAB_COMPARE_LOOPS;
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        LabPane *pane = &lab->panes[i];
        LabRunDesc desc = run_desc(lab, i);
        pane->interpolated = desc.loop == LAB_FIXED && (loops || i == 1);
        pane->event_cursor = 0;
        if (!lab_side_open(&pane->side, &desc, error)) {
            close_worlds(lab);
            return false;
        }
    }
    lab->last_frame_ns = lab->host->now_ns(lab->host->self); /* what it took is no frame */
    return true;
}

void lab_restart(Lab *lab)
{
    close_worlds(lab);
    lab->failed = !open_worlds(lab, &lab->error);
}

/* ---- life ---- */

/* The table's own words always parse. */
static InputMap input_map(const Config *config)
{
    InputMap map = {
        .dead_zones = {.stick = config->dead_zone, .trigger = config->trigger_dead_zone}};
    for (int i = 0; i < LAB_ACTION_COUNT; i++) {
        ActionBindings *action = &map.actions[i];
        bindings_parse(lab_actions[i].bindings, action->items, BINDING_MAX, &action->count, NULL);
    }
    return map;
}

static void fit_view(Lab *lab, const HostStatus *status)
{
    Scaling scaling = (Scaling)lab->desc.config->scaling;
    lab->viewport = viewport_make(status->width_px, status->height_px, 1, scaling);
}

bool lab_open(Lab *lab, const LabDesc *desc, Host *host, Renderer *renderer, Error *error)
{
    *lab = (Lab){.desc = *desc, .host = host, .renderer = renderer};
    lab->settings = lab_settings_default(desc->config);
    lab->settings.values[LAB_SCENE] = desc->scene == NULL ? 0 : (int)(desc->scene - lab_scenes);
    lab->pace = lab_pace_default();
    lab->pace.stall_every_ms = LAB_STALL_EVERY_MS;
    const Game *game = desc->game;
    lab->sprites = (SpriteTable){game->sprites, game->sprite_count, game->camera_height_m};
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        lab->panes[i].inset = (Inset){PANE_LEFT[i], PANE_TOP, PANE_WIDTH};
    }
    InputMap map = input_map(desc->config);
    collector_init(&lab->input, &map);
    HostStatus status = host->status(host->self);
    fit_view(lab, &status);
    return open_worlds(lab, error);
}

void lab_close(Lab *lab)
{
    close_worlds(lab);
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        draw_list_free(&lab->panes[i].picture);
    }
    draw_list_free(&lab->draw);
}

/* ---- frames ---- */

static void take_event(void *context, const InputEvent *event)
{
    Lab *lab = context;
    InputEvent seen = view_event(&lab->viewport, event), pointing;
    if (view_event_points(&seen, &pointing)) {
        collector_push(&lab->input, &pointing);
    }
    collector_push(&lab->input, &seen);
}

static void follow_window(Lab *lab, const HostStatus *status)
{
    bool changed = status->resized || lab->frame_count == 0;
    bool lost = status->device_lost || status->targets_lost;
    if (changed) {
        fit_view(lab, status);
    }
    if (lab->renderer == NULL) {
        return;
    }
    Scaling scaling = (Scaling)lab->desc.config->scaling;
    bool fits = !changed || renderer_resize(lab->renderer, status->width_px, status->height_px,
                                            scaling, &lab->error);
    if (!fits || (lost && !renderer_device_lost(lab->renderer, &lab->error))) {
        lab->failed = true;
    }
}

/* The rate that was asked for holds whatever the display does; else the display's own. */
static void wait_for_frame(Lab *lab)
{
    Host *host = lab->host;
    HostStatus status = host->status(host->self);
    const int *values = lab->settings.values;
    lab->pace.fps = values[LAB_FPS];
    lab->pace.jitter_ms = values[LAB_JITTER];
    lab->pace.stall_ms = values[LAB_STALL];
    double refresh_hz = status.refresh_hz > 0 ? status.refresh_hz : FALLBACK_REFRESH_HZ;
    bool paced = status.paced_by_display && !status.minimised;
    int64_t now_ns = host->now_ns(host->self);
    int64_t due_ns =
        lab_pace_next_ns(&lab->pace, now_ns, paced ? 0 : limiter_interval_ns(refresh_hz));
    if (due_ns > now_ns) {
        host->wait_until_ns(host->self, due_ns);
    }
}

static void run_worlds(Lab *lab)
{
    for (int i = 0; i < LAB_PANE_COUNT && !lab->paused; i++) {
        lab_side_frame(&lab->panes[i].side, lab->frame_ns, LAB_NO_LIMIT, lab_grab_before_tick,
                       &lab->grab);
    }
}

static void draw(Lab *lab)
{
    double dt_s = lab->paused ? 0 : (double)lab->frame_ns * 1e-9;
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        lab_pane_draw(&lab->panes[i], &lab->grab, &lab->sprites, dt_s);
    }
    lab_panel_draw(lab);
    overlay_draw(&lab->overlay, &lab->desc.game->theme, lab->viewport.scale_y, &lab->draw);
    draw_list_sort(&lab->draw);
    if (lab->renderer != NULL) {
        renderer_draw(lab->renderer, &lab->draw);
    }
}

bool lab_frame(Lab *lab)
{
    Host *host = lab->host;
    wait_for_frame(lab);
    int64_t now_ns = host->begin_frame(host->self, take_event, lab);
    HostStatus status = host->status(host->self);
    if (status.quit) {
        lab->done = true;
        return false;
    }
    follow_window(lab, &status);
    lab->frame_ns = now_ns - lab->last_frame_ns;
    lab->last_frame_ns = now_ns;
    InputFrame input = collector_latch(&lab->input);
    lab_act(lab, &input);
    if (lab->failed || lab->done) {
        return false;
    }
    lab->frame_ns = lab->last_frame_ns > now_ns ? 0 : lab->frame_ns; /* the worlds are new */
    lab->frame_times_ms[lab->frame_count++ % LAB_GRAPH_FRAMES] = (double)lab->frame_ns * 1e-6;
    run_worlds(lab);
    lab_watch_frame(lab);
    draw(lab);
    host->present(host->self);
    return true;
}
