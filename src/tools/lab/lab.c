#include "lab/lab.h"

#include "host/bindings.h"
#include "shell/monitor.h"
#include "ui/ui_view.h"

static const double PANE_WIDTH = 308, PANE_TOP = 42;
static const double PANE_LEFT[LAB_PANE_COUNT] = {8, 324};

const CwActionDef lab_actions[LAB_ACTION_COUNT] = {
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
    [LAB_OVERLAY] = {"lab_overlay", "the overlay", "key:F3 pad:leftstick"},
    [LAB_POINT] = {"lab_point", "drag, or turn a setting", "mouse:left touch:0-100/0-100"},
};

SpriteTable lab_sprites(const CwGame *game)
{
    return (SpriteTable){.sprites = game->sprites,
                         .count = game->sprite_count,
                         .camera_height_m = game->camera_height_m * CW_VIEW_WIDTH / PANE_WIDTH};
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
                        .driver = &lab->driver,
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

/* Once, when its scene is first seen: it takes a moment. */
static bool find_driver(Lab *lab, CwError *error)
{
    LabRunDesc desc = run_desc(lab, 0);
    return lab->driver.inputs != NULL || lab_run_learn(&lab->driver, &desc, error);
}

static bool open_worlds(Lab *lab, CwError *error)
{
    if (!find_driver(lab, error)) {
        return false;
    }
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

bool lab_open(Lab *lab, const LabDesc *desc, Host *host, Renderer *renderer, CwError *error)
{
    *lab = (Lab){.desc = *desc};
    stage_open(&lab->stage, &(StageDesc){.game = desc->game,
                                         .config = desc->config,
                                         .host = host,
                                         .renderer = renderer,
                                         .data_dir = desc->data_dir});
    lab->settings = lab_settings_default(desc->config);
    lab->settings.values[LAB_SCENE] = desc->scene == NULL ? 0 : (int)(desc->scene - lab_scenes);
    lab->pace = lab_pace_default();
    lab->pace.stall_every_ms = LAB_STALL_EVERY_MS;
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        lab->panes[i].picture.typesetter = lab->stage.typesetter;
        lab->panes[i].inset =
            (Inset){PANE_LEFT[i], PANE_TOP, PANE_WIDTH, {CW_VIEW_WIDTH, CW_VIEW_HEIGHT}};
    }
    InputMap map = input_map(desc->config);
    collector_rebind(&lab->stage.ui_input, &map);
    return open_worlds(lab, error);
}

void lab_close(Lab *lab)
{
    close_worlds(lab);
    learned_inputs_free(&lab->driver);
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        draw_list_free(&lab->panes[i].picture);
    }
    stage_close(&lab->stage);
}

/* ---- keys, mouse, controller ---- */

/* Interpolation shows best with coarse ticks; the comparison of loops gets its own rate back. */
static void change_comparison(Lab *lab)
{
    int *values = lab->settings.values;
    if (values[LAB_COMPARE] == LAB_COMPARE_INTERPOLATION) {
        lab->tick_rate_before = values[LAB_TICK_RATE];
        values[LAB_TICK_RATE] = LAB_INTERPOLATION_HZ;
    } else {
        values[LAB_TICK_RATE] = lab->tick_rate_before;
    }
}

static void turn(Lab *lab, LabSetting setting, int direction)
{
    const int *values = lab->settings.values;
    if (direction == 0 || !lab_settings_step(&lab->settings, setting, direction)) {
        return;
    }
    if (setting == LAB_COMPARE) {
        change_comparison(lab);
    }
    if (setting == LAB_FPS) { /* a rate above the display's needs it out of the way */
        bool free_running = values[LAB_FPS] > 0;
        Host *host = lab->stage.desc.host;
        host->set_vsync(host->self, lab->desc.config->vsync && !free_running);
    }
    if (lab_setting_restarts(setting)) {
        lab_restart(lab);
        return;
    }
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        lab_side_set_solver(&lab->panes[i].side, values[LAB_SUBSTEPS], values[LAB_ITERATIONS]);
    }
}

static void stall(Lab *lab, const CwInputFrame *input)
{
    static const int lengths_ms[] = {50, 100, 500};
    for (int i = 0; i < (int)CW_ARRAY_LENGTH(lengths_ms); i++) {
        if (cw_input_pressed(input, LAB_STALL_SHORT + i)) {
            lab_pace_stall(&lab->pace, lengths_ms[i]);
        }
    }
}

