/* Text that the player types, through the real loop: a game's own entry and a row of a menu. */
#include "support/drawn_text.h"
#include "support/toy_run.h"

static struct {
    bool wanted; /* asked for in every frame */
    bool begun;  /* as the last call said */
    CwTextEntryDesc desc;
    CwTextEntry seen; /* of the last frame */
    int told[4];      /* frames, by status */
    char confirmed[CW_TEXT_ENTRY_BYTES_MAX + 1];
    char name[CW_MENU_VALUE_BYTES]; /* of the row */
    int typed_count;
} view;

static struct {
    bool asked;
    CwViewRect place;
    char clipboard[64];
} host;

static void look(const CwWorld *world, CwFrame *frame)
{
    if (view.wanted) {
        view.begun = cw_text_entry_begin(frame, &view.desc);
    }
    view.seen = cw_text_entry(frame);
    view.told[view.seen.status]++;
    if (view.seen.status == CW_TEXT_ENTRY_CONFIRMED) {
        snprintf(view.confirmed, sizeof view.confirmed, "%s", view.seen.text);
    }
}

static void draw(const CwWorld *world, CwFrame *frame)
{
    if (view.desc.prompt == NULL) {
        cw_text_entry_draw(frame, &(CwTextEntryDraw){10, 20, 100, 16, {255, 255, 255, 255}});
    }
}

static void show_name(const CwFrame *frame, char text[CW_MENU_VALUE_BYTES])
{
    ck_assert_ptr_nonnull(frame->view);
    memcpy(text, view.name, sizeof view.name);
}

static void take_name(CwFrame *frame, const char *text)
{
    snprintf(view.name, sizeof view.name, "%s", text);
    view.typed_count++;
    ck_assert_int_eq(cw_text_entry(frame).status, CW_TEXT_ENTRY_NONE); /* the row's, not its */
}

static const CwMenuRow rows[] = {
    {"Name", CW_MENU_TITLE | CW_MENU_PAUSE, .value = show_name, .typed = take_name,
     .typed_bytes = 8},
    {"Bare", CW_MENU_PAUSE, .typed = take_name, .closes = true},
};

static CwSystem systems[16];

TOY_SET_UP
{
    memset(&view, 0, sizeof view);
    memset(&host, 0, sizeof host);
    view.desc.prompt = "Your name";
    run.game.menu.rows = rows;
    run.game.menu.row_count = (int)CW_ARRAY_LENGTH(rows);
    memcpy(systems, run.game.content.systems,
           (size_t)run.game.content.system_count * sizeof systems[0]);
    systems[run.game.content.system_count++] =
        (CwSystem){"test.look", CW_PHASE_UPDATE, .frame = look};
    systems[run.game.content.system_count++] =
        (CwSystem){"test.draw", CW_PHASE_RENDER, .frame = draw};
    run.game.content.systems = systems;
}

static void ask_for_text(void *self, const CwViewRect *place)
{
    host.asked = place != NULL;
    host.place = place != NULL ? *place : host.place;
}

static void copy(void *self, const char *text)
{
    snprintf(host.clipboard, sizeof host.clipboard, "%s", text);
}

static void paste(void *self, char *text, size_t size)
{
    snprintf(text, size, "%s", host.clipboard);
}

static void open_run(int frames)
{
    toy_run_open();
    run.host.ask_for_text = ask_for_text;
    run.host.copy_text = copy;
    run.host.paste_text = paste;
    toy_run_frames(frames);
}

static void begin_typing(void)
{
    open_run(5);
    view.wanted = true;
    toy_run_frames(1);
    view.wanted = false;
    ck_assert(view.begun && host.asked);
}

static void type(const char *text)
{
    toy_event((InputEvent){.type = INPUT_TEXT, .text = text});
}

static void text_key(TextKey key, int code)
{
    toy_event((InputEvent){.type = INPUT_KEY, .code = code, .value = 1, .text_key = key});
    toy_event((InputEvent){.type = INPUT_KEY, .code = code, .value = 0, .text_key = key});
}

static void confirm(void)
{
    text_key(TEXT_KEY_CONFIRM, TOY_KEY_RETURN);
    toy_run_frames(1);
}

