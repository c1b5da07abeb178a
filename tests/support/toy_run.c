#include "toy_run.h"

#include "game_config.h"
#include "ui/ui_view.h"

static const double BAR_LEFT = 108, BAR_LENGTH = CW_VIEW_WIDTH - 2 * 108;

ToyRun run;

void toy_run_prepare(void)
{
    toy_run_close();
    temp_make();
    toy = (Toy){0};
    workshop_destroy(run.loop_guest);
    run = (ToyRun){.loop_guest = workshop_create()};
    run.game = toy_game;
    run.table = game_config(&run.config, &run.game);
    run.config.arena_size = 4;
    run.guest = changes_guest(0);
    run.host_desc = host_headless_desc_default();
    run.desc = (LoopDesc){.game = &run.game,
                          .config = &run.config,
                          .choice = {.levels = &run.levels},
                          .setup = {.seed = 1, .guest = &run.guest},
                          .guest = run.loop_guest,
                          .mode = {.tick_limit = TICKS_UNLIMITED}};
}

void toy_script(HeadlessStep step)
{
    script_add(&run.script, step);
}

void toy_script_stall(uint64_t frame, int64_t delay_ns)
{
    toy_script((HeadlessStep){.frame = frame, .action = HEADLESS_STALL, .delay_ns = delay_ns});
}

void toy_script_focus(uint64_t frame, bool on)
{
    toy_script((HeadlessStep){.frame = frame, .action = HEADLESS_FOCUS, .on = on});
}

void toy_script_event(uint64_t frame, InputEvent event)
{
    toy_script((HeadlessStep){.frame = frame, .action = HEADLESS_INPUT, .event = event});
}

void toy_script_key(uint64_t frame, int code, int down)
{
    toy_script_event(frame, (InputEvent){.type = INPUT_KEY, .code = code, .value = down});
}

void toy_run_open_host(void)
{
    script_attach(&run.script, &run.host_desc);
    EXPECT_OK(host_headless_open(&run.host, &run.host_desc, &error));
}

void toy_run_open_loop(void)
{
    run.loop = (Loop){0};
    EXPECT_OK(loop_open(&run.loop, &run.desc, &run.host, run.renderer, &error));
    run.open = true;
    if (!run.desc.mode.is_headless && !run.title) {
        menus_show(&run.loop.menus, ACTIVITY_PLAYING);
    }
}

void toy_run_open(void)
{
    toy_run_open_host();
    toy_run_open_loop();
}

void toy_play(int frames)
{
    toy_run_open();
    toy_run_frames(frames);
}

bool toy_run_close(void)
{
    bool whole = !run.open || loop_close(&run.loop);
    if (run.open) {
        run.host.close(run.host.self);
    }
    run.open = false;
    return whole;
}

void toy_run_tear_down(void)
{
    toy_run_close();
    renderer_destroy(run.renderer);
    run.renderer = NULL;
}

void toy_run_keep_runs(void)
{
    run.desc.files.player_dir = temp_folder;
    run.desc.setup.recorder = (RecorderDesc){.runs_dir = temp_path("runs"), .runs_kept = 5};
    run.desc.setup.fingerprint = fingerprint_compute(0, &error);
    run.desc.setup.own_settings = run.config.sim;
}

void toy_run_keep_settings(bool watched)
{
    static ConfigLayers layers;
    static char path[96];
    snprintf(path, sizeof path, "%s", temp_path("config.ini"));
    layers = (ConfigLayers){.files = {path}, .file_count = 1};
    run.desc.settings = (LiveSettingsFiles){run.table, &layers, path, watched};
}

void toy_save_settings(const char *text)
{
    temp_write("config.ini", text);
    toy_run_frames(20);
}

void toy_write_map(const char *name, const char *properties)
{
    temp_write(textf("levels/%s.tmj", name),
               textf("{\"type\":\"map\",\"orientation\":\"orthogonal\",\"infinite\":false,"
                     "\"width\":10,\"height\":10,\"tilewidth\":32,\"tileheight\":32,"
                     "\"layers\":[],\"properties\":[%s]}",
                     properties));
}

void toy_write_level(const char *name)
{
    const char *title = "{\"name\":\"title\",\"type\":\"string\",\"value\":\"The %s\"}";
    toy_write_map(name, textf(title, name));
}

void toy_run_frames(int count)
{
    for (int i = 0; i < count; i++) {
        ck_assert_msg(loop_frame(&run.loop), "the loop ended: %s", run.loop.end.error.text);
    }
}

void toy_run_to_end(void)
{
    if (!run.open) {
        toy_run_open();
    }
    while (loop_frame(&run.loop)) {
    }
    ck_assert_msg(!run.loop.end.has_failed, "%s", run.loop.end.error.text);
}

void toy_event(InputEvent event)
{
    event.time_ns = event.time_ns != 0 ? event.time_ns : run.host.now_ns(run.host.self);
    stage_queue_event(&run.loop.stage, &event);
}

void toy_send(InputEvent event)
{
    toy_event(event);
    toy_run_frames(1);
}

void toy_key(int code, int down)
{
    toy_event((InputEvent){.type = INPUT_KEY, .code = code, .value = down});
}

