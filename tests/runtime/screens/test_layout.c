/* Every screen of Windup in windows of six shapes and at three text sizes: rows and texts lie in
 * the picture, no two texts lie over one another, none is too small to be read. */
#include "live/dev_tabs.h"
#include "sim/poison.h"
#include "support/drawn_text.h"
#include "support/game_config.h"
#include "support/toy_run.h"
#include "view/view.h"
#include "windup/windup.h"

static const struct {
    int width_px, height_px;
} SIZES[] = {{640, 360}, {500, 900}, {2560, 1080}, {1280, 720}, {1920, 1080}, {800, 600}};
static const double TEXT_SIZES[] = {1.5, 1, 1.25};
enum { EXTREMES = 3 }; /* sizes */
enum { SIZE_COUNT = CW_ARRAY_LENGTH(SIZES), TEXT_SIZE_COUNT = CW_ARRAY_LENGTH(TEXT_SIZES) };

static double least_px = 7;    /* height of a line */
static const double APART = 2; /* between two texts in a row, view points */

static KnobBoard knobs = {.count = 2,
                          .rows = {{.name = "SPRING_RATE",
                                    .knob = {.unit = "N/m", .low = 3000, .high = 12000},
                                    .value = 6000,
                                    .value_before_keep = 6000},
                                   {.name = "simulation.gravity",
                                    .knob = {.unit = "", .high = 1},
                                    .value = 0.125,
                                    .value_before_keep = 0.25,
                                    .setting = CW_SETTING_GRAVITY}}};
static const GuestScreen knobs_page = {"Knobs", &dev_knobs_page, &knobs, false};

FIXTURE(.tear_down = toy_run_tear_down, .timeout_s = 120);

/* ---- the screens, through the real loop on the headless host ---- */

enum { SCREEN_ALL_KEYS = SCREEN_GUEST + 1, SCREEN_HUD, SCREEN_COUNT };

typedef struct WindupWindow {
    int width_px, height_px;
    double text_size;
    Device device;
} WindupWindow;

static const char *const screen_names[SCREEN_COUNT] = {
    [SCREEN_TITLE] = "title",       [SCREEN_LEVELS] = "levels",     [SCREEN_PAUSE] = "pause",
    [SCREEN_RESULTS] = "results",   [SCREEN_SETTINGS] = "settings", [SCREEN_COMFORT] = "comfort",
    [SCREEN_SOUND] = "sound",       [SCREEN_PICTURE] = "picture",   [SCREEN_CONTROLS] = "controls",
    [SCREEN_KEYS] = "keys",         [SCREEN_PAD] = "pad",           [SCREEN_GAME] = "game",
    [SCREEN_CREDITS] = "credits",   [SCREEN_REPLAYS] = "replays",   [SCREEN_REPLAY] = "replay",
    [SCREEN_PLAYERS] = "players",   [SCREEN_WATCH] = "watch",       [SCREEN_GUEST] = "knobs",
    [SCREEN_ALL_KEYS] = "all keys", [SCREEN_HUD] = "hud",           [SCREEN_OWN] = "own",
    [SCREEN_ANEW] = "anew",
};

static int count_items(const CwFrame *frame)
{
    return 30;
}

static void show_item(const CwFrame *frame, int index, CwMenuItem *item)
{
    snprintf(item->label, sizeof item->label, "%d.  Wilhelmina W", index + 1);
    snprintf(item->value, sizeof item->value, "1,000,000 points");
}

static const CwMenuRow own_rows[] = {{"The best of all", .count = count_items, .item = show_item},
                                     {"Clear the table", .closes = true}};
static const CwMenuPage own_page = {"Best of all days", own_rows, 2};

static ConfigLayers layers;

