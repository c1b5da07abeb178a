#include "screens/menus.h"

#include "host/bindings.h"
#include "ui/ui_view.h"

#include <math.h>
#include <stdio.h>

void menus_begin_run(Menus *menus)
{
    menus->time_bar.repeat_s = 0;
    if (menus->guest != NULL) {
        menus->guest->begin_run(menus->guest->self);
    }
    typing_end(&menus->stage->typing, CW_TEXT_ENTRY_NONE);
}

static BarMarks marks_of(const Menus *menus)
{
    const LoopGuest *guest = menus->guest;
    return guest == NULL ? (BarMarks){0} : guest->marks(guest->self);
}

bool menus_repeat_marks(const Menus *menus)
{
    Activity now = menus->screens.activity;
    return marks_of(menus).is_repeating && now != ACTIVITY_TITLE && now != ACTIVITY_FINISHED;
}

/* ---- time and input ---- */

void menus_update_pauses(Menus *menus)
{
    Playback *playback = menus->playback;
    Stage *stage = menus->stage;
    Activity activity = menus->screens.activity;
    bool is_playing = activity == ACTIVITY_PLAYING, is_replay = activity == ACTIVITY_WATCHING;
    bool is_menu_open = is_replay && screens_are_open(&menus->screens);
    playback_set_pause(playback, PAUSE_MENU, activity == ACTIVITY_PAUSED || is_menu_open);
    playback_set_pause(playback, PAUSE_BACKGROUND, stage->is_background);
    bool has_controls = is_playing || (is_replay && marks_of(menus).is_steered);
    players_suspend(&stage->players, !has_controls ||
                                         playback_is_paused_for(playback, PAUSE_REWIND) ||
                                         stage->is_background);
}

/* Releases keys that are held for the game, so that they choose nothing on a page. */
static void release_menu_keys(Stage *stage)
{
    collector_rebind(&stage->ui_input, &stage->ui_input.map);
}

void menus_show(Menus *menus, Activity activity)
{
    typing_end(&menus->stage->typing, CW_TEXT_ENTRY_CANCELLED);
    screens_show(&menus->screens, activity);
    if (screens_are_open(&menus->screens)) {
        release_menu_keys(menus->stage);
    }
    menus_update_pauses(menus);
}

void menus_open_page(Menus *menus, const char *title)
{
    if (menus->screens.activity == ACTIVITY_PLAYING) {
        menus_show(menus, ACTIVITY_PAUSED);
        menus->screens.depth = 0;
    }
    screens_open_page(&menus->screens, title);
}

static void end_pause(Menus *menus)
{
    playback_set_pause(menus->playback, PAUSE_GAME, false);
    menus_show(menus, ACTIVITY_PLAYING);
}

static void close_after_row(Menus *menus, const CwMenuRow *row)
{
    if (row->closes && menus->screens.activity == ACTIVITY_PAUSED) {
        end_pause(menus);
    }
}

/* Handles the requests that only concern this run; the loop handles the others. */
static bool handle_ask(Menus *menus, const ScreenAsk *ask, CwError *error)
{
    if (ask->kind == ASK_CONTINUE) {
        end_pause(menus);
    } else if (ask->kind == ASK_WATCH_ON || ask->kind == ASK_WATCH_AGAIN) {
        menus->screens.depth = 0;
        menus_update_pauses(menus);
    } else if (ask->kind == ASK_ROW) {
        menus->row = *ask;
        if (ask->turn == 0 && ask->row->typed == NULL) {
            close_after_row(menus, ask->row);
        }
    }
    if (ask->kind != ASK_WATCH_AGAIN) {
        return true;
    }
    playback_set_pause(menus->playback, PAUSE_STOP, false);
    return playback_seek(menus->playback, 0, error);
}

/* ---- keys ---- */

static bool control_time(Menus *menus, const TimeFrame *frame, CwError *error)
{
    Playback *playback = menus->playback;
    Screens *screens = &menus->screens;
    bool ok = time_bar_handle_keys(&menus->time_bar, frame, error);
    if (playback_is_paused_for(playback, PAUSE_REWIND) && screens->activity == ACTIVITY_FINISHED) {
        menus_show(menus, ACTIVITY_PLAYING);
    }
    menus_update_pauses(menus);
    bool has_moved =
        screens->activity == ACTIVITY_PAUSED && screens->depth == 1 && playback->has_moved;
    screens->page.is_hidden = screens->page.is_hidden || has_moved;
    return ok;
}

