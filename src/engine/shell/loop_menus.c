#include "shell/loop_menus.h"

#include "shell/comfort.h"
#include "shell/loop_buttons.h"
#include "shell/loop_rerun.h"
#include "shell/loop_runs.h"
#include "ui/text_field.h"
#include "ui/ui_actions.h"
#include "ui/ui_view.h"

#include <math.h>

static void end_pause(Loop *loop)
{
    playback_end_game_pause(&loop->playback);
    loop_count_down(loop);
    loop_show(loop, SCREEN_PLAYING);
}

static void close_as_asked(Loop *loop, const CwMenuRow *row)
{
    if (row->closes && loop->screens.screen == SCREEN_PAUSED) {
        end_pause(loop);
    }
}

static void do_ask(Loop *loop, const ScreenAsk *ask)
{
    switch (ask->kind) {
    case ASK_NOTHING:
        break;
    case ASK_PLAY:
        loop_play_level(loop, ask->level, SCREEN_PLAYING);
        break;
    case ASK_CONTINUE:
        end_pause(loop);
        break;
    case ASK_NEXT:
        loop_open_next_level(loop, SCREEN_PLAYING);
        break;
    case ASK_RESTART:
        loop_restart_level(loop, SCREEN_PLAYING);
        break;
    case ASK_TITLE:
        loop_open_title(loop);
        break;
    case ASK_WATCH:
        loop_watch(loop);
        break;
    case ASK_RACE:
        loop_race(loop);
        break;
    case ASK_WATCH_ON:
        loop_close_watch_menu(loop);
        break;
    case ASK_WATCH_AGAIN:
        loop_watch_again(loop);
        break;
    case ASK_LEAVE:
        loop_leave_recording(loop);
        break;
    case ASK_QUIT:
        loop->done = true;
        break;
    case ASK_ROW:
        loop->row_asked = ask->row;
        loop->row_turn = ask->turn;
        if (ask->turn == 0 && ask->row->typed == NULL) {
            close_as_asked(loop, ask->row);
        }
        break;
    }
}

/* False when the world is lost. */
static bool control_time(Loop *loop, const TimeKeysFrame *frame)
{
    Playback *playback = &loop->playback;
    bool good =
        time_keys_update(&loop->time_keys, playback, frame, &loop->monitor.notices, &loop->error);
    if (playback_is_held(playback, HOLD_REWIND) && loop->screens.screen == SCREEN_FINISHED) {
        loop_show(loop, SCREEN_PLAYING);
    }
    loop_update_holds(loop);
    bool moved = loop->screens.screen == SCREEN_PAUSED && playback->moved;
    loop->screens.page.aside = loop->screens.page.aside || moved;
    return good;
}

static void show_pause(Loop *loop)
{
    loop_show(loop, SCREEN_PAUSED);
    recorder_flush(&loop->playback.recorder);
}

static void show_watch_menu(Loop *loop)
{
    screens_show_watch(&loop->screens);
    collector_rebind(&loop->stage.ui_input, &loop->stage.ui_input.map);
    loop_update_holds(loop);
}

/* The pointer as the engine's own screens have it. */
static CwInputFrame latch_menus(Stage *stage)
{
    CwInputFrame input = collector_latch_frame(&stage->ui_input);
    screen_buttons_add(&stage->buttons, &input);
    CwPoint2 at = ui_view_point(stage->viewport.view, (CwPoint2){input.pointer_x, input.pointer_y});
    input.pointer_x = (int16_t)floor(fmax(INT16_MIN, fmin(at.x, INT16_MAX)));
    input.pointer_y = (int16_t)floor(fmax(INT16_MIN, fmin(at.y, INT16_MAX)));
    return input;
}

/* While text is typed in or over a menu, nothing else is the menu's; a click beside the row that is
 * typed in confirms. */
static bool menu_waits(Loop *loop, const CwInputFrame *input)
{
    Typing *typing = &loop->stage.typing;
    if (!typing_is_on(typing) || loop->screens.screen == SCREEN_PLAYING) {
        return false;
    }
    bool beside =
        typing->owner != TYPING_GAME && cw_input_pressed(input, UI_CLICK) &&
        (typing->owner == TYPING_FIELD ||
         page_row_at(&loop->screens.page, (CwPoint2){input->pointer_x, input->pointer_y}) !=
             loop->screens.page.selected);
    if (beside) {
        typing_end(typing, CW_TEXT_ENTRY_CONFIRMED);
    }
    return true;
}