/* The pane in which something was taken says where the hand is, also beside the panes. */
static void drag(Lab *lab, const CwInputFrame *input)
{
    CwPoint2 point = {input->pointer_x, input->pointer_y};
    bool taking = cw_input_pressed(input, LAB_POINT);
    if (lab->grab.held && !cw_input_down(input, LAB_POINT)) {
        lab_grab_release(&lab->grab);
    }
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        cpVect at_m;
        if (!lab_pane_to_world(&lab->panes[i], point, &at_m)) {
            continue;
        }
        if (taking) {
            lab_grab_take(&lab->grab, lab->panes[i].side.run.session.world, at_m);
        } else if (lab->grab.held) {
            lab_grab_move(&lab->grab, at_m);
        }
    }
}

static void point(Lab *lab, const CwInputFrame *input)
{
    int side;
    int setting = lab_panel_setting_at((CwPoint2){input->pointer_x, input->pointer_y}, &side);
    if (setting < 0) {
        return;
    }
    bool clicked = cw_input_pressed(input, LAB_POINT);
    if (clicked || input->wheel != 0) {
        lab->selected = setting;
        turn(lab, (LabSetting)setting, clicked ? side : input->wheel > 0 ? 1 : -1);
    }
}

static void act(Lab *lab, const CwInputFrame *input)
{
    int step = cw_input_pressed(input, LAB_DOWN) - cw_input_pressed(input, LAB_UP);
    lab->selected = (lab->selected + step + LAB_SETTING_COUNT) % LAB_SETTING_COUNT;
    lab->done = lab->done || cw_input_pressed(input, LAB_QUIT);
    lab->paused = lab->paused != cw_input_pressed(input, LAB_PAUSE);
    if (cw_input_pressed(input, LAB_OVERLAY)) {
        overlay_cycle(&lab->overlay);
    }
    stall(lab, input);
    drag(lab, input);
    point(lab, input);
    turn(lab, (LabSetting)lab->selected,
         cw_input_pressed(input, LAB_RIGHT) - cw_input_pressed(input, LAB_LEFT));
    if (cw_input_pressed(input, LAB_NEXT)) {
        turn(lab, LAB_SCENE, 1);
    }
    if (cw_input_pressed(input, LAB_INTERPOLATION)) {
        turn(lab, LAB_COMPARE, 1);
    }
    if (cw_input_pressed(input, LAB_RESET) && !lab->failed) {
        lab_restart(lab);
    }
}

/* ---- frames ---- */

/* The overlay tells of the right-hand world, the one with the step clock. */
static const LabRun *overlay_run(const Lab *lab)
{
    return &lab->panes[LAB_PANE_COUNT - 1].side.run;
}

static OverlayFacts gather_facts(const Lab *lab)
{
    const LabRun *run = overlay_run(lab);
    OverlayFacts facts = monitor_facts(&run->session, &run->clock, &lab->stage);
    facts.alpha = run->alpha;
    facts.time_scale = 1;
    facts.paused = lab->paused;
    facts.dropped_ns = run->dropped_ns;
    return facts;
}

static void update_overlay(Lab *lab)
{
    Overlay *overlay = &lab->overlay;
    LabRun *run = &lab->panes[LAB_PANE_COUNT - 1].side.run;
    run->session.schedule.profile = overlay->mode != OVERLAY_OFF;
    bool began_anew = run->dropped_ns < lab->dropped_before_ns;
    int64_t dropped_ns = began_anew ? 0 : run->dropped_ns - lab->dropped_before_ns;
    lab->dropped_before_ns = run->dropped_ns;
    overlay_add_frame(overlay, &(OverlayFrame){.length_ns = lab->frame_ns,
                                               .dropped_ns = dropped_ns,
                                               .ticks = lab->paused ? 0 : run->ticks});
    if (overlay_due(overlay)) {
        OverlayFacts facts = gather_facts(lab);
        overlay_refresh(overlay, &facts, &run->session.schedule, NULL);
    }
}

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
        stage_wait_until(&lab->stage, due_ns);
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
    overlay_draw(&lab->overlay, &lab->desc.game->theme,
                 stage->viewport.scale_y * ui_view_scale(stage->viewport.view), &stage->draw_list);
    stage->is_paused = lab->paused;
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
    CwInputFrame input = collector_latch_frame(&stage->ui_input);
    act(lab, &input);
    if (lab->failed || lab->done) {
        return false;
    }
    measure_frame(lab, began_ns);
    run_worlds(lab);
    update_overlay(lab);
    draw(lab);
    if (stage_present(stage)) {
        stage_forget_time(stage);
    }
    return true;
}
