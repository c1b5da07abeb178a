#include "windup_screens.h"

#include "game_config.h"
#include "windup/windup.h"

const char *const windup_screen_names[WINDUP_SCREEN_COUNT] = {
    [PAGE_TITLE] = "title",     [PAGE_LEVELS] = "levels",     [PAGE_PAUSE] = "pause",
    [PAGE_RESULTS] = "results", [PAGE_SETTINGS] = "settings", [PAGE_COMFORT] = "comfort",
    [PAGE_SOUND] = "sound",     [PAGE_PICTURE] = "picture",   [PAGE_CONTROLS] = "controls",
    [PAGE_KEYS] = "keys",       [PAGE_PAD] = "pad",           [PAGE_GAME] = "game",
    [PAGE_CREDITS] = "credits", [PAGE_REPLAYS] = "replays",   [PAGE_REPLAY] = "replay",
    [PAGE_DELETE] = "delete",   [PAGE_WATCH] = "watch",       [WINDUP_SCREEN_HUD] = "hud",
};

static ConfigLayers layers;

void windup_screens_open(const WindupWindow *window)
{
    toy_run_prepare();
    run.game = windup_game;
    run.table = game_config(&run.config, &run.game);
    run.config.text_size = window->text_size;
    run.config.high_contrast = run.config.colour_safe = window->safe;
    run.config.scaling = SCALING_EXPAND;
    layers = (ConfigLayers){0};
    run.desc.settings.table = run.table;
    run.desc.settings.layers = &layers;
    run.desc.rules.own_settings = run.config.sim;
    run.desc.files.data_dir = ".";
    run.desc.choice.replays_dir = "assets/replays";
    run.host_desc.status.width_px = window->width_px;
    run.host_desc.status.height_px = window->height_px;
    run.desc.files.player_dir = window->player_dir;
    levels_find(&run.levels, "assets");
    run.title = true;
    run.renderer = window->renderer;
    toy_play(2);
    run.loop.stage.device_use.device = window->device;
}

/* A run with each checkpoint passed, a little better than the one before. */
static void finish(Screens *screens)
{
    CwRunTime *time = &run.loop.playback.run.time;
    *time = (CwRunTime){.ticks = 95999, .tick_rate = 60, .clean = 1, .split_count = 6};
    screens->best = *time;
    for (uint32_t i = 0; i < time->split_count; i++) {
        time->splits[i] = (i + 1) * 9001;
        screens->best.splits[i] = time->splits[i] + 1200;
    }
}

/* One of each kind, each with the most to say. */
static void fill_recordings(Screens *screens)
{
    static const Recording kinds[] = {
        {RECORDING_BEST, "", "chain-bridge", "2026-01-31 23:59", NULL, false, true, true, false,
         false, 9999, 60},
        {RECORDING_KEPT, "a", "crate-harbour", "2026-01-31 23:59", NULL, true, true, false, true,
         true, 9999, 60},
        {RECORDING_RUN, "b", "pendulum-hall", "2026-01-31 23:59", NULL, true, true, false, true,
         true, 0, 60},
        {RECORDING_BUNDLED, "c", "spring-garden", "", "clockmaker", true, true, true, false, false,
         9999, 60},
    };
    memcpy(screens->recordings->items, kinds, sizeof kinds);
    screens->recordings->count = (int)CW_ARRAY_LENGTH(kinds);
    screens->chosen = kinds[RECORDING_RUN];
}

static void fill_cards(Screens *screens)
{
    for (int i = 0; i < run.levels.count; i++) {
        screens->cards->cards[i].best = (CwRunTime){.ticks = 9999, .tick_rate = 60, .medal = 4};
    }
}

static void open_page(Screens *screens, int page)
{
    Activity below = page == PAGE_PAUSE     ? ACTIVITY_PAUSED
                     : page == PAGE_RESULTS ? ACTIVITY_FINISHED
                     : page == PAGE_WATCH   ? ACTIVITY_WATCHING
                                            : ACTIVITY_TITLE;
    screens->activity = ACTIVITY_PLAYING;
    screens_show(screens, below);
    if (page == PAGE_WATCH) {
        screens_show_watch(screens);
    } else if (page != PAGE_TITLE && page != PAGE_PAUSE && page != PAGE_RESULTS) {
        screens_push(screens, (ScreenPage)page);
    }
    /* The figures of the results stay. */
    step_clock_set_time_scale(&run.loop.playback.clock, page == PAGE_RESULTS ? 0 : 1000);
}

void windup_screens_show(int screen)
{
    Screens *screens = &run.loop.menus.screens;
    Device device = run.loop.stage.device_use.device;
    if (screen == WINDUP_SCREEN_HUD) {
        runs_handle_ask(&run.loop.runs,
                        &(ScreenAsk){.kind = ASK_PLAY, .level = run.levels.names[0]});
        toy_run_frames(60);
    } else {
        open_page(screens, screen);
        fill_recordings(screens);
        fill_cards(screens);
        toy_run_frames(2);
        finish(screens);
    }
    run.loop.stage.device_use.device = device;
    toy_run_frames(1);
}