static void open_window(const WindupWindow *window)
{
    toy_run_prepare();
    run.game = windup_game;
    run.game.menu.pages = &own_page;
    run.game.menu.page_count = 1;
    run.table = game_config(&run.config, &run.game);
    run.config.sound = false; /* Windup takes long to make its own */
    run.config.text_size = window->text_size;
    run.config.scaling = SCALING_EXPAND;
    layers = (ConfigLayers){0};
    run.desc.settings.table = run.table;
    run.desc.settings.layers = &layers;
    run.desc.setup.own_settings = run.config.sim;
    run.desc.files.data_dir = ".";
    run.desc.choice.replays_dir = "assets/replays";
    run.host_desc.status.width_px = window->width_px;
    run.host_desc.status.height_px = window->height_px;
    levels_find(&run.levels, "assets");
    run.title = true;
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
         true, false, 9999, 60, 0, false},
        {RECORDING_RUN, "b", "pendulum-hall", "2026-01-31 23:59", NULL, true, true, false, false,
         false, true, 1, 60, 0, false},
        {RECORDING_BUNDLED, "c", "spring-garden", "", "clockmaker", true, true, true, false, true,
         false, 9999, 60, 0, false},
    };
    memcpy(screens->recordings.items, kinds, sizeof kinds);
    screens->recordings.count = (int)CW_ARRAY_LENGTH(kinds);
    screens->chosen = kinds[RECORDING_RUN];
}

static void fill_cards(Screens *screens)
{
    for (int i = 0; i < run.levels.count; i++) {
        screens->cards.cards[i].best = (CwRunTime){.ticks = 9999, .tick_rate = 60, .medal = 4};
    }
}

static void open_page(Screens *screens, int page)
{
    Activity below = page == SCREEN_PAUSE || page >= SCREEN_GUEST ? ACTIVITY_PAUSED
                     : page == SCREEN_RESULTS                     ? ACTIVITY_FINISHED
                     : page == SCREEN_WATCH                       ? ACTIVITY_WATCHING
                                                                  : ACTIVITY_TITLE;
    screens->activity = ACTIVITY_PLAYING;
    screens_show(screens, below);
    screens->last_run = (Recording){.level = "pendulum-hall", .ticks = 99999, .tick_rate = 60};
    if (page == SCREEN_WATCH) {
        screens_show_watch(screens);
    } else if (page != SCREEN_TITLE && page != SCREEN_PAUSE && page != SCREEN_RESULTS) {
        screens_push(screens, (ScreenKind)page);
    }
    /* The figures of the results stay. */
    playback_set_pause(toy_playback(), PAUSE_STOP, page == SCREEN_RESULTS);
}

/* Names a moment on the bar of time, as a mouse over it does, at a slow speed. */
static void name_moment(void)
{
    RunMarks *marks = &run.loop.playback.marks;
    *marks = (RunMarks){.items = {{1, MARK_HIT, "plank", 12.3}}, .count = 1};
    toy_playback()->speed.steps = -2;
    run.loop.menus.time_bar.named = marks->items[0];
    toy_point(1 / (double)playback_last_tick(toy_playback()), TOY_BAR_Y + 9);
}

static void show(int screen)
{
    Screens *screens = &run.loop.menus.screens;
    Device device = run.loop.stage.device_use.device;
    if (screen == SCREEN_HUD) {
        playlist_handle_ask(&run.loop,
                            &(ScreenAsk){.kind = ASK_PLAY, .level = run.levels.names[0]});
        toy_run_frames(60);
    } else {
        workshop_add_pages(toy_workshop(), &knobs_page, 1, NULL);
        open_page(screens, screen);
        fill_recordings(screens);
        fill_cards(screens);
        toy_run_frames(2);
        name_moment();
        finish(screens);
    }
    run.loop.stage.device_use.device = device;
    toy_run_frames(1);
}

/* ---- what is drawn ---- */

typedef struct Drawn {
    char text[64];
    int layer;
    Box box;
    double line_px;
    const CwViewRect *clip; /* NULL: none */
} Drawn;

enum { DRAWN_MAX = 400 };
static Drawn drawn[DRAWN_MAX];
static int drawn_count;
static char where[96];

/* The letters of a line are lower than it is, by about so much at the top and the bottom. */
static const double ABOVE = 0.2, BELOW = 0.2;

