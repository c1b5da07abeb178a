#include "lab/lab.h"

#include "base/frame_services.h"
#include "base/report.h"
#include "base/view_rect.h"
#include "frame/playback.h"
#include "host/host_sdl.h"
#include "main/maker.h"
#include "paint/renderer.h"
#include "panel/debug_shapes.h"
#include "platform/clock.h"
#include "ui/ui_view.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- scenes ---- */

enum { BALL_COUNT = 12 };

static const double ROOM_X_M = 7.4, ROOM_Y_M = 3.9, OUTER_WALL_M = 1.0, THIN_WALL_M = 0.05;
static const double BALL_M = 0.2; /* radius */
static const double BALL_MPS = 12;

static void add_wall(CwWorld *world, cpVect from_m, cpVect to_m, double radius_m)
{
    cpBody *level = cpSpaceGetStaticBody(cw_world_space(world));
    cpShape *shape = cpSegmentShapeNew(level, from_m, to_m, radius_m);
    cpShapeSetElasticity(shape, 1);
    cw_world_add_shape(world, (CwEntity){0}, shape);
}

/* Balls don't collide with each other, so they keep their speed. */
static void add_ball(CwWorld *world, int index)
{
    double lane_m = ROOM_Y_M * ((2 * index + 1) / (double)BALL_COUNT - 1) * 0.93;
    double speed_mps = BALL_MPS * (0.8 + 0.2 * index / (BALL_COUNT - 1));
    cpBody *body = cpBodyNew(1, cpMomentForCircle(1, 0, BALL_M, cpvzero));
    cpBodySetPosition(body, cpv(-6.8 + 0.5 * ((index * 7) % BALL_COUNT), lane_m));
    cpBodySetVelocity(body, cpvmult(cpvforangle(0.03 * (index - 5.5)), speed_mps));
    cw_world_add_body(world, (CwEntity){0}, body);
    cpShape *shape = cpCircleShapeNew(body, BALL_M, cpvzero);
    cpShapeSetElasticity(shape, 1);
    cpShapeSetFilter(shape, cpShapeFilterNew(1, CP_ALL_CATEGORIES, CP_ALL_CATEGORIES));
    cw_world_add_shape(world, (CwEntity){0}, shape);
}

static bool start_wall(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    cpSpaceSetSleepTimeThreshold(cw_world_space(world), INFINITY);
    cpSpaceSetGravity(cw_world_space(world), cpvzero);
    double x = ROOM_X_M + OUTER_WALL_M, y = ROOM_Y_M + OUTER_WALL_M;
    add_wall(world, cpv(-x, -y), cpv(x, -y), OUTER_WALL_M);
    add_wall(world, cpv(-x, y), cpv(x, y), OUTER_WALL_M);
    add_wall(world, cpv(-x, -y), cpv(-x, y), OUTER_WALL_M);
    add_wall(world, cpv(x, -y), cpv(x, y), OUTER_WALL_M);
    add_wall(world, cpv(0, -y), cpv(0, y), THIN_WALL_M);
    for (int i = 0; i < BALL_COUNT; i++) {
        add_ball(world, i);
    }
    return true;
}

static void draw_wall(const CwWorld *world, CwFrame *frame)
{
    cw_draw_set_world(frame->draw, 1);
    debug_shapes_draw(world, frame->alpha, NULL, (CwColour){0}, frame->draw);
}

static const CwSystem SYSTEM = {.name = "lab.draw", .phase = CW_PHASE_RENDER, .frame = draw_wall};

static const CwGame WALL = {.id = "wall",
                            .title = "Wall",
                            .content = {.systems = &SYSTEM, .system_count = 1},
                            .looks = {.camera_height_m = 9},
                            .start = start_wall};

const LabScene lab_scenes[LAB_SCENE_COUNT] = {
    {.name = "bridge",
     .about = "The same driver on both sides. Springs and joints feel every uneven step.",
     .home_m = {-INFINITY, 0, INFINITY, INFINITY}},
    {.name = "wall",
     .about = "The balls should stay on the left. A long step carries them through the wall.",
     .game = &WALL,
     .home_m = {-7.7, -4.2, 0, 4.2}},
};

