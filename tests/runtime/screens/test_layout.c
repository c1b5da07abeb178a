/* Every screen of Windup in windows of six shapes and at three text sizes: rows and texts lie in
 * the picture, no two texts lie over one another, none is too small to be read. */
#include "live/dev_tabs.h"
#include "sim/poison.h"
#include "support/drawn_text.h"
#include "support/game_config.h"
#include "support/toy_run.h"
#include "things/kinds.h"
#include "view/view.h"
#include "windup/windup.h"

typedef struct WindupWindow {
    int width_px, height_px;
    double text_size;
    Device device;
} WindupWindow;

static const WindupWindow SIZES[] = {{640, 360, 1.5, 0}, {500, 900, 1, 0},   {2560, 1080, 1, 0},
                                     {1280, 720, 1, 0},  {1920, 1080, 1, 0}, {800, 600, 1, 0}};
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

#define SCREEN_WORD(name, ...) [SCREEN_##name] = #name,
static const char *const screen_names[SCREEN_COUNT] = {
    SCREENS(SCREEN_WORD)[SCREEN_GUEST] = "knobs", [SCREEN_ALL_KEYS] = "all keys",
    [SCREEN_HUD] = "hud"};

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
    run.config.subtitles = true;
    toy_run_keep_settings(false);
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
    for (uint32_t i = 0; i < (uint32_t)run.levels.count; i++) {
        LevelCard *card = &screens->cards.cards[i];
        card->best = (CwRunTime){.ticks = i % 4 * 3333, .tick_rate = 60, .medal = i % 4 + 1};
        card->is_open = i % 4 != 1;
        card->is_earlier = i % 4 == 2;
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
static void name_moment(RunMarkSort sort, const char *name)
{
    RunMarks *marks = &run.loop.playback.marks;
    *marks = (RunMarks){.items = {{1, sort, "", 12.3}}, .count = 1};
    snprintf(marks->items[0].name, RUN_MARK_BYTES, "%s", name);
    toy_playback()->speed.steps = -2;
    run.loop.menus.time_bar.named = marks->items[0];
    toy_point(1 / (double)playback_last_tick(toy_playback()), TOY_BAR_Y + 9);
}

static void play(const char *level, int frames)
{
    playlist_handle_ask(&run.loop, &(ScreenAsk){.kind = ASK_PLAY, .level = level});
    toy_run_frames(frames);
}

static void show(int screen)
{
    Screens *screens = &run.loop.menus.screens;
    Device device = run.loop.stage.device_use.device;
    if (screen == SCREEN_HUD) {
        play(run.levels.names[0], 60);
    } else {
        workshop_add_pages(toy_workshop(), &knobs_page, 1, NULL);
        open_page(screens, screen);
        fill_recordings(screens);
        fill_cards(screens);
        toy_run_frames(2);
        name_moment(MARK_HIT, "plank");
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
static bool is_marked; /* all texts stand between the signs of a pseudo-language */

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

static void read_texts(int layer_least)
{
    const CwDrawList *list = &run.loop.stage.draw_list;
    drawn_count = 0;
    for (uint32_t i = 0; i < list->command_count; i++) {
        const DrawCommand *command = &list->commands[i];
        if (command->kind == DRAW_TEXT && command->layer >= layer_least &&
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

/* A notice covers a page for some seconds if there is no room beside the page. */
static bool covers(const Drawn *one, const Drawn *other)
{
    return one->layer == CW_ENGINE_LAYER_NOTICES && other->layer == CW_ENGINE_LAYER_MENU;
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
            ck_assert_msg(covers(one, &drawn[j]) || !meet(one->box, drawn[j].box),
                          "%s: \"%s\" lies over \"%s\"", where, one->text, drawn[j].text);
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

/* Names of the game, of libraries and licences, and of devices' buttons stay as they are. */
static bool needs_no_translation(const char *text)
{
    return strpbrk(text, "abcdefghijklmnopqrstuvwxyz") == NULL || strcmp(text, "Windup") == 0 ||
           strcmp(text, "Knobs") == 0;
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

static void expect_drawn_whole(int layer_least)
{
    read_texts(layer_least);
    ck_assert_msg(drawn_count > 0, "%s: no text", where);
    expect_texts_apart();
    if (is_marked) {
        expect_marked();
    }
}

static void expect_all_whole(void)
{
    expect_drawn_whole(LAYER_HUD);
    if (screens_are_open(&run.loop.menus.screens)) {
        expect_rows_whole();
    }
}

/* Selects a row of the page, for its hint, and turns it through its values. */
static void look_at_row(int index, bool may_turn)
{
    Page *page = toy_page();
    PageRow *row = &page->rows[index];
    if (page_row_can_be_chosen(row)) {
        page->selected = index;
    }
    page_scroll_to(page, index);
    toy_run_frames(1);
    expect_all_whole();
    char value[sizeof row->value];
    memcpy(value, row->value, sizeof value);
    while (row->kind == ROW_CHOICE && may_turn) {
        toy_tap(TOY_KEY_RIGHT);
        expect_all_whole();
        may_turn = strcmp(row->value, value) != 0;
    }
}

static void look_at(const WindupWindow *window, int screen)
{
    snprintf(where, sizeof where, "%s at %d x %d, text %g, device %d", screen_names[screen],
             window->width_px, window->height_px, window->text_size, window->device);
    show(screen);
    expect_all_whole();
    for (int i = 0; screens_are_open(&run.loop.menus.screens) && i < toy_page()->row_count; i++) {
        look_at_row(i, screen != SCREEN_COMFORT);
    }
}

static void look_at_all(int size, double text_size, Device device)
{
    WindupWindow window = {SIZES[size].width_px, SIZES[size].height_px, text_size, device};
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

TEST(with_large_prompts_of_a_pad_or_buttons_for_fingers_every_screen_is_whole,
     .rounds = 2 * SIZE_COUNT, .quick_rounds = 2, .left_out = POISON_WORKS)
{
    look_at_all(_i / 2, TEXT_SIZES[0], _i % 2 == 0 ? DEVICE_PAD : DEVICE_TOUCH);
}

TEST(results_compare_splits_with_the_run_of_the_next_medal_and_offer_a_race)
{
    open_window(&SIZES[3]);
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

/* Looks at all screens of players; those of makers are English. */
static void look_at_pages(bool is_pseudo)
{
    for (int screen = 0; screen < SCREEN_COUNT; screen++) {
        is_marked = is_pseudo && screen != SCREEN_OWN && screen != SCREEN_CREDITS; /* names */
        if (screen != SCREEN_GUEST && screen != SCREEN_ALL_KEYS) {
            look_at(&SIZES[0], screen);
        }
    }
}

/* Looks at each notice in the engine's source but those that show an error's text: over the game,
 * and those before an error on a page. */
static void look_at_notices(const char *function, bool is_on_page)
{
    const char *find = "cat src/runtime/*/*.c | tr -d '\\n' | "
                       "grep -oE '(%s)\\([^\";]*\"([^\"\\\\]|\\\\.)+' | "
                       "sed 's/[^\"]*\"//; s/\\\\\"/\"/g; /^%%s$/d'";
    ck_assert_int_eq(system(textf(textf("%s >'%%s'", find), function, temp_path("notices"))), 0);
    char *found = strdup(temp_read("notices")), *rest = found, *notice;
    while ((notice = strsep(&rest, "\n"))[0] != '\0') {
        toy_monitor()->notices.count = 0;
        if (is_on_page) {
            screens_notice(&run.loop.menus.screens, notice, &(CwError){"a.cwr:1: no recording"});
        } else {
            notices_add(&toy_monitor()->notices, "%s", text_of(notice));
        }
        toy_run_frames(1);
        expect_all_whole();
    }
    free(found);
}

/* Looks at the moments on the bar of time, and at captions. */
static void look_at_moments(void)
{
    const CwGame *game = &run.game;
    show(SCREEN_PAUSE);
    name_moment(MARK_CHECKPOINT, "");
    expect_all_whole();
    for (int i = 0; i < game->input.action_count; i++) {
        name_moment(MARK_PRESS, game->input.actions[i].label);
        expect_all_whole();
    }
    for (int i = 0; i < game->content.kind_count; i++) {
        name_moment(MARK_HIT, game->content.kinds[i].name);
        expect_all_whole();
    }
    for (int i = 0; i < game->content.event_name_count; i++) {
        const char *name = game->content.event_names[i];
        name_moment(MARK_EVENT, name == NULL ? "" : name);
        expect_all_whole();
    }
    show(SCREEN_HUD);
    for (int i = 0; i < game->sound.count; i++) {
        const char *caption = game->sound.list[i].caption;
        captions_add(&toy_monitor()->captions, caption == NULL ? "" : text_of(caption), 1);
        toy_run_frames(1);
        expect_all_whole();
    }
}

/* Looks at results with and without a rank. */
static void look_at_results(void)
{
    enum { LOST, TAKEN_OVER, PROGRESS, REWOUND, SLOWED, FIRST, RIVAL, COUNT };
    Run *played = &toy_playback()->run;
    for (int i = 0; i < COUNT; i++) {
        show(SCREEN_RESULTS);
        played->probe.lost = i == LOST ? "Crushed!" : NULL;
        played->was_taken_over = i == TAKEN_OVER;
        toy_playback()->session.may_rank = i != PROGRESS;
        played->rewind_count = i == REWOUND;
        played->was_slowed = i == SLOWED;
        played->time.clean = i >= FIRST;
        run.loop.menus.screens.best.ticks = i == FIRST ? 0 : 95000;
        run.loop.menus.screens.rival.medal = i == RIVAL ? 2 : 0;
        toy_run_frames(1);
        expect_all_whole();
    }
}

/* Looks at the first moments of each level, its story and its signs. */
static void look_at_levels(void)
{
    for (int i = 0; i < run.levels.count; i++) {
        CwEntity it = {0};
        play(run.levels.names[i], 2);
        expect_all_whole();
        CwFrame frame = run.loop.view.frame;
        CwCamera camera = *frame.camera;
        CwWorld *world = toy_playback()->session.world;
        frame.camera = &camera;
        camera.y_m = 999; /* no sign hides the story */
        race_of(world)->start_m.x -= 20;
        for (int end = 0; end < 2 && journey_chapter(world) != NULL; end++) {
            draw_list_begin(frame.draw, &camera, &toy_stage()->sprites);
            hud_draw(world, &frame);
            expect_all_whole();
            race_of(world)->finished = true;
        }
        while ((it = cw_world_next_of(world, KIND_SIGN, it)).index1 != 0) {
            const Sign *sign = cw_world_data_const(world, it);
            camera.x_m = sign->object->centre_m.x;
            camera.y_m = sign->object->centre_m.y;
            draw_list_begin(frame.draw, &camera, &toy_stage()->sprites);
            sign_draw(world, sign, &frame);
            expect_drawn_whole(LAYER_DECOR);
        }
    }
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
    }
}

/* Looks at what stands alone over the game, and at rows that wait for a key or have a conflict. */
static void look_at_words(void)
{
    CwDrawList *list = &toy_stage()->draw_list;
    const CwTheme *theme = &run.loop.menus.screens.theme;
    show(SCREEN_HUD);
    typing_begin(&toy_stage()->typing, &(CwTextEntryDesc){"", 30, text_of("Menus and time")},
                 TYPING_GAME, NULL);
    toy_run_frames(1);
    expect_all_whole();
    typing_end(&toy_stage()->typing, CW_TEXT_ENTRY_CANCELLED);
    draw_list_begin(list, &(CwCamera){.height_m = 9}, &toy_stage()->sprites);
    transport_draw_word(text_of("Paused"), theme, list);
    transport_draw_progress(0.5, theme, list);
    expect_all_whole();
    int hop = live_settings_find(&run.loop.settings, "input", "hop");
    live_settings_set(&run.loop.settings, hop, "key:Right");
    for (int page = SCREEN_KEYS; page <= SCREEN_PLAYERS; page += SCREEN_PLAYERS - SCREEN_KEYS) {
        show(page);
        for (int i = toy_page()->row_count - 1; i >= 0; i--) {
            look_at_row(i, false);
        }
        toy_page()->selected = page == SCREEN_KEYS;
        toy_tap(TOY_KEY_RETURN);
        expect_all_whole();
        toy_tap(TOY_KEY_ESCAPE);
    }
    live_settings_set(&run.loop.settings, hop, "key:Space");
}

/* Looks at everything that players read, in a small window with large text. */
static void look_at_language(bool is_pseudo)
{
    look_at_pages(is_pseudo);
    is_marked = is_pseudo;
    snprintf(where, sizeof where, "after the screens");
    look_at_notices("notices_add", false);
    look_at_hud();
    look_at_words();
    look_at_moments();
    look_at_results();
    show(SCREEN_TITLE);
    look_at_notices("screens_notice|refuse_run", true);
    show(SCREEN_KEYS);
    look_at_notices("notices_add", false);
    look_at_levels();
}

/* In a language from left to right, and in one from right to left; see scripts/pseudo.awk. */
TEST(every_screen_of_a_longer_language_is_translated_and_whole, .rounds = 2)
{
    open_window(&SIZES[0]);
    least_px = 4; /* words of a few letters more than double */
    temp_mkdir("text");
    const char *command = "LC_ALL=C.UTF-8 awk -v mirror=%s -f scripts/pseudo.awk "
                          "assets/text/texts.pot assets/text/engine/texts.pot >'%s'";
    const char *file = temp_path(_i == 0 ? "text/en_XA.po" : "text/ar_XB.po");
    ck_assert_int_eq(system(textf(command, _i == 0 ? "" : "1", file)), 0);
    language_begin(temp_folder, false);
    language_choose(_i == 0 ? LANGUAGE_EN_XA : LANGUAGE_AR_XB);
    look_at_language(true);
}

TEST(every_screen_of_each_language_is_whole, .rounds = LANGUAGE_EN_XA - LANGUAGE_DE,
     .quick_rounds = 1)
{
    open_window(&SIZES[0]);
    language_begin("assets", false);
    language_choose(LANGUAGE_DE + (LanguageChoice)_i);
    look_at_language(false);
}