static void add_text(const CwDrawList *list, const DrawCommand *command)
{
    const TextCommand *text = &command->text;
    const TextBlock *block = draw_list_block(list, text);
    TypeLayout layout = draw_list_layout(list, text);
    vec2s anchor = text->place.origin;
    double size = (double)text->size, low = INFINITY, high = -INFINITY;
    bool from_top = block != NULL && block->anchor == CW_ANCHOR_TOP;
    double top = (double)anchor.y - (from_top ? 0 : (double)layout.height * size / 2);
    for (uint32_t i = 0; i < layout.count; i++) {
        low = fmin(low, (double)layout.glyphs[i].pen.x);
        high = fmax(high, (double)layout.glyphs[i].pen.x);
    }
    Drawn *next = &drawn[drawn_count++];
    ck_assert_int_lt(drawn_count, DRAWN_MAX);
    *next = (Drawn){.layer = command->layer,
                    .line_px = size * run.loop.stage.viewport.scale_y,
                    .clip = command->clip == CLIP_ALL ? NULL
                                                      : &list->clips[command->clip - CLIP_FIRST]};
    double wide = fmin(high - low + 0.5, (double)layout.width);
    next->box = (Box){(double)anchor.x + low * size, top + ABOVE * size, wide * size,
                      ((double)layout.height - ABOVE - BELOW) * size};
    snprintf(next->text, sizeof next->text, "%.*s", (int)text->byte_count,
             list->text + text->first_byte);
}

static void read_texts(void)
{
    const CwDrawList *list = &run.loop.stage.draw_list;
    drawn_count = 0;
    for (uint32_t i = 0; i < list->command_count; i++) {
        const DrawCommand *command = &list->commands[i];
        if (command->kind == DRAW_TEXT && command->layer >= LAYER_HUD &&
            command->text.colour.a > 0) {
            add_text(list, command);
        }
    }
}

static bool lies_in(Box box, CwViewRect in)
{
    return box.x >= in.x - 0.5 && box.y >= in.y - 0.5 &&
           box.x + box.width <= in.x + in.width + 0.5 &&
           box.y + box.height <= in.y + in.height + 0.5;
}

static bool meet(Box a, Box b)
{
    return a.x < b.x + b.width + APART && b.x < a.x + a.width + APART && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

static void expect_texts_apart(void)
{
    for (int i = 0; i < drawn_count; i++) {
        const Drawn *one = &drawn[i];
        const CwViewRect in = one->clip == NULL ? toy_stage()->viewport.view : *one->clip;
        ck_assert_msg(lies_in(one->box, in), "%s: \"%s\" is cut: %g %g, %g x %g", where, one->text,
                      one->box.x, one->box.y, one->box.width, one->box.height);
        ck_assert_msg(one->line_px >= least_px, "%s: \"%s\" is %g px high", where, one->text,
                      one->line_px);
        for (int j = 0; j < i; j++) {
            ck_assert_msg(!meet(one->box, drawn[j].box), "%s: \"%s\" lies over \"%s\"", where,
                          one->text, drawn[j].text);
        }
    }
}

static void expect_rows_whole(void)
{
    const Page *page = toy_page();
    const PageLayout *layout = &page->layout;
    Box list = layout->list;
    for (int i = 0; i < page->row_count; i++) {
        bool whole =
            lies_in(page_row_box(page, i), (CwViewRect){list.x, list.y, list.width, list.height});
        ck_assert_msg(whole || !page_row_is_seen(page, i), "%s: row \"%s\" is cut", where,
                      page->rows[i].label);
    }
    for (int i = 0; i < drawn_count; i++) {
        bool is_over =
            drawn[i].layer == CW_ENGINE_LAYER_TIME && meet(drawn[i].box, layout->prompts);
        ck_assert_msg(!is_over, "%s: \"%s\" lies over the prompts", where, drawn[i].text);
    }
    const Box boxes[] = {layout->title, layout->panel, layout->prompts};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(boxes); i++) {
        ck_assert_msg(lies_in(boxes[i], layout->view), "%s: box %zu is cut", where, i);
    }
}

static void expect_all_whole(void)
{
    read_texts();
    ck_assert_msg(drawn_count > 0, "%s: no text", where);
    expect_texts_apart();
    if (screens_are_open(&run.loop.menus.screens)) {
        expect_rows_whole();
    }
}