/* ---- ticks ---- */

/* Counts bodies outside the scene's home, each only once. */
static void count_lost(LabSide *side)
{
    const CwWorld *world = side->session.world;
    for (int i = 0; i < world->body_count && i < LAB_BODY_MAX; i++) {
        const cpBody *body = world->bodies[i];
        cpVect centre_m = cpTransformPoint(body->transform, body->cog);
        if (!side->is_lost[i] && body->m < INFINITY &&
            !cpBBContainsVect(lab_scenes[side->desc.scene].home_m, centre_m)) {
            side->is_lost[i] = true;
            side->lost_count++;
        }
    }
}

static void side_tick(LabSide *side)
{
    CwError error;
    const LabDesc *desc = &side->desc; /* steps may differ from recorded ticks */
    uint64_t tick = (uint64_t)(side->time_s * desc->config->sim.tick_rate + 0.5);
    bool drives = lab_scenes[desc->scene].game == NULL && tick < desc->driver->tick_count;
    CwTickInput input = drives ? cw_replay_input(desc->driver, tick + 1) : (CwTickInput){0};
    cw_input_derive_edges(&input.players[0], &side->session.world->input.players[0]);
    side->is_broken = !run_tick(&side->run, &input, &error);
    side->time_s += side->step_s;
    side->longest_step_s = fmax(side->longest_step_s, side->step_s);
    side->ticks++;
    if (!side->is_broken) {
        count_lost(side);
    }
}

static void step_by_ticks(LabSide *side)
{
    FramePlan plan = step_clock_frame(&side->clock, side->now_ns);
    side->alpha = plan.alpha;
    for (int i = 0; i < plan.ticks && !side->is_broken; i++) {
        side_tick(side);
    }
}

/* ---- the side ---- */

bool lab_side_open(LabSide *side, const LabDesc *desc, CwError *error)
{
    const CwGame *own = lab_scenes[desc->scene].game;
    SessionDesc session = playback_session_desc(own != NULL ? own : desc->game, desc->config);
    StepClockDesc clock = step_clock_desc_default();
    *side = (LabSide){.desc = *desc, .alpha = 1, .step_s = 1.0 / desc->settings.tick_rate};
    clock.tick_rate = desc->settings.tick_rate;
    clock.max_steps_per_frame = desc->config->max_steps_per_frame;
    clock.max_frame_ns = llround(desc->config->max_frame_time * 1e9);
    step_clock_init(&side->clock, &clock);
    step_clock_frame(&side->clock, 0);
    session.settings = desc->settings;
    session.fixed |= SIM_SETTINGS_ALL & ~sim_settings_bit(CW_SETTING_GRAVITY); /* set here */
    session.slot = desc->slot;
    session.map_path = own != NULL ? NULL : desc->map_path;
    if (!session_open(&side->session, &session, error)) {
        return cw_error_context(error, "lab, scene %s", lab_scenes[desc->scene].name);
    }
    run_begin(&side->run, &(RunDesc){.session = &side->session});
    return true;
}

void lab_side_frame(LabSide *side, int64_t frame_ns)
{
    side->frame_count++;
    side->ticks = 0;
    if (side->is_broken) {
        return;
    }
    side->now_ns += frame_ns;
    if (side->desc.loop == LAB_FIXED) {
        step_by_ticks(side);
    } else if (frame_ns > 0) {
        side->step_s = (double)frame_ns * 1e-9;
        side->session.world->dt_s = side->step_s;
        side_tick(side);
    }
}

/* ---- both sides: settings and their words ---- */

enum { LAYER_PANES = CW_ENGINE_LAYER_NOTICES, CHOICES_MAX = 6 };

static const double PANE_LEFT = 244, PANE_WIDTH = 264, PANE_TOP = 22, PANE_STEP = 168;
static const double TEXT = 9.5, TITLE = 11.5;

static const CwColour BACKGROUND = {0x2f, 0x46, 0x66, 255};
static const CwColour WRONG = {0xff, 0x8a, 0x6b, 255};

