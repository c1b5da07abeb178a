#include "lab/lab.h"

#include "base/view_rect.h"
#include "draw/draw_list.h"
#include "ui/ui_actions.h"
#include "ui/ui_view.h"

#include <math.h>
#include <stdio.h>

enum { LAYER_PANES = CW_ENGINE_LAYER_NOTICES, FIGURES_BYTES = 512 };

static const double PANE_LEFT = 244, PANE_WIDTH = 264, PANE_TOP = 22, PANE_STEP = 168;
static const double TEXT = 9.5, TITLE = 11.5;

static const double DIVERGENCE_WRONG_M = 0.01;
static const CwColour BACKGROUND = {0x2f, 0x46, 0x66, 255};
static const CwColour WRONG = {0xff, 0x8a, 0x6b, 255};

static const struct {
    const char *label, *unit;
    const char *zero; /* the word for 0 */
    int steps[12];    /* in ascending order; -1 ends them */
} SETTINGS[LAB_SETTING_COUNT] = {
    [LAB_SCENE] = {"scene", "", NULL, {0, 1, 2, 3, 4, -1}},
    [LAB_COMPARE] = {"compare", "", "two loops", {0, 1, -1}},
    [LAB_FPS] = {"frame rate", " fps", "display's", {0, 10, 20, 30, 60, 90, 144, 240, 1000, -1}},
    [LAB_JITTER] = {"jitter", " ms", "none", {0, 1, 2, 5, 10, 15, 20, 30, 50, -1}},
    [LAB_STALL] = {"stall every second", " ms", "none", {0, 20, 50, 100, 200, 500, -1}},
    [LAB_SUBSTEPS] = {"substeps", "", NULL, {1, 2, 3, 4, 6, 8, 12, 16, -1}},
    [LAB_ITERATIONS] = {"iterations", "", NULL, {1, 2, 3, 5, 8, 10, 15, 20, 30, 50, -1}},
    [LAB_TICK_RATE] = {"tick rate", " Hz", NULL, {10, 20, 30, 60, 120, 240, -1}},
};

Box lab_pane(int side)
{
    return (Box){PANE_LEFT, PANE_TOP + side * PANE_STEP, PANE_WIDTH,
                 PANE_WIDTH * CW_VIEW_HEIGHT / CW_VIEW_WIDTH};
}

/* ---- worlds ---- */

static void close_worlds(Lab *lab)
{
    for (int i = 0; i < LAB_SIDE_COUNT; i++) {
        lab_side_close(&lab->sides[i]);
    }
    lab->grab.held = false;
}