void toy_key_for(int code, int down, int frames)
{
    toy_key(code, down);
    toy_run_frames(frames);
}

void toy_pad(int button, int down)
{
    toy_event((InputEvent){.type = INPUT_PAD_BUTTON, .device = 1, .code = button, .value = down});
}

void toy_finish(void)
{
    toy_key(TOY_KEY_RIGHT, 1);
    while (!toy_now()->finished) {
        toy_run_frames(1);
    }
    toy_key(TOY_KEY_RIGHT, 0);
}

void toy_tap(int code)
{
    toy_key(code, 1);
    toy_run_frames(1);
    toy_key(code, 0);
    toy_run_frames(1);
}

void toy_tap_for(int code, int frames)
{
    toy_tap(code);
    toy_run_frames(frames);
}

void toy_tap_at_once(int code)
{
    toy_key(code, 1);
    toy_key(code, 0);
}

void toy_click_at_once(void)
{
    toy_event((InputEvent){.type = INPUT_MOUSE_BUTTON, .code = 1, .value = 1});
    toy_event((InputEvent){.type = INPUT_MOUSE_BUTTON, .code = 1, .value = 0});
}

void toy_tap_times(int code, int count)
{
    for (int i = 0; i < count; i++) {
        toy_tap(code);
    }
}

void toy_restart(void)
{
    toy_tap(TOY_KEY_ESCAPE);
    toy_tap(TOY_KEY_DOWN);
    toy_tap(TOY_KEY_RETURN);
    ck_assert_int_eq(run.loop.menus.screens.activity, ACTIVITY_PLAYING);
}

void toy_button(int down)
{
    toy_event((InputEvent){.type = INPUT_MOUSE_BUTTON, .code = 1, .value = down});
    toy_run_frames(1);
}

void toy_click(double view_x, double view_y)
{
    toy_event((InputEvent){.type = INPUT_MOUSE_MOTION, .x = view_x, .y = view_y});
    toy_button(1);
    toy_button(0);
}

CwPoint2 toy_middle_of(Box box)
{
    CwViewRect own = {box.x + box.width / 2, box.y + box.height / 2, 0, 0};
    CwViewRect seen = ui_view_rect(toy_stage()->viewport.view, own);
    return (CwPoint2){seen.x, seen.y};
}

CwPoint2 toy_button_place(UiAction action)
{
    const ScreenButtons *all = &toy_stage()->buttons;
    int i = 0;
    while (i < all->count && all->items[i].action != action) {
        i++;
    }
    ck_assert_msg(i < all->count, "there is no button for %s", ui_actions[action].name);
    return toy_middle_of(all->items[i].box);
}

void toy_point(double fraction, double view_y)
{
    double x = BAR_LEFT + fraction * BAR_LENGTH;
    toy_event((InputEvent){.type = INPUT_MOUSE_MOTION, .x = x, .y = view_y, .dx = 1});
    toy_run_frames(1);
}

int toy_row(const char *label)
{
    for (int i = 0; i < toy_page()->row_count; i++) {
        if (strcmp(toy_page()->rows[i].label, label) == 0) {
            return i;
        }
    }
    ck_abort_msg("there is no row \"%s\" on \"%s\"", label, toy_page()->title);
}

CwPoint2 toy_row_place(const char *label)
{
    Box box = page_row_box(toy_page(), toy_row(label));
    return toy_middle_of((Box){box.x, box.y, 60, box.height});
}

void toy_click_row(const char *label)
{
    CwPoint2 place = toy_row_place(label);
    toy_click(place.x, place.y);
    toy_run_frames(1);
}

void toy_click_bar(double fraction)
{
    toy_point(fraction, TOY_BAR_Y);
    toy_button(1);
    toy_button(0);
}

const char *toy_notice(void)
{
    const Notices *notices = &toy_monitor()->notices;
    ck_assert_int_gt(notices->count, 0);
    return notices->items[notices->count - 1].text;
}

const CwWorld *toy_world(void)
{
    return run.loop.playback.session.world;
}

uint64_t toy_hash(void)
{
    return cw_world_hash(toy_world());
}

const ToyState *toy_now(void)
{
    return toy_state(toy_world());
}

void toy_expect_edges(int action, uint32_t presses, uint32_t releases)
{
    ck_assert_uint_eq(toy_now()->press_counts[action], presses);
    ck_assert_uint_eq(toy_now()->release_counts[action], releases);
}

uint64_t toy_ticks(void)
{
    return cw_world_tick(toy_world());
}

uint64_t toy_ticks_in(int frames)
{
    uint64_t before = toy_ticks();
    toy_run_frames(frames);
    return toy_ticks() - before;
}

double toy_runner_x_m(void)
{
    return cpBodyGetPosition(toy_runner(toy_world())).x;
}

uint32_t toy_first_ball(void)
{
    return toy_now()->runner.index1 + 1;
}

double toy_shown_ticks(void)
{
    return (double)toy_ticks() - 1 + run.loop.playback.alpha;
}

void toy_expect_smooth(int frames)
{
    for (int i = 0; i < frames; i++) {
        double before = toy_shown_ticks();
        toy_run_frames(1);
        EXPECT_WITHIN(toy_shown_ticks(), before - 1e-6, before + 1.01);
    }
}