static const struct {
    const char *label;
    const char *words[CHOICES_MAX];
    int values[CHOICES_MAX];
} SETTINGS[LAB_COUNT] = {
    [LAB_SCENE] = {"scene", {"bridge", "wall"}, {0, 1}},
    [LAB_COMPARE] = {"compare", {"two loops", "interpolation"}, {0, 1}},
    [LAB_STALL] = {"stall every second",
                   {"none", "50 ms", "100 ms", "200 ms", "500 ms"},
                   {0, 50, 100, 200, 500}},
    [LAB_FPS] = {"frame rate",
                 {"display's", "10 fps", "20 fps", "30 fps", "60 fps"},
                 {0, 10, 20, 30, 60}},
    [LAB_SUBSTEPS] = {"substeps", {"1", "2", "4", "8", "16"}, {1, 2, 4, 8, 16}},
};

static int value_of(const Lab *lab, LabRow setting)
{
    return SETTINGS[setting].values[lab->choices[setting]];
}

/* ---- worlds ---- */

static void close_worlds(Lab *lab)
{
    for (int i = 0; i < LAB_SIDE_COUNT; i++) {
        session_close(&lab->sides[i].session);
    }
}

static bool open_worlds(Lab *lab, CwError *error)
{
    LabDesc desc = lab->desc;
    bool compares_loops = value_of(lab, LAB_COMPARE) == 0;
    desc.scene = value_of(lab, LAB_SCENE);
    desc.settings.substeps = value_of(lab, LAB_SUBSTEPS);
    if (!compares_loops) { /* interpolation shows best with coarse ticks */
        desc.settings.tick_rate = LAB_INTERPOLATION_HZ;
    }
    for (int i = 0; i < LAB_SIDE_COUNT; i++) {
        desc.loop = compares_loops && i == 0 ? LAB_NAIVE : LAB_FIXED;
        desc.slot = i;
        if (!lab_side_open(&lab->sides[i], &desc, error)) {
            close_worlds(lab);
            return false;
        }
    }
    lab->stage.has_begun = false; /* opening worlds is not a frame */
    return true;
}

void lab_restart(Lab *lab)
{
    close_worlds(lab);
    lab->has_failed = !open_worlds(lab, &lab->error);
}

bool lab_open(Lab *lab, const LabDesc *desc, const StageDesc *stage, CwError *error)
{
    *lab = (Lab){.desc = *desc, .choices = {[LAB_SCENE] = desc->scene, [LAB_STALL] = 2}};
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
    page_begin(page, "The lab");
    for (int i = 0; i < LAB_COUNT; i++) {
        page_set_value(page_add(page, ROW_CHOICE, i, SETTINGS[i].label),
                       SETTINGS[i].words[lab->choices[i]]);
    }
    page_add(page, ROW_NOTE, -1, lab_scenes[value_of(lab, LAB_SCENE)].about);
    page_prompt(page, UI_RETRY, "start again");
    page_layout(page, ui_view(lab->stage.viewport.view));
}

static void change_setting(Lab *lab, LabRow setting, int step)
{
    int choice = lab->choices[setting] + step;
    if (choice >= 0 && choice < CHOICES_MAX && SETTINGS[setting].words[choice] != NULL) {
        lab->choices[setting] = choice;
    }
    if (setting != LAB_FPS && setting != LAB_STALL) {
        lab_restart(lab);
    }
}

static bool handle_input(Lab *lab, const CwInputFrame *input)
{
    const Stage *stage = &lab->stage;
    PageInput page = {
        .ui = input, .view = ui_view(stage->viewport.view), .dt_s = (double)stage->ui_ns * 1e-9};
    describe_page(lab);
    PageEvent event = page_update(&lab->page, &page);
    if (event.type == PAGE_TURNED) {
        change_setting(lab, (LabRow)event.id, event.step);
    } else if (cw_input_pressed(input, UI_RETRY)) {
        lab_restart(lab);
    }
    return event.type != PAGE_BACK && !lab->has_failed;
}

/* ---- pictures ---- */