/* What the player did on a page is heard. */
static void sound_page(Loop *loop, PageEventType done)
{
    const CwMenuSounds *sounds = loop->desc.game->menu_sounds;
    const Page *page = &loop->screens.page;
    bool moved = page->selected != loop->screens.was_selected && !page->dragged;
    if (sounds == NULL || (done == PAGE_BACK && page->root)) {
        return;
    }
    if (done == PAGE_BACK || done == PAGE_CHOSEN) {
        sound_play_menu(&loop->sound, done == PAGE_BACK ? sounds->back : sounds->confirm);
    } else if (moved || done == PAGE_TURNED || (done == PAGE_SET && !page->dragged)) {
        sound_play_menu(&loop->sound, sounds->move);
    }
}

/* ---- looking inside ---- */

static bool is_on_page(const Page *page, const CwInputFrame *ui)
{
    const PageLayout *layout = &page->layout;
    CwPoint2 at = {ui->pointer_x, ui->pointer_y};
    return !page->aside &&
           (panel_holds(layout->panel, at.x, at.y) || panel_holds(layout->prompts, at.x, at.y));
}

/* A pause with nothing over its own page, or a replay that was stopped. */
static bool may_look(const Loop *loop)
{
    const Screens *screens = &loop->screens;
    bool stopped = screens->screen == SCREEN_WATCHING && screens->depth == 0 &&
                   playback_is_held(&loop->playback, HOLD_STOP);
    return stopped || (screens->screen == SCREEN_PAUSED && screens->depth == 1);
}

/* What is left of the input is everybody's. */
static void look_inside(Loop *loop, CwInputFrame *ui)
{
    CwViewRect seen = loop->stage.viewport.view;
    Page *page = &loop->screens.page;
    InspectFrame frame = {.ui = ui,
                          .view = ui_view(seen),
                          .seen = seen,
                          .camera = &loop->stage.draw_list.camera,
                          .playback = &loop->playback,
                          .dt_s = fmax(0, (double)loop->stage.measured_ns * 1e-9),
                          .possible = may_look(loop),
                          .on_page = screens_are_open(&loop->screens) && is_on_page(page, ui)};
    if (inspect_update(&loop->inspect, &frame)) {
        CwInputFrame left = *ui;
        inspect_leave_input(&loop->inspect, &frame, &left);
        page->aside = screens_are_open(&loop->screens);
        *ui = left;
    }
    if (loop->inspect.goes &&
        !playback_seek(&loop->playback, (double)loop->inspect.goes_to, &loop->error)) {
        loop_fail(loop);
    }
    if (loop->inspect.types) {
        typing_begin(&loop->stage.typing,
                     &(CwTextEntryDesc){loop->inspect.typed_text, FIELD_TEXT_BYTES - 1, NULL},
                     TYPING_FIELD, NULL);
        text_edit_select_all(&loop->stage.typing.edit);
    }
    if (loop->inspect.undoes) {
        loop_rerun_take_back(loop);
    }
}

/* ---- a span over and over ---- */

static bool bar_is_shown(const Loop *loop)
{
    const Screens *screens = &loop->screens;
    return screens->depth == 0 ? screens->screen == SCREEN_WATCHING && !loop->time_bar.small
                               : screens->screen == SCREEN_PAUSED && screens->depth == 1;
}

/* In play a mark that is pressed while the span plays ends it. */
static bool mark(Loop *loop, int which)
{
    AbSpan *span = &loop->span;
    Playback *playback = &loop->playback;
    if (!playback_has_past(playback)) {
        notices_add(&loop->monitor.notices, "There is no past to play over: game.history is 0");
        return true;
    }
    if (ab_span_is_on(span) && !step_clock_is_paused(&playback->clock)) {
        return ab_span_end(span, playback, &loop->error);
    }
    ab_span_mark(span, playback, which, cw_world_tick(playback->session.world));
    return true;
}

