#include "lab/lab.h"

#include "base/view_rect.h"
#include "draw/draw_view.h"
#include "host/bindings.h"
#include "ui/panel.h"

enum { HAND_LAYER = 900 };

static const double PANE_WIDTH = 308, PANE_TOP = 42;
static const double PANE_LEFT[LAB_PANE_COUNT] = {8, 324};
static const CwColour HAND = {0xff, 0xff, 0xff, 200};

static const CwActionDef ACTIONS[LAB_ACTION_COUNT] = {
    [LAB_UP] = {"lab_up", "setting above", "key:Up key:W pad:dpup pad:lefty-"},
    [LAB_DOWN] = {"lab_down", "setting below", "key:Down key:S pad:dpdown pad:lefty+"},
    [LAB_LEFT] = {"lab_left", "less", "key:Left key:A pad:dpleft pad:leftx-"},
    [LAB_RIGHT] = {"lab_right", "more", "key:Right key:D pad:dpright pad:leftx+"},
    [LAB_NEXT] = {"lab_next", "next scene", "key:N key:Tab pad:rightshoulder"},
    [LAB_RESET] = {"lab_reset", "start again", "key:R key:Return pad:leftshoulder"},
    [LAB_STALL_SHORT] = {"lab_stall_short", "stall for 50 ms", "key:1 pad:x"},
    [LAB_STALL_MEDIUM] = {"lab_stall_medium", "stall for 100 ms", "key:2 pad:a"},
    [LAB_STALL_LONG] = {"lab_stall_long", "stall for 500 ms", "key:3 pad:b"},
    [LAB_INTERPOLATION] = {"lab_interpolation", "compare interpolation", "key:I pad:y"},
    [LAB_PAUSE] = {"lab_pause", "pause", "key:Space key:P pad:start"},
    [LAB_QUIT] = {"lab_quit", "leave", "key:Escape pad:back"},
    [LAB_POINT] = {"lab_point", "drag a body", "mouse:left touch:0-100/0-100"},
};

/* The values of a setting in ascending order; the last one ends the row. */
static const int STEPS[LAB_SETTING_COUNT][24] = {
    [LAB_SCENE] = {0, 1, 2, 3, 4, -1},
    [LAB_COMPARE] = {0, 1, -1},
    [LAB_FPS] = {0,   10,  15,  20,  25,  30,  40,  50,  60,   75, 90,
                 100, 120, 144, 165, 200, 240, 360, 500, 1000, -1},
    [LAB_JITTER] = {0, 1, 2, 5, 10, 15, 20, 30, 50, -1},
    [LAB_STALL] = {0, 20, 50, 100, 200, 500, -1},
    [LAB_SUBSTEPS] = {1, 2, 3, 4, 6, 8, 12, 16, -1},
    [LAB_ITERATIONS] = {1, 2, 3, 5, 8, 10, 15, 20, 30, 50, -1},
    [LAB_TICK_RATE] = {10, 20, 30, 40, 50, 60, 75, 100, 120, 144, 200, 240, -1},
};

SpriteTable lab_sprites(const CwGame *game)
{
    SpriteTable table = stage_sprites(game);
    table.camera_height_m *= CW_VIEW_WIDTH / PANE_WIDTH;
    return table;
}

/* ---- worlds ---- */

static void close_worlds(Lab *lab)
{
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        lab_side_close(&lab->panes[i].side);
    }
    lab->grab.held = false;
}

static bool open_worlds(Lab *lab, CwError *error)
{
    const int *values = lab->values;
    LabDesc desc = lab->desc;
    desc.scene = &lab_scenes[values[LAB_SCENE]];
    desc.driver = &lab->driver;
    desc.grab = &lab->grab;
    desc.settings.tick_rate = values[LAB_TICK_RATE];
    desc.settings.substeps = values[LAB_SUBSTEPS];
    desc.settings.iterations = values[LAB_ITERATIONS];
    if (lab->driver.inputs == NULL && !lab_learn(&lab->driver, &desc, error)) {
        return false;
    }
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        desc.loop = values[LAB_COMPARE] == 0 && i == 0 ? LAB_NAIVE : LAB_FIXED;
        desc.slot = 2 * i;
        lab->panes[i].interpolated = i == 1;
        if (!lab_side_open(&lab->panes[i].side, &desc, error)) {
            close_worlds(lab);
            return false;
        }
    }
    stage_forget_time(&lab->stage); /* opening is no frame */
    return true;
}

void lab_restart(Lab *lab)
{
    close_worlds(lab);
    lab->failed = !open_worlds(lab, &lab->error);
}

/* ---- life ---- */