static CwViewRect pane_of(int side)
{
    return (CwViewRect){PANE_LEFT, PANE_TOP + side * PANE_STEP, PANE_WIDTH,
                        PANE_WIDTH * CW_VIEW_HEIGHT / CW_VIEW_WIDTH};
}

/* Draws a world in its pane, on a layer above the page's shade. */
static void draw_world(Lab *lab, int index)
{
    LabSide *side = &lab->sides[index];
    Session *session = &side->session;
    double dt_s = (double)lab->frame_ns * 1e-9;
    if (side->is_broken) { /* positions may be invalid */
        return;
    }
    CwFrame frame = {.dt_s = dt_s,
                     .sim_dt_s = dt_s,
                     .input = session->world->input.players,
                     .alpha = index == 1 ? side->alpha : 1,
                     .index = side->frame_count,
                     .draw = &lab->stage.draw_list,
                     .camera = &session->camera,
                     .view = session->view_memory,
                     .services = &(CwFrameServices){.systems = &session->frame_systems},
                     .comfort = {.text_scale = 1, .shake = 1},
                     .scene = CW_SCENE_RESULTS};
    session_run_phase(session, CW_PHASE_EARLY, &frame);
    stage_update_views(session, &frame);
    session->camera.view = view_or_default((CwViewRect){0}); /* a game may have overwritten it */
    CwViewRect rect = ui_view_rect(cw_draw_view(frame.draw), pane_of(index));
    draw_pane_begin(frame.draw, &session->camera, rect, LAYER_PANES);
    session_run_phase(session, CW_PHASE_RENDER, &frame);
    cw_draw_view_end(frame.draw);
    session_run_phase(session, CW_PHASE_END_FRAME, &frame);
}

static void draw_words(Lab *lab, int index)
{
    static const char *const titles[][LAB_SIDE_COUNT] = {
        {"naive: variable dt", "Clockwork: fixed ticks"}, {"drawn as it is", "interpolated"}};
    const CwTheme *theme = &lab->desc.game->looks.theme;
    CwDrawList *list = &lab->stage.draw_list;
    const LabSide *side = &lab->sides[index];
    const cpBody *player = side->is_broken ? NULL : session_probe(&side->session).player;
    CwViewRect pane = pane_of(index);
    char figures[256];
    snprintf(figures, sizeof figures,
             "%s%.2f s simulated\n%d x %.1f ms in this frame\nlongest step %.1f ms\n"
             "%.3f s dropped\n%d bodies tunnelled\nplayer at %.3f m",
             side->is_broken ? "The physics broke down.\n" : "", side->time_s, side->ticks,
             side->step_s * 1e3, side->longest_step_s * 1e3, (double)side->clock.dropped_ns * 1e-9,
             side->lost_count, player == NULL ? 0 : player->p.x);
    cw_draw_set_layer(list, LAYER_PANES - 1);
    panel_fill(list, (Box){pane.x, pane.y, pane.width, pane.height}, BACKGROUND);
    cw_draw_set_layer(list, LAYER_PANES);
    cw_draw_text(list, &(CwTextDraw){.text = titles[value_of(lab, LAB_COMPARE)][index],
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
                                     .colour = side->lost_count > 0 ? WRONG : theme->text});
}

static void draw(Lab *lab)
{
    const CwTheme *theme = &lab->desc.game->looks.theme;
    CwDrawList *list = &lab->stage.draw_list;
    PageLook look = {.theme = theme,
                     .device = lab->stage.device_use.device,
                     .bindings = &lab->stage.ui_input.map};
    draw_list_begin(list, &(CwCamera){.height_m = 1}, &lab->stage.sprites);
    draw_world(lab, 0);
    draw_world(lab, 1);
    CwViewRect seen = ui_view_begin(list, 0);
    const Box all = {seen.x, seen.y, seen.width, seen.height};
    panel_fill(list, all, panel_alpha(theme->shade, 255));
    page_draw(&lab->page, &look, list);
    ui_view_begin(list, LAYER_PANES);
    draw_words(lab, 0);
    draw_words(lab, 1);
}

/* ---- frames ---- */