TEST(a_confirmed_text_is_reported_for_one_frame)
{
    view.desc.text = "Ad";
    begin_typing();
    type("a ");
    type("\xC3\xA4");
    toy_run_frames(1);
    ck_assert_str_eq(view.seen.text, "Ada \xC3\xA4");
    ck_assert_int_eq(view.seen.cursor, 6);
    confirm();
    ck_assert_str_eq(view.confirmed, "Ada \xC3\xA4");
    toy_run_frames(5);
    ck_assert_int_eq(view.told[CW_TEXT_ENTRY_CONFIRMED], 1);
    ck_assert_int_eq(view.seen.status, CW_TEXT_ENTRY_NONE);
    ck_assert_str_eq(view.seen.text, "");
    ck_assert(!host.asked);
}

TEST(requests_in_every_frame_begin_one_entry_until_it_is_confirmed)
{
    open_run(5);
    view.wanted = true;
    toy_run_frames(3);
    type("x");
    toy_run_frames(3);
    ck_assert_str_eq(view.seen.text, "x");
    confirm();
    ck_assert_str_eq(view.confirmed, "x");
    toy_run_frames(1);
    ck_assert(view.seen.status == CW_TEXT_ENTRY_TYPING && view.seen.text[0] == '\0');
}

TEST(escape_cancels_and_does_not_pause)
{
    begin_typing();
    type("x");
    text_key(TEXT_KEY_CANCEL, TOY_KEY_ESCAPE);
    toy_run_frames(3);
    ck_assert_int_eq(view.told[CW_TEXT_ENTRY_CANCELLED], 1);
    ck_assert_int_eq(view.told[CW_TEXT_ENTRY_CONFIRMED], 0);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
}

TEST(keys_are_neither_the_game_s_nor_the_engine_s)
{
    begin_typing();
    uint64_t ticks = toy_ticks();
    toy_tap_times(TOY_KEY_RIGHT, 3);
    toy_tap(TOY_KEY_P);
    toy_key_for(TOY_KEY_REWIND, 1, 4);
    toy_key_for(TOY_KEY_REWIND, 0, 1);
    toy_expect_edges(TOY_RUN, 0, 0);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    ck_assert_uint_gt(toy_ticks(), ticks);
    toy_send((InputEvent){
        .type = INPUT_KEY, .code = TOY_KEY_F2, .value = 1, .text_key = TEXT_KEY_FUNCTION});
    ck_assert(toy_workshop()->is_drawing_shapes);
    confirm();
    toy_tap(TOY_KEY_RIGHT);
    toy_expect_edges(TOY_RUN, 1, 1);
}

TEST(a_held_key_is_released_and_counts_when_pressed_again)
{
    open_run(5);
    toy_key_for(TOY_KEY_RIGHT, 1, 3);
    view.wanted = true;
    toy_run_frames(3);
    view.wanted = false;
    toy_expect_edges(TOY_RUN, 1, 1);
    confirm();
    toy_event(
        (InputEvent){.type = INPUT_KEY, .code = TOY_KEY_RIGHT, .value = 1, .is_repeat = true});
    toy_run_frames(3);
    toy_expect_edges(TOY_RUN, 1, 1);
    toy_key_for(TOY_KEY_RIGHT, 0, 2);
    toy_key_for(TOY_KEY_RIGHT, 1, 2);
    toy_expect_edges(TOY_RUN, 2, 1);
}

TEST(a_key_that_was_held_before_types_nothing_by_repeating)
{
    begin_typing();
    toy_event(
        (InputEvent){.type = INPUT_KEY, .code = TOY_KEY_SPACE, .value = 1, .is_repeat = true});
    type(" ");
    const InputEvent held = {.type = INPUT_KEY,
                             .code = TOY_KEY_RETURN,
                             .value = 1,
                             .is_repeat = true,
                             .text_key = TEXT_KEY_CONFIRM};
    toy_send(held);
    ck_assert(view.seen.status == CW_TEXT_ENTRY_TYPING && view.seen.text[0] == '\0');
    toy_key(TOY_KEY_SPACE, 0);
    toy_key(TOY_KEY_1, 1);
    type("1");
    toy_event((InputEvent){.type = INPUT_KEY, .code = TOY_KEY_1, .value = 1, .is_repeat = true});
    type("1");
    toy_run_frames(1);
    ck_assert_str_eq(view.seen.text, "11");
}