/* Pages of a pause cover the time bar, except where a guest uses it. */
static bool covers_time(const Menus *menus)
{
    return menus->screens.depth > 1 && menus->guest == NULL;
}

/* Typed text gets all input. A click beside the row that is typed in confirms. */
static bool waits_for_text(Menus *menus, const CwInputFrame *ui)
{
    Typing *typing = &menus->stage->typing;
    const Page *page = &menus->screens.page;
    if (typing_is_on(typing)) {
        typing_choose_letter(typing, ui, (double)menus->stage->ui_ns * 1e-9);
    }
    if (!typing_is_on(typing) || menus->screens.activity == ACTIVITY_PLAYING) {
        return false;
    }
    CwPoint2 pointer = {ui->pointer_x, ui->pointer_y};
    bool is_outside = typing->owner == TYPING_FIELD || page_row_at(page, pointer) != page->selected;
    if (typing->owner != TYPING_GAME && cw_input_pressed(ui, UI_CLICK) && is_outside) {
        typing_end(typing, CW_TEXT_ENTRY_CONFIRMED);
    }
    return true;
}

static void play_page_sound(Menus *menus, PageEventType done)
{
    const CwMenuSounds *sounds = menus->stage->desc.game->sound.menu;
    const Page *page = &menus->screens.page;
    bool has_moved = page->selected != menus->screens.was_selected && !page->is_dragged;
    if (sounds == NULL || (done == PAGE_BACK && page->is_root)) {
        return;
    }
    if (done == PAGE_BACK || done == PAGE_CHOSEN) {
        sound_play_menu(menus->sound, done == PAGE_BACK ? sounds->back : sounds->confirm);
    } else if (has_moved || done == PAGE_TURNED || (done == PAGE_SET && !page->is_dragged)) {
        sound_play_menu(menus->sound, sounds->move);
    }
}

/* ---- a frame ---- */

/* The keys for the time bar. Step keys don't move time where they turn pages, or where a page
 * covers the bar. */
static CwInputFrame time_input(const Menus *menus, const CwInputFrame *ui)
{
    CwInputFrame input = *ui;
    if (covers_time(menus) ||
        (screens_are_open(&menus->screens) && page_turns(&menus->screens.page))) {
        const uint32_t turns = 1u << UI_STEP_BACK | 1u << UI_STEP_FORWARD;
        input.down &= ~turns;
        input.pressed &= ~turns;
    }
    return input;
}

/* True when a key led to another page or run. */
static bool change_activity(Menus *menus, const CwInputFrame *ui, ScreenAsk *ask)
{
    Screens *screens = &menus->screens;
    Activity now = screens->activity;
    DeviceUse *use = &menus->stage->device_use;
    bool has_lost_pad = use->has_lost_pad;
    use->has_lost_pad = false;
    if (now == ACTIVITY_PLAYING && has_lost_pad) {
        notices_add(&menus->monitor->notices,
                    "The controller was unplugged: plug it in, or play on without it");
    }
    if (now == ACTIVITY_PLAYING && (has_lost_pad || cw_input_pressed(ui, UI_PAUSE))) {
        menus_show(menus, ACTIVITY_PAUSED);
        recorder_flush(&menus->playback->recorder);
        screens->was_selected = screens->page.selected;
        play_page_sound(menus, PAGE_BACK);
        return true;
    }
    if (now != ACTIVITY_WATCHING && now != ACTIVITY_TITLE && cw_input_pressed(ui, UI_RETRY)) {
        ask->kind = ASK_RESTART;
        return true;
    }
    if (now == ACTIVITY_WATCHING && !screens_are_open(screens) && cw_input_pressed(ui, UI_BACK)) {
        screens_show_watch(screens);
        release_menu_keys(menus->stage);
        menus_update_pauses(menus);
        return true;
    }
    return false;
}

static void update_page(Menus *menus, const CwInputFrame *ui, ScreenAsk *ask)
{
    const Stage *stage = menus->stage;
    PageInput input = {
        .ui = ui, .view = ui_view(stage->viewport.view), .dt_s = (double)stage->ui_ns * 1e-9};
    *ask = screens_update(&menus->screens, &input);
    play_page_sound(menus, menus->screens.done);
}