/* Waits for the display or the chosen frame rate, and once a second for the length of a stall. */
static void wait_for_frame(Lab *lab)
{
    Host *host = lab->stage.desc.host;
    int fps = value_of(lab, LAB_FPS);
    int64_t frame_ns = fps > 0 ? limiter_interval_ns(fps) : stage_display_interval_ns(&lab->stage);
    int64_t now_ns = host->now_ns(host->self);
    int64_t due_ns = limiter_next_ns(&lab->limiter, now_ns, frame_ns);
    if (due_ns >= lab->stall_due_ns) {
        lab->stall_due_ns = due_ns + NS_PER_S;
        due_ns += value_of(lab, LAB_STALL) * NS_PER_MS;
    }
    if (due_ns > now_ns) {
        stage_wait_until(&lab->stage, due_ns);
    }
}

bool lab_frame(Lab *lab)
{
    Stage *stage = &lab->stage;
    wait_for_frame(lab);
    lab->has_failed = !stage_begin_frame(stage, &lab->error) || lab->has_failed;
    if (lab->has_failed || stage->status.must_quit) {
        return false;
    }
    do {
        CwInputFrame input = stage_latch_menus(stage);
        if (!handle_input(lab, &input)) {
            return false;
        }
    } while (stage_dispatch_input(stage));
    lab->frame_ns = stage->has_begun ? stage->measured_ns : 0; /* 0 right after a restart */
    for (int i = 0; i < LAB_SIDE_COUNT; i++) {
        lab_side_frame(&lab->sides[i], lab->frame_ns);
    }
    draw(lab);
    stage_paint(stage, true);
    if (stage_present(stage)) {
        stage->has_begun = false;
    }
    return true;
}

/* ---- the command ---- */

static int run_in_window(const Program *program, const LabDesc *desc)
{
    CwError error = {0};
    Host host;
    char art_dir[PATH_BYTES_MAX];
    Lab *lab = malloc(sizeof *lab);
    if (lab == NULL || !program_open_window(program, &host, &error)) {
        free(lab);
        cw_error_set(&error, "out of memory");
        return program_failed(&error);
    }
    RendererDesc looks = program_renderer_desc(program, art_dir);
    StageDesc stage = {.game = program->game,
                       .config = &program->config,
                       .host = &host,
                       .renderer = renderer_create(host_sdl_renderer(&host), &looks, &error),
                       .data_dir = program->paths.data};
    int status = EXIT_FAILED;
    if (stage.renderer == NULL || !lab_open(lab, desc, &stage, &error)) {
        program_failed(&error);
    } else {
        while (lab_frame(lab)) {
        }
        status = lab->has_failed ? program_failed(&lab->error) : EXIT_OK;
        lab_close(lab);
    }
    renderer_destroy(stage.renderer);
    host.close(host.self);
    free(lab);
    return status;
}

int command_lab(Program *program)
{
    const char *name = program->options->arguments[0];
    char map_path[PATH_BYTES_MAX], path[PATH_BYTES_MAX];
    CwError error = {0};
    LabDesc desc = {.game = program->game,
                    .config = &program->config,
                    .settings = program->config.sim,
                    .map_path = map_path};
    while (name != NULL && strcmp(lab_scenes[desc.scene].name, name) != 0) {
        if (++desc.scene == LAB_SCENE_COUNT) {
            report("lab: there is no scene \"%.60s\": use bridge or wall", name);
            return EXIT_USAGE;
        }
    }
    if (program->options->run.headless || !sdl_has_display()) {
        sdl_stop();
        report("lab: the lab needs a window: set DISPLAY, and leave --headless out");
        return EXIT_FAILED;
    }
    path_join(map_path, program->paths.data, "assets/lab/bridge.tmj");
    path_join(path, program->paths.data, "assets/lab/bridge.cwr");
    CwReplayFile *driver = cw_replay_load(path, &error);
    if (driver == NULL) {
        return program_failed(&error);
    }
    desc.driver = driver;
    int status = run_in_window(program, &desc);
    cw_replay_free(driver);
    return status;
}