TEST(the_clipboard_comes_and_goes)
{
    snprintf(host.clipboard, sizeof host.clipboard, "Grace\n Hopper");
    begin_typing();
    text_key(TEXT_KEY_PASTE, TOY_KEY_1);
    toy_run_frames(1);
    ck_assert_str_eq(view.seen.text, "Grace Hopper");
    toy_event(
        (InputEvent){.type = INPUT_KEY, .value = 1, .text_key = TEXT_KEY_LEFT, .has_shift = true});
    text_key(TEXT_KEY_CUT, TOY_KEY_2);
    toy_run_frames(1);
    ck_assert_str_eq(view.seen.text, "Grace Hoppe");
    ck_assert_str_eq(host.clipboard, "r");
    text_key(TEXT_KEY_COPY, TOY_KEY_3);
    toy_run_frames(1);
    ck_assert_str_eq(host.clipboard, "Grace Hoppe");
}

TEST(composed_letters_are_drawn_but_not_yet_text)
{
    begin_typing();
    toy_send((InputEvent){.type = INPUT_COMPOSING, .text = "\xE3\x81\x8B"});
    ck_assert_str_eq(view.seen.composing, "\xE3\x81\x8B");
    ck_assert(draws_text(&toy_stage()->draw_list, "\xE3\x81\x8B"));
    ck_assert_str_eq(view.seen.text, "");
    type("\xE6\xBC\xA2");
    toy_run_frames(1);
    ck_assert_str_eq(view.seen.composing, "");
    ck_assert_str_eq(view.seen.text, "\xE6\xBC\xA2");
    toy_event((InputEvent){.type = INPUT_COMPOSING, .text = "\xE3\x81\x8B"});
    toy_send((InputEvent){.type = INPUT_FOCUS_LOST});
    ck_assert(view.seen.status == CW_TEXT_ENTRY_TYPING && view.seen.composing[0] == '\0');
}

TEST(a_controller_confirms_and_cancels_and_the_game_hears_nothing, .rounds = 2)
{
    begin_typing();
    type("x");
    toy_pad(_i == 0 ? TOY_PAD_A : 1, 1);
    toy_run_frames(1);
    ck_assert_int_eq(view.seen.status, _i == 0 ? CW_TEXT_ENTRY_CONFIRMED : CW_TEXT_ENTRY_CANCELLED);
    toy_pad(_i == 0 ? TOY_PAD_A : 1, 0);
    toy_run_frames(2);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    for (int action = 0; action < run.game.input.action_count; action++) {
        toy_expect_edges(action, 0, 0);
    }
}

static void pad_for(int button, int down, int frames)
{
    toy_pad(button, down);
    toy_run_frames(frames);
}

TEST(a_controller_chooses_letter_by_letter)
{
    static const int taps[] = {TOY_PAD_DPAD_UP,    TOY_PAD_DPAD_UP,   TOY_PAD_DPAD_RIGHT,
                               TOY_PAD_DPAD_RIGHT, TOY_PAD_DPAD_DOWN, TOY_PAD_DPAD_LEFT};
    static const char *const seen[] = {"A", "B", "Ba", "Baa", "BaZ", "Ba"};
    begin_typing();
    for (size_t i = 0; i < CW_ARRAY_LENGTH(taps); i++) {
        pad_for(taps[i], 1, 1);
        ck_assert_str_eq(view.seen.text, seen[i]);
        pad_for(taps[i], 0, 1);
    }
    pad_for(TOY_PAD_START, 1, 1);
    ck_assert_str_eq(view.confirmed, "Ba");
}