static TimeFrame time_frame(const Menus *menus, const CwInputFrame *ui)
{
    const Stage *stage = menus->stage;
    const Page *page = &menus->screens.page;
    bool has_page = screens_are_open(&menus->screens) && !page->is_hidden;
    double lift = menus->guest == NULL ? 0 : menus->guest->lift(menus->guest->self);
    CwViewRect view = ui_view(stage->viewport.view);
    view.height -= lift;
    return (TimeFrame){.playback = menus->playback,
                       .notices = &menus->monitor->notices,
                       .activity = menus->screens.activity,
                       .elapsed_ns = stage->ui_ns,
                       .used_ns = stage->device_use.used_ns,
                       .is_covered = covers_time(menus),
                       .lift = lift,
                       .prompts = has_page ? page->layout.prompts : (Box){0},
                       .marks = marks_of(menus),
                       .ui = ui,
                       .view = view};
}

static bool update_time_and_pages(Menus *menus, const CwInputFrame *ui, ScreenAsk *ask,
                                  CwError *error)
{
    Playback *playback = menus->playback;
    CwInputFrame steps = time_input(menus, ui);
    const TimeFrame keys = time_frame(menus, &steps);
    if (change_activity(menus, ui, ask)) {
        return true;
    }
    bool is_menu_open = keys.activity == ACTIVITY_WATCHING && screens_are_open(&menus->screens);
    if (!is_menu_open && !control_time(menus, &keys, error)) {
        return false;
    }
    bool is_covered = menus->guest != NULL && menus->guest->covers(menus->guest->self);
    if (!playback_is_paused_for(playback, PAUSE_DRAG) && !is_covered) {
        update_page(menus, ui, ask);
    }
    return handle_ask(menus, ask, error);
}

/* Opens the page of players for cw_frame_join, in a run over a pause without rows. */
static void show_join(Menus *menus)
{
    Screens *screens = &menus->screens;
    menus->stage->is_join_asked = false;
    if (screens->activity == ACTIVITY_PLAYING) {
        menus_show(menus, ACTIVITY_PAUSED);
        screens->depth = 0;
    }
    if (screens->depth == 0 || screens->stack[screens->depth - 1].kind != SCREEN_PLAYERS) {
        screens_show_join(screens);
    }
}

bool menus_update(Menus *menus, ScreenAsk *ask, CwError *error)
{
    *ask = (ScreenAsk){0};
    if (!menus->headless) {
        touch_ui_update(&menus->screens);
    }
    CwInputFrame ui = stage_latch_menus(menus->stage);
    if (menus->headless) {
        return true;
    }
    if (menus->stage->is_join_asked) {
        show_join(menus);
    }
    const LoopGuest *guest = menus->guest;
    if (guest != NULL && !guest->update(guest->self, &ui, error)) {
        return false;
    }
    monitor_handle_keys(menus->monitor, &ui);
    return waits_for_text(menus, &ui) || update_time_and_pages(menus, &ui, ask, error);
}

/* ---- the game's rows, and typed text ---- */

static void call_row(const ScreenAsk *ask, CwFrame *frame)
{
    const CwMenuRow *row = ask->row;
    if (row->choose != NULL) {
        row->choose(frame, ask->item);
    } else if (ask->turn == 0 && row->confirm != NULL) {
        row->confirm(frame);
    } else if (row->turn != NULL) {
        row->turn(frame, ask->turn == 0 ? 1 : ask->turn);
    }
}

static void begin_typing_row(Menus *menus, const CwMenuRow *row, const CwFrame *frame)
{
    char text[CW_MENU_VALUE_BYTES];
    game_row_value(row, frame, text);
    int most = row->typed_bytes > 0 ? row->typed_bytes : CW_MENU_VALUE_BYTES - 1;
    typing_begin(&menus->stage->typing, &(CwTextEntryDesc){text, most, NULL}, TYPING_MENU_ROW, row);
}

void menus_call_row(Menus *menus, CwFrame *frame)
{
    const Typing *typing = &menus->stage->typing;
    const ScreenAsk ask = menus->row;
    bool is_confirmed = typing->status == CW_TEXT_ENTRY_CONFIRMED;
    menus->row = (ScreenAsk){0};
    if (is_confirmed && typing->owner == TYPING_FIELD) {
        menus->guest->typed(menus->guest->self, typing->edit.text);
    } else if (is_confirmed && typing->owner == TYPING_MENU_ROW) {
        typing->row->typed(frame, typing->edit.text);
        close_after_row(menus, typing->row);
    }
    if (ask.kind == ASK_ROW && ask.row->typed == NULL) {
        call_row(&ask, frame);
    } else if (ask.kind == ASK_ROW && ask.turn == 0) {
        begin_typing_row(menus, ask.row, frame);
    }
}