bool lab_open(Lab *lab, const LabDesc *desc, const StageDesc *stage, CwError *error)
{
    const Config *config = desc->config;
    *lab = (Lab){.desc = *desc,
                 .pace = lab_pace_default(),
                 .values = {[LAB_SUBSTEPS] = config->sim.substeps,
                            [LAB_ITERATIONS] = config->sim.iterations,
                            [LAB_TICK_RATE] = config->sim.tick_rate}};
    lab->desc.settings = config->sim;
    lab->values[LAB_SCENE] = desc->scene == NULL ? 0 : (int)(desc->scene - lab_scenes);
    lab->pace.stall_every_ms = 2000;
    stage_open(&lab->stage, stage);
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        lab->panes[i].rect = (CwViewRect){PANE_LEFT[i], PANE_TOP, PANE_WIDTH,
                                          PANE_WIDTH * CW_VIEW_HEIGHT / CW_VIEW_WIDTH};
    }
    InputMap map = {
        .dead_zones = {.stick = config->dead_zone, .trigger = config->trigger_dead_zone}};
    for (int i = 0; i < LAB_ACTION_COUNT; i++) {
        ActionBindings *action = &map.actions[i];
        bindings_parse(ACTIONS[i].bindings, action->items, BINDING_MAX, &action->count, NULL);
    }
    collector_rebind(&lab->stage.ui_input, &map);
    return open_worlds(lab, error);
}

void lab_close(Lab *lab)
{
    close_worlds(lab);
    learned_inputs_free(&lab->driver);
    stage_close(&lab->stage);
}

/* ---- input ---- */

/* The next value above or below, which need not be one of the steps. Scene and comparison wrap
 * around. */
static int next_value(LabSetting setting, int value, int direction)
{
    const int *steps = STEPS[setting];
    int count = 0, above = 0, below = 0;
    while (steps[count] >= 0) {
        above += steps[count] <= value;
        below += steps[count] < value;
        count++;
    }
    int next = direction > 0 ? above : below - 1;
    if (setting <= LAB_COMPARE) {
        next = (next + count) % count;
    }
    return next >= 0 && next < count ? steps[next] : value;
}

static void change_setting(Lab *lab, LabSetting setting, int direction)
{
    int *values = lab->values, before = values[setting];
    values[setting] = direction == 0 ? before : next_value(setting, before, direction);
    if (values[setting] == before) {
        return;
    }
    if (setting == LAB_COMPARE) { /* interpolation shows best with coarse ticks */
        lab->loops_tick_rate = before == 0 ? values[LAB_TICK_RATE] : lab->loops_tick_rate;
        values[LAB_TICK_RATE] = before == 0 ? LAB_INTERPOLATION_HZ : lab->loops_tick_rate;
    }
    if (setting == LAB_FPS) { /* the display must not limit a rate above its own */
        Host *host = lab->stage.desc.host;
        host->set_vsync(host->self, lab->desc.config->vsync && values[LAB_FPS] == 0);
    }
    if (setting == LAB_SCENE || setting == LAB_COMPARE || setting == LAB_TICK_RATE) {
        lab_restart(lab);
        return;
    }
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        CwSimSettings *settings = &lab->panes[i].side.desc.settings;
        settings->substeps = values[LAB_SUBSTEPS];
        settings->iterations = values[LAB_ITERATIONS];
    }
}

/* A drag that began in one pane goes on in the other. */
static void drag(Lab *lab, const CwInputFrame *input)
{
    lab->grab.held = lab->grab.held && cw_input_down(input, LAB_POINT);
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        LabPane *pane = &lab->panes[i];
        const CwViewRect *rect = &pane->rect;
        Box box = {rect->x, rect->y, rect->width, rect->height};
        if (!panel_holds(box, input->pointer_x, input->pointer_y)) {
            continue;
        }
        double scale = CW_VIEW_WIDTH / rect->width;
        CwPoint2 inside = {(input->pointer_x - rect->x) * scale,
                           (input->pointer_y - rect->y) * scale};
        CwPoint2 at = cw_camera_to_world(&pane->side.run.session.camera, inside);
        lab->grab.at_m = cpv(at.x, at.y);
        if (cw_input_pressed(input, LAB_POINT)) {
            lab_side_grab(&pane->side, lab->grab.at_m, &lab->grab);
        }
    }
}