TEST(a_controller_that_types_presses_nothing_in_the_game_and_a_held_button_types_nothing)
{
    open_run(5);
    pad_for(TOY_PAD_DPAD_UP, 1, 2);
    view.wanted = true;
    toy_run_frames(60);
    view.wanted = false;
    ck_assert_str_eq(view.seen.text, "");
    toy_event((InputEvent){
        .type = INPUT_PAD_AXIS, .device = 1, .code = PAD_AXIS_RIGHT_TRIGGER, .value = AXIS_FULL});
    toy_run_frames(2);
    toy_expect_edges(TOY_RUN, 0, 0);
}

TEST(a_pause_cancels_what_is_typed)
{
    begin_typing();
    menus_show(&run.loop.menus, ACTIVITY_PAUSED);
    toy_run_frames(2);
    ck_assert_int_eq(view.told[CW_TEXT_ENTRY_CANCELLED], 1);
    ck_assert(!host.asked);
}

TEST(no_text_is_typed_headless_or_behind_the_title, .rounds = 2)
{
    run.desc.mode.is_headless = _i == 0;
    run.title = _i == 1;
    view.wanted = true;
    open_run(5);
    ck_assert(!view.begun && !host.asked);
    ck_assert_int_eq(view.told[CW_TEXT_ENTRY_NONE], 5);
}

TEST(the_host_is_told_where_text_is_drawn)
{
    begin_typing();
    CwViewRect prompt = host.place;
    ck_assert(prompt.width > 100 && prompt.y > 100);
    ck_assert(draws_text(&toy_stage()->draw_list, "Your name"));
    confirm();
    view.desc.prompt = NULL;
    view.wanted = true;
    toy_run_frames(3);
    EXPECT_WITHIN(host.place.x, 10, 10);
    EXPECT_WITHIN(host.place.width, 100, 100);
    ck_assert(!draws_text(&toy_stage()->draw_list, "Your name"));
}

TEST(the_field_has_the_players_size_of_text)
{
    run.config.text_size = 1.5;
    begin_typing();
    EXPECT_WITHIN(host.place.height, 23.9, 24.1); /* 16 at the usual size */
}

TEST(the_field_names_what_ends_typing_on_the_device_used_last)
{
    begin_typing();
    ck_assert(draws_text(&toy_stage()->draw_list, "Enter accepts, Esc cancels"));
    toy_pad(TOY_PAD_DPAD_DOWN, 1);
    toy_run_frames(1);
    ck_assert(
        draws_text(&toy_stage()->draw_list, "Directions choose letters, A accepts, B cancels"));
}

TEST(the_menu_at_the_finish_waits)
{
    open_run(5);
    toy_finish();
    view.wanted = true;
    toy_run_frames(300);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    view.wanted = false;
    confirm();
    toy_run_frames(160);
    ck_assert_int_eq(toy_activity(), ACTIVITY_FINISHED);
    ck_assert_int_eq(view.told[CW_TEXT_ENTRY_CANCELLED], 0);
}

TEST(a_run_that_ends_discards_its_text_unreported)
{
    begin_typing();
    run.loop.playlist.next.end = FLOW_RESTART;
    toy_run_frames(3);
    ck_assert_int_eq(view.seen.status, CW_TEXT_ENTRY_NONE);
    ck_assert_int_eq(view.told[CW_TEXT_ENTRY_CONFIRMED], 0);
    ck_assert(toy.start_count == 2 && !host.asked);
}

TEST(an_entry_that_the_game_ends_is_not_reported)
{
    begin_typing();
    cw_text_entry_end(&run.loop.view.frame);
    toy_run_frames(3);
    ck_assert(view.told[CW_TEXT_ENTRY_CONFIRMED] == 0 && view.told[CW_TEXT_ENTRY_CANCELLED] == 0);
    ck_assert(!host.asked);
}

TEST(the_cursor_blinks_and_is_steady_after_a_key)
{
    begin_typing();
    int shown = 0;
    for (int i = 0; i < 120; i++) {
        toy_run_frames(1);
        shown += view.seen.cursor_shown;
    }
    EXPECT_BETWEEN(shown, 55, 65);
    while (view.seen.cursor_shown) {
        toy_run_frames(1);
    }
    type("x");
    toy_run_frames(1);
    ck_assert(view.seen.cursor_shown);
}

/* ---- rows of menus ---- */