/* False when the world is lost. */
static bool update_span(Loop *loop, CwInputFrame *ui, const CwViewRect *view)
{
    AbSpan *span = &loop->span;
    Screen screen = loop->screens.screen;
    bool good = true;
    bool covered = screens_are_open(&loop->screens) && !bar_is_shown(loop);
    if (screen == SCREEN_TITLE || screen == SCREEN_FINISHED || covered) {
        return true;
    }
    bool bar = bar_is_shown(loop) && playback_has_past(&loop->playback);
    if (bar && ab_span_drag(span, &loop->playback, ui, view)) {
        ui->pressed &= ~(1u << UI_CLICK);
        ui->down &= ~(1u << UI_CLICK);
    }
    if (cw_input_pressed(ui, UI_MARK_A)) {
        good = mark(loop, 'a');
    } else if (cw_input_pressed(ui, UI_MARK_B)) {
        good = mark(loop, 'b');
    }
    if (good && ab_span_is_on(span) && cw_input_pressed(ui, UI_TAKE_OVER)) {
        good = ab_span_toggle(span, &loop->playback, &loop->error);
    } else if (good && ab_span_is_on(span) && cw_input_pressed(ui, UI_KEEP)) {
        good = ab_span_keep(span, &loop->playback, &loop->monitor.notices, &loop->error);
    }
    return good;
}

/* Those of steps turn the pages of an open screen. */
static CwInputFrame time_input(const Loop *loop, const CwInputFrame *ui)
{
    CwInputFrame input = *ui;
    if (screens_are_open(&loop->screens) && page_turns(&loop->screens.page)) {
        const uint32_t turns = 1u << UI_STEP_BACK | 1u << UI_STEP_FORWARD;
        input.down &= ~turns;
        input.pressed &= ~turns;
    }
    return input;
}

/* What is seen of the run beside its picture. */
static void update_views(Loop *loop, const CwInputFrame *ui)
{
    if (cw_input_pressed(ui, UI_DEBUG_DRAW)) {
        loop->draw_shapes = !loop->draw_shapes;
    }
    if (cw_input_pressed(ui, UI_AHEAD) && loop->screens.screen != SCREEN_TITLE) {
        ahead_toggle(&loop->ahead);
    }
    monitor_keys(&loop->monitor, &loop->playback.session, ui);
}

/* True when a key led to another screen. */
static bool change_screen(Loop *loop, const CwInputFrame *ui)
{
    Screen screen = loop->screens.screen;
    if (screen == SCREEN_PLAYING && cw_input_pressed(ui, UI_PAUSE)) {
        show_pause(loop);
        loop->screens.was_selected = loop->screens.page.selected;
        sound_page(loop, PAGE_BACK);
        return true;
    }
    if (screen != SCREEN_WATCHING && screen != SCREEN_TITLE && cw_input_pressed(ui, UI_RETRY)) {
        loop_restart_level(loop, SCREEN_PLAYING);
        return true;
    }
    if (screen == SCREEN_WATCHING && !screens_are_open(&loop->screens) &&
        cw_input_pressed(ui, UI_BACK)) {
        show_watch_menu(loop);
        return true;
    }
    return false;
}

static void update_page(Loop *loop, const CwInputFrame *ui, int64_t elapsed_ns)
{
    PageInput input = {.ui = ui,
                       .view = ui_view(loop->stage.viewport.view),
                       .dt_s = (double)elapsed_ns * 1e-9,
                       .device = loop->stage.device_use.device};
    ScreenAsk ask = screens_update(&loop->screens, &input);
    sound_page(loop, loop->screens.done);
    do_ask(loop, &ask);
}

