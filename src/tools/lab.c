#include "tools/lab.h"

#include "host/bindings.h"

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
                        .tick_rate = values[LAB_TICK_RATE],
                        .substeps = values[LAB_SUBSTEPS],
                        .iterations = values[LAB_ITERATIONS]};
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
        if (!lab_side_open(&pane->side, &desc, error)) {
            close_worlds(lab);
            return false;
        }
    }
    stage_forget_time(&lab->stage); /* what it took is no frame */
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

bool lab_open(Lab *lab, const LabDesc *desc, Host *host, Renderer *renderer, Error *error)
{
    *lab = (Lab){.desc = *desc};
    stage_open(&lab->stage,
               &(StageDesc){
                   .game = desc->game, .config = desc->config, .host = host, .renderer = renderer});
    lab->settings = lab_settings_default(desc->config);
    lab->settings.values[LAB_SCENE] = desc->scene == NULL ? 0 : (int)(desc->scene - lab_scenes);
    lab->pace = lab_pace_default();
    lab->pace.stall_every_ms = LAB_STALL_EVERY_MS;
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        lab->panes[i].inset = (Inset){PANE_LEFT[i], PANE_TOP, PANE_WIDTH};
    }
    InputMap map = input_map(desc->config);
    collector_rebind(&lab->stage.ui_input, &map);
    return open_worlds(lab, error);
}

void lab_close(Lab *lab)
{
    close_worlds(lab);
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        draw_list_free(&lab->panes[i].picture);
    }
    stage_close(&lab->stage);
}

/* ---- frames ---- */

/* The rate that was asked for holds whatever the display does; else the display's own. */
static void wait_for_frame(Lab *lab)
{
    Host *host = lab->stage.desc.host;
    const int *values = lab->settings.values;
    lab->pace.fps = values[LAB_FPS];
    lab->pace.jitter_ms = values[LAB_JITTER];
    lab->pace.stall_ms = values[LAB_STALL];
    int64_t interval_ns = stage_display_interval_ns(&lab->stage);
    int64_t now_ns = host->now_ns(host->self);
    int64_t due_ns = lab_pace_next_ns(&lab->pace, now_ns, interval_ns);
    if (due_ns > now_ns) {
        host->wait_until_ns(host->self, due_ns);
    }
}

/* The length of the frame: of none behind it where the worlds are new. */
static void measure_frame(Lab *lab, int64_t began_ns)
{
    Stage *stage = &lab->stage;
    lab->frame_ns = stage->begin_ns > began_ns ? 0 : stage->measured_ns;
    lab->frame_times_ms[stage->frame_count % LAB_GRAPH_FRAMES] = (double)lab->frame_ns * 1e-6;
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
    Stage *stage = &lab->stage;
    double dt_s = lab->paused ? 0 : (double)lab->frame_ns * 1e-9;
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        lab_pane_draw(&lab->panes[i], &lab->grab, &stage->sprites, dt_s);
    }
    lab_panel_draw(lab);
    overlay_draw(&lab->overlay, &lab->desc.game->theme, stage->viewport.scale_y, &stage->draw);
    stage_paint(stage, true);
}

bool lab_frame(Lab *lab)
{
    Stage *stage = &lab->stage;
    wait_for_frame(lab);
    lab->failed = !stage_begin_frame(stage, &lab->error) || lab->failed;
    lab->done = lab->done || stage->status.quit;
    if (lab->failed || lab->done) {
        return false;
    }
    int64_t began_ns = stage->begin_ns;
    InputFrame input = collector_latch(&stage->ui_input);
    lab_act(lab, &input);
    if (lab->failed || lab->done) {
        return false;
    }
    measure_frame(lab, began_ns);
    run_worlds(lab);
    lab_watch_frame(lab);
    draw(lab);
    stage_present(stage);
    return true;
}