static void begin_row(int entry)
{
    snprintf(view.name, sizeof view.name, "Ada");
    open_run(20);
    toy_tap(TOY_KEY_ESCAPE);
    toy_tap_times(TOY_KEY_DOWN, entry);
    toy_tap(TOY_KEY_RETURN);
    ck_assert(host.asked);
}

TEST(return_confirms_the_text_of_a_row_and_chooses_nothing_else)
{
    begin_row(2);
    type("m and more");
    toy_tap(TOY_KEY_DOWN); /* no key of the menu */
    ck_assert_str_eq(view.name, "Ada");
    confirm();
    toy_run_frames(3);
    ck_assert_str_eq(view.name, "Adam and");
    ck_assert_int_eq(view.typed_count, 1);
    ck_assert(toy_activity() == ACTIVITY_PAUSED && !host.asked &&
              view.told[CW_TEXT_ENTRY_NONE] > 20);
    toy_tap_for(TOY_KEY_RETURN, 1);
    ck_assert(host.asked);
}

TEST(keys_of_one_frame_type_a_row_and_choose_the_next)
{
    begin_row(2);
    type("m");
    text_key(TEXT_KEY_CONFIRM, TOY_KEY_RETURN);
    static const int taps[] = {TOY_KEY_DOWN, TOY_KEY_UP, TOY_KEY_DOWN, TOY_KEY_RETURN};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(taps); i++) {
        toy_tap_at_once(taps[i]);
    }
    toy_run_frames(2); /* the text is told first */
    ck_assert_str_eq(view.name, "Adam");
    ck_assert(host.asked);
    type("go");
    confirm();
    ck_assert_str_eq(view.name, "go");
}

/* The host makes no text of them, because nothing was typed when they came. */
static void type_keys(const char *text)
{
    for (; *text != '\0'; text++) {
        toy_event((InputEvent){
            .type = INPUT_KEY, .code = 100 + *text, .value = 1, .text = (char[]){*text, '\0'}});
    }
}

TEST(keys_in_the_frame_that_opens_a_field_are_typed, .rounds = 2)
{
    open_run(20);
    type_keys("no");
    if (_i == 0) {
        toy_tap(TOY_KEY_ESCAPE);
        toy_tap_times(TOY_KEY_DOWN, 2);
        toy_tap_at_once(TOY_KEY_RETURN);
    } else {
        view.wanted = true;
        toy_key(TOY_KEY_SPACE, 1);
    }
    type_keys("yes");
    toy_run_frames(2);
    view.wanted = false;
    confirm();
    ck_assert_str_eq(_i == 0 ? view.name : view.confirmed, "yes");
}

TEST(a_row_that_is_left_keeps_its_value)
{
    begin_row(2);
    type("m");
    text_key(TEXT_KEY_CANCEL, TOY_KEY_ESCAPE);
    toy_run_frames(3);
    ck_assert_str_eq(view.name, "Ada");
    ck_assert_int_eq(view.typed_count, 0);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
}

TEST(a_click_beside_a_row_confirms_it_and_chooses_nothing)
{
    begin_row(2);
    type("m");
    toy_click_row("Name");
    ck_assert(host.asked);
    toy_click_row("Continue");
    ck_assert_str_eq(view.name, "Adam");
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
    toy_click_row("Name");
    ck_assert(host.asked);
}

TEST(a_row_that_closes_does_so_with_its_text)
{
    begin_row(3);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
    type("go");
    confirm();
    ck_assert_str_eq(view.name, "go");
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
}

TEST(the_title_s_rows_are_typed_in_too)
{
    run.title = true;
    open_run(5);
    toy_tap(TOY_KEY_DOWN);
    toy_pad(TOY_PAD_A, 1);
    toy_run_frames(1);
    toy_pad(TOY_PAD_A, 0);
    type("Eve");
    toy_run_frames(1);
    ck_assert(host.asked && draws_text(&toy_stage()->draw_list, "Eve"));
    toy_pad(TOY_PAD_A, 1);
    toy_run_frames(2);
    ck_assert_str_eq(view.name, "Eve");
    ck_assert_int_eq(toy_activity(), ACTIVITY_TITLE);
}