/* ---- the picture ---- */

CwViewRect menus_uncovered(const Menus *menus, CwViewRect room)
{
    const Screens *screens = &menus->screens;
    const Page *page = &screens->page;
    if (menus->headless) {
        return room;
    }
    TimeFrame frame = time_frame(menus, NULL);
    bool is_open = screens_are_open(screens) && !page->is_hidden;
    double end_y = room.y + room.height - time_bar_height(&menus->time_bar, &frame);
    room = screens_room(screens, room);
    end_y = is_open ? fmin(end_y, page->layout.prompts.y) : end_y;
    if (is_open && page->layout.is_upright) {
        end_y = fmin(end_y, page->layout.panel.y);
    } else if (is_open && page->side == PAGE_WHOLE) {
        room.width = 0;
    }
    room.height = end_y - room.y;
    return room;
}

/* Names the keys or, after a controller was used, its buttons that end typing. */
static TextPrompt typing_prompt(const Stage *stage, char *help, size_t size)
{
    const ActionBindings *actions = stage->ui_input.map.actions;
    const Binding *accepts = binding_of_device(&actions[UI_CONFIRM], DEVICE_PAD);
    const Binding *cancels = binding_of_device(&actions[UI_BACK], DEVICE_PAD);
    char accept[BINDING_LABEL_BYTES], cancel[BINDING_LABEL_BYTES];
    const char *how = text_of("%s accepts, %s cancels");
    snprintf(accept, sizeof accept, "%s", text_in("key", "Enter"));
    snprintf(cancel, sizeof cancel, "%s", text_in("key", "Esc"));
    if (stage->device_use.device == DEVICE_PAD && accepts != NULL && cancels != NULL) {
        binding_label(accepts, accept);
        binding_label(cancels, cancel);
        how = text_of("Directions choose letters, %s accepts, %s cancels");
    }
    snprintf(help, size, how, accept, cancel);
    double largest = ui_view(stage->viewport.view).width / 360;
    return (TextPrompt){stage->typing.prompt, help, fmin(stage->desc.config->text_size, largest)};
}

static void draw_pages(Menus *menus, const CwFrame *frame, const CwTheme *theme)
{
    Stage *stage = menus->stage;
    Typing *typing = &stage->typing;
    const CwTextEntry entry = typing_entry(typing);
    bool is_typing = typing_is_on(typing);
    bool is_typing_row = is_typing && typing->owner == TYPING_MENU_ROW;
    screens_draw(&menus->screens, frame, is_typing_row ? &entry : NULL);
    if (is_typing_row) {
        typing->place = ui_view_rect(stage->viewport.view, page_field_box(&menus->screens.page));
    } else if (is_typing && typing->owner != TYPING_FIELD && typing->prompt[0] != '\0') {
        char help[2 * PAGE_LABEL_BYTES];
        TextPrompt asked = typing_prompt(stage, help, sizeof help);
        Box prompt = text_prompt_draw(frame->draw, &asked, &entry, theme);
        typing->place = ui_view_rect(stage->viewport.view, prompt);
    }
}

static void draw_time(Menus *menus, double share, const CwTheme *theme)
{
    CwDrawList *list = &menus->stage->draw_list;
    TimeFrame frame = time_frame(menus, NULL);
    time_bar_update(&menus->time_bar, &frame);
    if (frame.activity == ACTIVITY_PLAYING && menus->stage->is_background) {
        transport_draw_word(text_of("Paused"), theme, list);
    }
    time_bar_draw(&menus->time_bar, &frame, theme, list);
    if (share < 1) {
        transport_draw_progress(share, theme, list);
    }
}

void menus_draw(Menus *menus, const CwFrame *frame, double share)
{
    Screens *screens = &menus->screens;
    const LoopGuest *guest = menus->guest;
    if (guest != NULL) {
        guest->draw_world(guest->self, frame);
    }
    if (menus->headless) {
        return;
    }
    screens->theme = panel_theme(screens->game, screens->config->high_contrast);
    draw_pages(menus, frame, &screens->theme);
    draw_time(menus, share, &screens->theme);
    touch_ui_draw(&menus->screens);
}