static void look_at(const WindupWindow *window, int screen)
{
    snprintf(where, sizeof where, "%s at %d x %d, text %g, device %d", screen_names[screen],
             window->width_px, window->height_px, window->text_size, window->device);
    show(screen);
    expect_all_whole();
    if (screens_are_open(&run.loop.menus.screens)) { /* the other end, too */
        Page *page = toy_page();
        page_scroll_to(page, page->row_count - 1);
        toy_run_frames(1);
        expect_all_whole();
    }
}

static void look_at_all(int size, double text_size, Device device)
{
    WindupWindow window = {.width_px = SIZES[size].width_px,
                           .height_px = SIZES[size].height_px,
                           .text_size = text_size,
                           .device = device};
    open_window(&window);
    for (int screen = 0; screen < SCREEN_COUNT; screen++) {
        look_at(&window, screen);
    }
}

TEST(every_screen_is_whole_at_every_size, .rounds = SIZE_COUNT * TEXT_SIZE_COUNT,
     .quick_rounds = EXTREMES, .left_out = POISON_WORKS)
{
    look_at_all(_i % SIZE_COUNT, TEXT_SIZES[_i / SIZE_COUNT], DEVICE_KEYBOARD);
}

TEST(with_large_prompts_of_a_pad_every_screen_is_whole, .rounds = SIZE_COUNT, .quick_rounds = 1,
     .left_out = POISON_WORKS)
{
    look_at_all(_i, TEXT_SIZES[0], DEVICE_PAD);
}

TEST(with_large_buttons_for_fingers_every_screen_is_whole, .rounds = SIZE_COUNT, .quick_rounds = 1)
{
    look_at_all(_i, TEXT_SIZES[0], DEVICE_TOUCH);
}

TEST(results_race_the_next_medal_and_compare_their_splits_with_its_run)
{
    open_window(&(WindupWindow){.width_px = 1280, .height_px = 720, .text_size = 1});
    show(SCREEN_RESULTS);
    Screens *screens = &run.loop.menus.screens;
    screens->rival = (CwRunTime){.medal = 2, .split_count = 1, .splits = {9001 - 90}};
    toy_run_frames(30); /* the page's first moments ignore clicks */
    const CwDrawList *list = &toy_stage()->draw_list;
    ck_assert(draws_text(list, "Compared with silver") && draws_text(list, "+1.50"));
    ck_assert_str_eq(toy_page()->rows[toy_row("Next medal: race it")].value, "silver");
    toy_click_row("Next medal: race it");
    expect_text(screens->chosen.file, "-silver.cwr");
}

/* ---- languages ---- */

/* Makes a pseudo-language and chooses it; see scripts/pseudo.awk. */
static void speak_pseudo(LanguageChoice language, const char *file, const char *option)
{
    temp_mkdir("text");
    const char *command = textf("LC_ALL=C.UTF-8 awk %s -f scripts/pseudo.awk assets/text/texts.pot "
                                "assets/text/engine/texts.pot >'%s'",
                                option, temp_path(file));
    ck_assert_int_eq(system(command), 0);
    language_begin(temp_folder, false);
    language_choose(language);
}

/* Names of the game, of libraries and licences, and of devices' buttons stay as they are. */
static bool needs_no_translation(const char *text)
{
    static const char *const names[] = {"Windup", "Knobs"};
    bool is_name = strpbrk(text, "abcdefghijklmnopqrstuvwxyz") == NULL;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(names); i++) {
        is_name = is_name || strcmp(text, names[i]) == 0;
    }
    return is_name;
}

static void expect_marked(void)
{
    for (int i = 0; i < drawn_count; i++) {
        const char *text = drawn[i].text;
        ck_assert_msg(strstr(text, "\u2039") != NULL || needs_no_translation(text),
                      "%s: \"%s\" is not translated: mark it (docs/languages.md) and run "
                      "scripts/texts.sh",
                      where, text);
    }
}