static void handle_input(Lab *lab, const CwInputFrame *input)
{
    static const int stalls_ms[] = {50, 100, 500};
    int step = cw_input_pressed(input, LAB_DOWN) - cw_input_pressed(input, LAB_UP);
    lab->selected = (lab->selected + step + LAB_SETTING_COUNT) % LAB_SETTING_COUNT;
    lab->done = lab->done || cw_input_pressed(input, LAB_QUIT);
    lab->paused = lab->paused != cw_input_pressed(input, LAB_PAUSE);
    for (int i = 0; i < (int)CW_ARRAY_LENGTH(stalls_ms); i++) {
        lab->pace.once_ms += cw_input_pressed(input, LAB_STALL_SHORT + i) ? stalls_ms[i] : 0;
    }
    drag(lab, input);
    change_setting(lab, (LabSetting)lab->selected,
                   cw_input_pressed(input, LAB_RIGHT) - cw_input_pressed(input, LAB_LEFT));
    change_setting(lab, LAB_SCENE, cw_input_pressed(input, LAB_NEXT));
    change_setting(lab, LAB_COMPARE, cw_input_pressed(input, LAB_INTERPOLATION));
    if (cw_input_pressed(input, LAB_RESET) && !lab->failed) {
        lab_restart(lab);
    }
}

/* ---- pictures ---- */

/* A line from the hand to the place that it pulls. */
static void draw_hand(CwDrawList *list, const LabPane *pane, const LabGrab *grab, double alpha)
{
    const CwWorld *world = pane->side.run.session.world;
    if (!grab->held || grab->body >= world->body_count) {
        return;
    }
    CwTransform2 pose = cw_world_pose(world, world->bodies[grab->body], alpha);
    cpVect turned = cpvrotate(grab->anchor, cpvforangle(pose.angle_rad));
    const CwPoint2 line[] = {{grab->at_m.x, grab->at_m.y},
                             {pose.x_m + turned.x, pose.y_m + turned.y}};
    cw_draw_set_world(list, 1);
    cw_draw_set_layer(list, HAND_LAYER);
    cw_draw_polyline(list, line, 2, 0.06, HAND);
    cw_draw_circle(list, line[0], 0.12, HAND);
}

void lab_draw_world(Lab *lab, LabPane *pane, int layer)
{
    Session *session = &pane->side.run.session;
    double dt_s = lab->paused ? 0 : (double)lab->frame_ns * 1e-9;
    if (pane->side.run.broken) { /* no places are left to draw */
        return;
    }
    CwFrame frame = {.dt_s = dt_s,
                     .sim_dt_s = dt_s,
                     .input = session->world->input.players,
                     .alpha = pane->interpolated ? pane->side.run.alpha : 1,
                     .index = pane->side.frame_count,
                     .draw = &lab->stage.draw_list,
                     .camera = &session->camera,
                     .view = session->view_memory,
                     .systems = &session->frame_systems,
                     .comfort = {.text_scale = 1, .shake = 1},
                     .backdrop = true};
    session_run_phase(session, CW_PHASE_EARLY, &frame, false);
    stage_update_session(session, &frame, false);
    session->camera.view = view_or_usual((CwViewRect){0}); /* games may set it as a whole */
    draw_pane_begin(frame.draw, &session->camera, pane->rect, layer);
    session_run_phase(session, CW_PHASE_RENDER, &frame, false);
    draw_hand(frame.draw, pane, &lab->grab, frame.alpha);
    cw_draw_view_end(frame.draw);
    session_run_phase(session, CW_PHASE_END_FRAME, &frame, false);
}

/* ---- frames ---- */

/* A wanted rate holds whatever the display does. */
static void wait_for_frame(Lab *lab)
{
    Host *host = lab->stage.desc.host;
    LabPace *pace = &lab->pace;
    pace->fps = lab->values[LAB_FPS];
    pace->jitter_ms = lab->values[LAB_JITTER];
    pace->stall_ms = lab->values[LAB_STALL];
    int64_t now_ns = host->now_ns(host->self);
    int64_t due_ns = lab_pace_next_ns(pace, now_ns, stage_display_interval_ns(&lab->stage));
    if (due_ns > now_ns) {
        stage_wait_until(&lab->stage, due_ns);
    }
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
    CwInputFrame input = collector_latch_frame(&stage->ui_input);
    handle_input(lab, &input);
    if (lab->failed || lab->done) {
        return false;
    }
    bool restarted = stage->begin_ns > began_ns; /* new worlds have no frame behind them */
    lab->frame_ns = restarted ? 0 : stage->measured_ns;
    lab->frame_times_ms[stage->frame_count % LAB_GRAPH_FRAMES] = (double)lab->frame_ns * 1e-6;
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        if (!lab->paused) {
            lab_side_frame(&lab->panes[i].side, lab->frame_ns, LAB_NO_LIMIT);
        }
    }
    lab_panel_draw(lab);
    stage->is_paused = lab->paused;
    stage_paint(stage, true);
    if (stage_present(stage)) {
        stage_forget_time(stage);
    }
    return true;
}