void loop_update_menus(Loop *loop)
{
    if (loop->rerun.runs) {
        return;
    }
    loop_update_buttons(loop);
    CwInputFrame input = latch_menus(&loop->stage);
    CwViewRect view = ui_view(loop->stage.viewport.view);
    if (loop->desc.headless) {
        return;
    }
    int64_t elapsed_ns = loop->stage.measured_ns;
    view.height -= inspect_lift(&loop->inspect);
    if (!typing_is_on(&loop->stage.typing)) {
        if (!update_span(loop, &input, &view)) {
            loop_fail(loop);
            return;
        }
        look_inside(loop, &input);
        view = ui_view(loop->stage.viewport.view);
        view.height -= inspect_lift(&loop->inspect);
    }
    CwInputFrame steps = time_input(loop, &input);
    TimeKeysFrame keys = {.ui = &steps,
                          .view = view,
                          .elapsed_ns = elapsed_ns > 0 ? elapsed_ns : 0,
                          .screen = loop->screens.screen,
                          .plays = loop->span.taken,
                          .step_ticks = loop->desc.config->step_ticks};
    update_views(loop, &input);
    if (menu_waits(loop, &input)) {
        return;
    }
    if (!time_keys_speed(&loop->playback, &keys, &loop->error)) {
        loop_fail(loop);
        return;
    }
    if (change_screen(loop, &input)) {
        return;
    }
    bool watch_menu = keys.screen == SCREEN_WATCHING && screens_are_open(&loop->screens);
    if (!watch_menu && !control_time(loop, &keys)) {
        loop_fail(loop);
    } else if (!playback_is_held(&loop->playback, HOLD_DRAG) && !loop->inspect.open) {
        update_page(loop, &input, keys.elapsed_ns);
    }
}

static void take_typed(Loop *loop, CwFrame *frame)
{
    const Typing *typing = &loop->stage.typing;
    if (typing->status != CW_TEXT_ENTRY_CONFIRMED) {
        return;
    }
    if (typing->owner == TYPING_FIELD) {
        loop_rerun_edit(loop, typing->edit.text);
    } else if (typing->owner == TYPING_MENU_ROW) {
        typing->row->typed(frame, typing->edit.text);
        close_as_asked(loop, typing->row);
    }
}

static void call_row(Loop *loop, const CwMenuRow *row, CwFrame *frame)
{
    if (row->typed == NULL) {
        game_row_call(row, loop->row_turn, frame);
    } else if (loop->row_turn == 0) {
        char text[CW_MENU_VALUE_BYTES];
        game_row_value(row, frame, text);
        int limit = row->typed_bytes > 0 ? row->typed_bytes : CW_MENU_VALUE_BYTES - 1;
        typing_begin(&loop->stage.typing, &(CwTextEntryDesc){text, limit, NULL}, TYPING_MENU_ROW,
                     row);
    }
}

/* The player's own doing, so saves are written and text is typed on the title too. */
void loop_call_rows(Loop *loop)
{
    CwFrame *frame = &loop->view.frame;
    bool unplayed = loop->saves.unplayed, allowed = loop->stage.typing.allowed;
    loop->saves.unplayed = false;
    loop->stage.typing.allowed = !loop->desc.headless;
    take_typed(loop, frame);
    if (loop->row_asked != NULL) {
        call_row(loop, loop->row_asked, frame);
        loop->row_asked = NULL;
    }
    loop->saves.unplayed = unplayed;
    loop->stage.typing.allowed = allowed;
}

/* A field of the engine's own screens is typed in. */
static void place_typing(Stage *stage, Box box)
{
    CwViewRect field =
        ui_view_rect(stage->viewport.view, (CwViewRect){box.x, box.y, box.width, box.height});
    typing_place(&stage->typing, (Box){field.x, field.y, field.width, field.height});
}

/* The menu, and what is typed in it or over it. */
void loop_draw_menu(Loop *loop, const CwFrame *frame)
{
    Typing *typing = &loop->stage.typing;
    const CwTextEntry entry = typing_entry(typing);
    bool on = typing_is_on(typing);
    CwTheme theme = comfort_theme(loop->desc.game, loop->desc.config);
    bool looks = on && typing->owner == TYPING_FIELD;
    bool chooses = on && typing->owner == TYPING_MENU_ROW;
    screens_draw(&loop->screens, frame, chooses ? &entry : NULL);
    FieldPanelLook look = {.theme = &theme,
                           .typed = looks ? &entry : NULL,
                           .bindings = &loop->stage.ui_input.map,
                           .device = loop->stage.device_use.device};
    inspect_draw(&loop->inspect, &loop->playback, &look, frame->draw);
    if (looks) {
        place_typing(&loop->stage, field_panel_value_box(&loop->inspect.panel));
    } else if (chooses) {
        place_typing(&loop->stage, page_field_box(&loop->screens.page));
    } else if (on && typing->prompt[0] != '\0') {
        place_typing(&loop->stage, text_prompt_draw(frame->draw, typing->prompt, &entry, &theme));
    }
}