static bool open_worlds(Lab *lab, CwError *error)
{
    const int *values = lab->values;
    LabDesc desc = lab->desc;
    desc.scene = &lab_scenes[values[LAB_SCENE]];
    desc.grab = &lab->grab;
    desc.settings.tick_rate = values[LAB_TICK_RATE];
    desc.settings.substeps = values[LAB_SUBSTEPS];
    desc.settings.iterations = values[LAB_ITERATIONS];
    for (int i = 0; i < LAB_SIDE_COUNT; i++) {
        desc.loop = values[LAB_COMPARE] == 0 && i == 0 ? LAB_NAIVE : LAB_FIXED;
        desc.slot = 2 * i;
        if (!lab_side_open(&lab->sides[i], &desc, error)) {
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
                 .pace = lab_pace(0, 0, 0),
                 .values = {[LAB_SUBSTEPS] = config->sim.substeps,
                            [LAB_ITERATIONS] = config->sim.iterations,
                            [LAB_TICK_RATE] = config->sim.tick_rate}};
    lab->values[LAB_SCENE] = desc->scene == NULL ? 0 : (int)(desc->scene - lab_scenes);
    bool has_stage = stage_open(&lab->stage, stage, error);
    stage_bind(&lab->stage);
    page_open(&lab->page, 0);
    return has_stage && open_worlds(lab, error);
}

void lab_close(Lab *lab)
{
    close_worlds(lab);
    stage_close(&lab->stage);
}

/* ---- input ---- */

static void describe_page(Lab *lab)
{
    Page *page = &lab->page;
    const LabScene *scene = &lab_scenes[lab->values[LAB_SCENE]];
    page_begin(page, "The lab");
    for (int i = 0; i < LAB_SETTING_COUNT; i++) {
        int value = lab->values[i];
        char text[32];
        snprintf(text, sizeof text, "%d%s", value, SETTINGS[i].unit);
        page_set_value(page_add(page, ROW_CHOICE, i, SETTINGS[i].label),
                       i == LAB_SCENE     ? scene->name
                       : value == 0       ? SETTINGS[i].zero
                       : i == LAB_COMPARE ? "pictures"
                                          : text);
    }
    page_add(page, ROW_NOTE, -1, scene->about);
    page_prompt(page, UI_LOOK, "interpolation");
    page_prompt(page, UI_RETRY, "start again");
    page_layout(page, ui_view(lab->stage.viewport.view));
}

/* The next value above or below; this one need not be one of the steps. */
static int next_value(LabSetting setting, int value, int direction)
{
    int below = value, above = value;
    for (const int *step = SETTINGS[setting].steps; *step >= 0; step++) {
        below = *step < value ? *step : below;
        above = *step > value && above == value ? *step : above;
    }
    return direction > 0 ? above : below;
}

static void change_setting(Lab *lab, LabSetting setting, int direction)
{
    int *values = lab->values, before = values[setting];
    values[setting] = next_value(setting, before, direction);
    if (setting == LAB_COMPARE) { /* interpolation shows best with coarse ticks */
        values[LAB_TICK_RATE] =
            before == 0 ? LAB_INTERPOLATION_HZ : lab->desc.config->sim.tick_rate;
    }
    if (setting == LAB_FPS) { /* the display must not limit a rate above its own */
        Host *host = lab->stage.desc.host;
        host->set_vsync(host->self, lab->desc.config->vsync && values[LAB_FPS] == 0);
    }
    if (setting != LAB_FPS && setting != LAB_JITTER && setting != LAB_STALL) {
        lab_restart(lab);
    }
}

/* A drag that began in one picture goes on in the other. */
static void drag(Lab *lab, const CwInputFrame *input)
{
    double x = input->pointer_x, y = input->pointer_y;
    lab->grab.held = lab->grab.held && cw_input_down(input, UI_CLICK);
    for (int i = 0; i < LAB_SIDE_COUNT; i++) {
        Box pane = lab_pane(i);
        if (!panel_holds(pane, x, y)) {
            continue;
        }
        double scale = CW_VIEW_WIDTH / pane.width;
        CwPoint2 inside = {(x - pane.x) * scale, (y - pane.y) * scale};
        CwPoint2 at = cw_camera_to_world(&lab->sides[i].run.session.camera, inside);
        lab->grab.at_m = cpv(at.x, at.y);
        if (cw_input_pressed(input, UI_CLICK)) {
            lab_side_grab(&lab->sides[i], &lab->grab);
        }
    }
}

static bool handle_input(Lab *lab, const CwInputFrame *input)
{
    const Stage *stage = &lab->stage;
    PageInput page = {.ui = input,
                      .view = ui_view(stage->viewport.view),
                      .dt_s = (double)stage->ui_ns * 1e-9,
                      .device = stage->device_use.device};
    describe_page(lab);
    PageEvent event = page_update(&lab->page, &page);
    drag(lab, input);
    if (event.type == PAGE_TURNED) {
        change_setting(lab, (LabSetting)event.id, event.step);
    } else if (cw_input_pressed(input, UI_LOOK)) {
        change_setting(lab, LAB_COMPARE, lab->values[LAB_COMPARE] == 0 ? 1 : -1);
    } else if (cw_input_pressed(input, UI_RETRY)) {
        lab_restart(lab);
    }
    return event.type != PAGE_BACK && !lab->failed;
}

/* ---- pictures ---- */

/* Above the shade of the page. */
static void draw_world(Lab *lab, int index)
{
    LabSide *side = &lab->sides[index];
    Session *session = &side->run.session;
    double dt_s = (double)lab->frame_ns * 1e-9;
    if (side->run.broken) { /* no places are left to draw */
        return;
    }
    CwFrame frame = {.dt_s = dt_s,
                     .sim_dt_s = dt_s,
                     .input = session->world->input.players,
                     .alpha = index == 1 ? side->run.alpha : 1,
                     .index = side->frame_count,
                     .draw = &lab->stage.draw_list,
                     .camera = &session->camera,
                     .view = session->view_memory,
                     .systems = &session->frame_systems,
                     .comfort = {.text_scale = 1, .shake = 1},
                     .backdrop = true};
    session_run_phase(session, CW_PHASE_EARLY, &frame);
    stage_update_session(session, &frame);
    session->camera.view = view_or_usual((CwViewRect){0}); /* games may set it as a whole */
    Box pane = lab_pane(index);
    CwViewRect rect = {pane.x, pane.y, pane.width, pane.height};
    rect = ui_view_rect(cw_draw_view(frame.draw), rect);
    draw_pane_begin(frame.draw, &session->camera, rect, LAYER_PANES);
    session_run_phase(session, CW_PHASE_RENDER, &frame);
    cw_draw_view_end(frame.draw);
    session_run_phase(session, CW_PHASE_END_FRAME, &frame);
}

static void print_figures(const LabSide *side, char text[FIGURES_BYTES])
{
    const LabRun *run = &side->run;
    snprintf(
        text, FIGURES_BYTES,
        "%s%.2f s simulated\n%d x %.1f ms in this frame\n%.3f s dropped\n%d bodies tunnelled\n"
        "energy %+.1f %%\nwidest joint gap %.3f m\noff a run at %d fps:\n%.3f m\nat most %.3f m",
        run->broken ? "The physics broke down.\n" : "", run->time_s, run->ticks, run->step_s * 1e3,
        (double)run->dropped_ns * 1e-9, side->lost_count, fmax(-9999, fmin(side->energy_pct, 9999)),
        side->joint_gap_m, LAB_TWIN_FPS, fmax(0, side->divergence_m), side->worst_divergence_m);
}

static void draw_words(Lab *lab, int index)
{
    static const char *const titles[][LAB_SIDE_COUNT] = {
        {"naive: variable dt", "Clockwork: fixed ticks"}, {"drawn as it is", "interpolated"}};
    const CwTheme *theme = &lab->desc.game->theme;
    CwDrawList *list = &lab->stage.draw_list;
    const LabSide *side = &lab->sides[index];
    Box pane = lab_pane(index);
    char figures[FIGURES_BYTES];
    bool wrong = side->lost_count > 0 || side->worst_divergence_m > DIVERGENCE_WRONG_M;
    print_figures(side, figures);
    cw_draw_set_layer(list, LAYER_PANES - 1);
    panel_fill(list, pane, BACKGROUND);
    cw_draw_set_layer(list, LAYER_PANES);
    cw_draw_text(list, &(CwTextDraw){.text = titles[lab->values[LAB_COMPARE]][index],
                                     .face = CW_FACE_BOLD,
                                     .x = pane.x,
                                     .y = pane.y - 4,
                                     .size = TITLE,
                                     .anchor = CW_ANCHOR_BOTTOM,
                                     .colour = theme->accent});
    cw_draw_text(list, &(CwTextDraw){.text = figures,
                                     .x = pane.x + pane.width + 8,
                                     .y = pane.y,
                                     .size = TEXT,
                                     .anchor = CW_ANCHOR_TOP,
                                     .colour = wrong ? WRONG : theme->text});
}

static void draw(Lab *lab)
{
    const CwTheme *theme = &lab->desc.game->theme;
    CwDrawList *list = &lab->stage.draw_list;
    PageLook look = {.theme = theme,
                     .device = lab->stage.device_use.device,
                     .bindings = &lab->stage.ui_input.map};
    draw_list_begin(list, &(CwCamera){.height_m = 1}, &lab->stage.sprites);
    for (int i = 0; i < LAB_SIDE_COUNT; i++) {
        draw_world(lab, i);
    }
    CwViewRect seen = ui_view_begin(list, 0);
    panel_fill(list, (Box){seen.x, seen.y, seen.width, seen.height},
               panel_alpha(theme->shade, 255));
    page_draw(&lab->page, &look, list);
    ui_view_begin(list, LAYER_PANES);
    for (int i = 0; i < LAB_SIDE_COUNT; i++) {
        draw_words(lab, i);
    }
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
    int64_t began_ns = stage->begin_ns;
    if (lab->failed || stage->status.quit) {
        return false;
    }
    do {
        CwInputFrame input = stage_latch_menus(stage);
        if (!handle_input(lab, &input)) {
            return false;
        }
    } while (stage_take_input(stage));
    bool restarted = stage->begin_ns > began_ns; /* new worlds have no frame before them */
    lab->frame_ns = restarted ? 0 : stage->measured_ns;
    for (int i = 0; i < LAB_SIDE_COUNT; i++) {
        lab_side_frame(&lab->sides[i], lab->frame_ns, UINT64_MAX);
    }
    draw(lab);
    stage_paint(stage, true);
    if (stage_present(stage)) {
        stage_forget_time(stage);
    }
    return true;
}