/* Looks at all screens of players; those of makers are English. */
static void look_at_language(bool is_marked)
{
    const WindupWindow window = {.width_px = 640, .height_px = 360, .text_size = 1.5};
    for (int screen = 0; screen < SCREEN_COUNT; screen++) {
        bool is_makers = screen == SCREEN_GUEST || screen == SCREEN_ALL_KEYS;
        if (!is_makers) {
            look_at(&window, screen);
            bool has_names = screen == SCREEN_OWN || screen == SCREEN_CREDITS;
            if (is_marked && !has_names) {
                expect_marked();
            }
        }
    }
}

/* Looks at each notice in the engine's source but those that show an error's text. */
static void look_at_notices(void)
{
    const char *find = "cat src/runtime/*/*.c | tr -d '\\n' | "
                       "grep -oE 'notices_add\\([^\"]*\"([^\"\\\\]|\\\\.)+' | "
                       "sed 's/[^\"]*\"//; s/\\\\\"/\"/g; /^%s$/d'";
    ck_assert_int_eq(system(textf("%s >'%s'", find, temp_path("notices"))), 0);
    char *found = strdup(temp_read("notices")), *rest = found, *notice;
    while ((notice = strsep(&rest, "\n"))[0] != '\0') {
        toy_monitor()->notices.count = 0;
        notices_add(&toy_monitor()->notices, "%s", text_of(notice));
        toy_run_frames(1);
        expect_all_whole();
        expect_marked();
    }
    free(found);
}

/* Looks at the messages of Windup's HUD: the words for trouble, and these. */
static void look_at_hud(void)
{
    enum { OVER = TROUBLE_COUNT, STUCK, CHECKPOINT, WHEELIE, FLIP, FINISH, COUNT };
    CwWorld *world = toy_playback()->session.world;
    uint64_t recent = cw_world_tick(world) - 10;
    Race *race = race_of(world);
    Buggy *buggy = buggy_of(world);
    world->input.players[0].value[ACTION_ACCELERATE] = CW_ACTION_VALUE_MAX;
    for (uint32_t i = 0; i < COUNT; i++) {
        race->trouble = i < TROUBLE_COUNT ? i : TROUBLE_NONE;
        race->checkpoint.index1 = i % 2; /* the way back leads there or to the start */
        race->finished = i == FINISH;
        buggy->overturned_ticks = i == OVER ? 999 : 0;
        buggy->stalled_ticks = i == STUCK ? 999 : 0;
        buggy->tricks.wheelie_m = i == WHEELIE ? 99 : 0;
        buggy->tricks.last.tick = i == FLIP ? recent : 0;
        ((View *)run.loop.view.frame.view)->checkpoint_tick = i == CHECKPOINT ? recent : 0;
        draw_list_begin(&toy_stage()->draw_list, &(CwCamera){.height_m = 9}, &toy_stage()->sprites);
        hud_draw(world, &run.loop.view.frame);
        expect_all_whole();
        expect_marked();
    }
}

static void look_at_pseudo(LanguageChoice language, const char *file, const char *option)
{
    open_window(&(WindupWindow){.width_px = 640, .height_px = 360, .text_size = 1.5});
    least_px = 4; /* words of a few letters more than double */
    speak_pseudo(language, file, option);
    look_at_language(true);
    snprintf(where, sizeof where, "a message over the game");
    look_at_notices();
    look_at_hud();
}

TEST(every_screen_of_a_longer_language_is_translated_and_whole)
{
    look_at_pseudo(LANGUAGE_EN_XA, "text/en_XA.po", "");
}

TEST(every_screen_from_right_to_left_is_whole)
{
    look_at_pseudo(LANGUAGE_AR_XB, "text/ar_XB.po", "-v mirror=1");
}

TEST(every_screen_of_each_language_is_whole, .rounds = LANGUAGE_EN_XA - LANGUAGE_DE,
     .quick_rounds = 1)
{
    open_window(&(WindupWindow){.width_px = 640, .height_px = 360, .text_size = 1.5});
    language_begin("assets", false);
    language_choose(LANGUAGE_DE + (LanguageChoice)_i);
    look_at_language(false);
}
