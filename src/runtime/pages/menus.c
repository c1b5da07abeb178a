#include "pages/menus.h"

#include "panel/debug_shapes.h"
#include "ui/transport.h"
#include "ui/ui_actions.h"
#include "ui/ui_view.h"

#include <math.h>

void menus_open(Menus *menus, const MenusDesc *desc)
{
    menus->stage = desc->screens.stage;
    menus->playback = desc->screens.playback;
    menus->config = &desc->screens.settings->config;
    menus->monitor = desc->monitor;
    menus->sound = desc->sound;
    menus->headless = desc->headless;
    menus->draws_shapes = menus->config->draw_shapes;
    screens_open(&menus->screens, &desc->screens);
}

void menus_close(Menus *menus)
{
    screens_close(&menus->screens);
    inspect_free(&menus->inspect);
    ab_span_free(&menus->span);
    forecast_free(&menus->forecast);
}

void menus_begin_run(Menus *menus)
{
    menus->time_bar.repeat_s = 0;
    inspect_reset(&menus->inspect);
    ab_span_reset(&menus->span);
    forecast_reset(&menus->forecast);
    menus->countdown_ns = 0;
    typing_end(&menus->stage->typing, CW_TEXT_ENTRY_NONE);
}

bool menus_repeat_span(const Menus *menus)
{
    Activity activity = menus->screens.activity;
    return ab_span_is_on(&menus->span) && activity != ACTIVITY_TITLE &&
           activity != ACTIVITY_FINISHED;
}

/* ---- time and input ---- */

static void update_holds(Menus *menus)
{
    Playback *playback = menus->playback;
    Stage *stage = menus->stage;
    Activity activity = menus->screens.activity;
    bool playing = activity == ACTIVITY_PLAYING, watching = activity == ACTIVITY_WATCHING;
    bool watch_menu = watching && screens_are_open(&menus->screens);
    playback_hold(playback, HOLD_MENU, activity == ACTIVITY_PAUSED || watch_menu);
    playback_hold(playback, HOLD_BACKGROUND, stage->is_background);
    playback_hold(playback, HOLD_COUNTDOWN, playing && menus->countdown_ns > 0);
    bool drives = playing || (watching && menus->span.taken);
    players_suspend(&stage->players,
                    !drives || playback_is_held(playback, HOLD_REWIND) || stage->is_background);
}

/* Before time goes on where the player left it, hands find their keys. */
static void count_down(Menus *menus)
{
    menus->countdown_ns = llround(menus->config->resume_countdown * 1e9);
}

void menus_begin_frame(Menus *menus)
{
    const Stage *stage = menus->stage;
    bool came_back = menus->was_background && !stage->is_background;
    menus->was_background = stage->is_background;
    if (menus->screens.activity != ACTIVITY_PLAYING ||
        playback_is_held(menus->playback, HOLD_REWIND)) {
        menus->countdown_ns = 0;
    } else if (came_back) {
        count_down(menus);
    } else if (menus->countdown_ns > 0 && stage->measured_ns > 0) {
        menus->countdown_ns -= stage->measured_ns;
    }
    update_holds(menus);
}

/* Drops what is held for the game, so that it chooses nothing on a page. */
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
    update_holds(menus);
}

static void end_pause(Menus *menus)
{
    playback_end_game_pause(menus->playback);
    count_down(menus);
    menus_show(menus, ACTIVITY_PLAYING);
}

static void close_after_row(Menus *menus, const CwMenuRow *row)
{
    if (row->closes && menus->screens.activity == ACTIVITY_PAUSED) {
        end_pause(menus);
    }
}

/* Does what concerns this run only, and leaves the rest of the asks to the loop. */
static bool handle_ask(Menus *menus, const ScreenAsk *ask, CwError *error)
{
    if (ask->kind == ASK_CONTINUE) {
        end_pause(menus);
    } else if (ask->kind == ASK_WATCH_ON || ask->kind == ASK_WATCH_AGAIN) {
        menus->screens.depth = 0;
        update_holds(menus);
    } else if (ask->kind == ASK_ROW) {
        menus->row = ask->row;
        menus->row_turn = ask->turn;
        if (ask->turn == 0 && ask->row->typed == NULL) {
            close_after_row(menus, ask->row);
        }
    }
    if (ask->kind != ASK_WATCH_AGAIN) {
        return true;
    }
    playback_hold(menus->playback, HOLD_STOP, false);
    return playback_seek(menus->playback, 0, error);
}

/* ---- keys ---- */

static bool control_time(Menus *menus, const TimeFrame *frame, CwError *error)
{
    Playback *playback = menus->playback;
    Screens *screens = &menus->screens;
    bool good = time_bar_keys(&menus->time_bar, frame, error);
    if (playback_is_held(playback, HOLD_REWIND) && screens->activity == ACTIVITY_FINISHED) {
        menus_show(menus, ACTIVITY_PLAYING);
    }
    update_holds(menus);
    bool moved = screens->activity == ACTIVITY_PAUSED && playback->moved;
    screens->page.is_hidden = screens->page.is_hidden || moved;
    return good;
}

static CwPoint2 pointer_of(const CwInputFrame *ui)
{
    return (CwPoint2){ui->pointer_x, ui->pointer_y};
}

/* Typed text gets all input. A click beside the row that is typed in confirms. */
static bool waits_for_text(Menus *menus, const CwInputFrame *ui)
{
    Typing *typing = &menus->stage->typing;
    const Page *page = &menus->screens.page;
    if (!typing_is_on(typing) || menus->screens.activity == ACTIVITY_PLAYING) {
        return false;
    }
    bool beside =
        typing->owner == TYPING_FIELD || page_row_at(page, pointer_of(ui)) != page->selected;
    if (typing->owner != TYPING_GAME && cw_input_pressed(ui, UI_CLICK) && beside) {
        typing_end(typing, CW_TEXT_ENTRY_CONFIRMED);
    }
    return true;
}

static void play_page_sound(Menus *menus, PageEventType done)
{
    const CwMenuSounds *sounds = menus->stage->desc.game->menu_sounds;
    const Page *page = &menus->screens.page;
    bool moved = page->selected != menus->screens.was_selected && !page->dragged;
    if (sounds == NULL || (done == PAGE_BACK && page->root)) {
        return;
    }
    if (done == PAGE_BACK || done == PAGE_CHOSEN) {
        sound_play_menu(menus->sound, done == PAGE_BACK ? sounds->back : sounds->confirm);
    } else if (moved || done == PAGE_TURNED || (done == PAGE_SET && !page->dragged)) {
        sound_play_menu(menus->sound, sounds->move);
    }
}

/* ---- the inspector ---- */

static bool is_on_page(const Screens *screens, const CwInputFrame *ui)
{
    const PageLayout *layout = &screens->page.layout;
    CwPoint2 at = pointer_of(ui);
    return screens_are_open(screens) && !screens->page.is_hidden &&
           (panel_holds(layout->panel, at.x, at.y) || panel_holds(layout->prompts, at.x, at.y));
}

/* In a pause with nothing over its own page, or a replay that was stopped. */
static bool may_inspect(const Menus *menus)
{
    const Screens *screens = &menus->screens;
    bool stopped = screens->activity == ACTIVITY_WATCHING && screens->depth == 0 &&
                   playback_is_held(menus->playback, HOLD_STOP);
    return stopped || (screens->activity == ACTIVITY_PAUSED && screens->depth == 1);
}

/* Takes the inspector's keys and clicks out of the input. False when the world is lost. */
static bool update_inspector(Menus *menus, CwInputFrame *ui, CwError *error)
{
    Stage *stage = menus->stage;
    Playback *playback = menus->playback;
    Inspect *inspect = &menus->inspect;
    CwViewRect seen = stage->viewport.view;
    const InspectFrame frame = {.ui = ui,
                                .view = ui_view(seen),
                                .seen = seen,
                                .camera = &stage->draw_list.state.camera,
                                .run = &playback->run,
                                .alpha = playback->alpha,
                                .dt_s = (double)stage->ui_ns * 1e-9,
                                .possible = may_inspect(menus),
                                .bar_is_dragged = playback_is_held(playback, HOLD_DRAG),
                                .on_page = is_on_page(&menus->screens, ui)};
    if (inspect_update(inspect, &frame)) {
        inspect_leave_input(inspect, &frame, ui);
        menus->screens.page.is_hidden = screens_are_open(&menus->screens);
    }
    if (inspect->types) {
        typing_begin(&stage->typing,
                     &(CwTextEntryDesc){inspect->typed_text, sizeof inspect->typed_text - 1, NULL},
                     TYPING_FIELD, NULL);
        text_edit_select_all(&stage->typing.edit);
    }
    return !inspect->seeks || playback_seek(playback, (double)inspect->seek_tick, error);
}

/* ---- the A-B span ---- */

static bool bar_is_shown(const Menus *menus)
{
    const Screens *screens = &menus->screens;
    return screens->depth == 0 ? screens->activity == ACTIVITY_WATCHING && !menus->time_bar.small
                               : screens->activity == ACTIVITY_PAUSED && screens->depth == 1;
}

static bool press_mark(Menus *menus, int mark, CwError *error)
{
    AbSpan *span = &menus->span;
    Playback *playback = menus->playback;
    if (!playback_has_past(playback)) {
        notices_add(&menus->monitor->notices,
                    "There is no history to repeat: set game.history above 0");
        return true;
    }
    if (ab_span_is_on(span) && !step_clock_is_paused(&playback->clock)) {
        return ab_span_end(span, playback, error);
    }
    ab_span_mark(span, playback, mark, cw_world_tick(playback->session.world));
    return true;
}

static bool update_span(Menus *menus, CwInputFrame *ui, const CwViewRect *view, CwError *error)
{
    AbSpan *span = &menus->span;
    Playback *playback = menus->playback;
    Activity activity = menus->screens.activity;
    bool bar = bar_is_shown(menus);
    bool covered = screens_are_open(&menus->screens) && !bar;
    if (activity == ACTIVITY_TITLE || activity == ACTIVITY_FINISHED || covered) {
        return true;
    }
    if (bar && playback_has_past(playback) && ab_span_drag(span, playback, ui, view)) {
        ui->pressed &= ~(1u << UI_CLICK);
        ui->down &= ~(1u << UI_CLICK);
    }
    if ((cw_input_pressed(ui, UI_MARK_A) && !press_mark(menus, 'a', error)) ||
        (cw_input_pressed(ui, UI_MARK_B) && !press_mark(menus, 'b', error))) {
        return false;
    }
    if (ab_span_is_on(span) && cw_input_pressed(ui, UI_TAKE_OVER)) {
        return ab_span_toggle(span, playback, error);
    }
    return !ab_span_is_on(span) || !cw_input_pressed(ui, UI_KEEP) ||
           ab_span_keep(span, playback, &menus->monitor->notices, error);
}

/* ---- a frame ---- */

/* The step keys turn a page that turns, and leave time to the first page of the pause. */
static CwInputFrame time_input(const Menus *menus, const CwInputFrame *ui)
{
    CwInputFrame input = *ui;
    if (menus->screens.depth > 1 ||
        (screens_are_open(&menus->screens) && page_turns(&menus->screens.page))) {
        const uint32_t turns = 1u << UI_STEP_BACK | 1u << UI_STEP_FORWARD;
        input.down &= ~turns;
        input.pressed &= ~turns;
    }
    return input;
}

static void update_views(Menus *menus, const CwInputFrame *ui)
{
    if (cw_input_pressed(ui, UI_DEBUG_DRAW)) {
        menus->draws_shapes = !menus->draws_shapes;
    }
    if (cw_input_pressed(ui, UI_AHEAD) && menus->screens.activity != ACTIVITY_TITLE) {
        forecast_toggle(&menus->forecast);
    }
    monitor_keys(menus->monitor, &menus->playback->session, ui);
}

/* True when a key led to another page or run. */
static bool change_activity(Menus *menus, const CwInputFrame *ui, ScreenAsk *ask)
{
    Screens *screens = &menus->screens;
    Activity activity = screens->activity;
    DeviceUse *use = &menus->stage->device_use;
    bool lost = use->pad_lost;
    use->pad_lost = false;
    if (activity == ACTIVITY_PLAYING && lost) {
        notices_add(&menus->monitor->notices,
                    "The controller was unplugged: plug it in, or play on without it");
    }
    if (activity == ACTIVITY_PLAYING && (lost || cw_input_pressed(ui, UI_PAUSE))) {
        menus_show(menus, ACTIVITY_PAUSED);
        recorder_flush(&menus->playback->recorder);
        screens->was_selected = screens->page.selected;
        play_page_sound(menus, PAGE_BACK);
        return true;
    }
    if (activity != ACTIVITY_WATCHING && activity != ACTIVITY_TITLE &&
        cw_input_pressed(ui, UI_RETRY)) {
        ask->kind = ASK_RESTART;
        return true;
    }
    if (activity == ACTIVITY_WATCHING && !screens_are_open(screens) &&
        cw_input_pressed(ui, UI_BACK)) {
        screens_show_watch(screens);
        release_menu_keys(menus->stage);
        update_holds(menus);
        return true;
    }
    return false;
}

static void update_page(Menus *menus, const CwInputFrame *ui, ScreenAsk *ask)
{
    const Stage *stage = menus->stage;
    PageInput input = {.ui = ui,
                       .view = ui_view(stage->viewport.view),
                       .dt_s = (double)stage->ui_ns * 1e-9,
                       .device = stage->device_use.device};
    *ask = screens_update(&menus->screens, &input);
    play_page_sound(menus, menus->screens.done);
}

static CwViewRect view_above_curves(const Menus *menus)
{
    CwViewRect view = ui_view(menus->stage->viewport.view);
    view.height -= inspect_lift(&menus->inspect);
    return view;
}

/* `ui`: the keys that may move time; NULL: none are asked for. */
static TimeFrame time_frame(const Menus *menus, const CwInputFrame *ui)
{
    const Stage *stage = menus->stage;
    return (TimeFrame){.playback = menus->playback,
                       .notices = &menus->monitor->notices,
                       .activity = menus->screens.activity,
                       .elapsed_ns = stage->ui_ns,
                       .used_ns = stage->device_use.used_ns,
                       .covered = menus->screens.depth > 1,
                       .lift = inspect_lift(&menus->inspect),
                       .span = &menus->span,
                       .ui = ui,
                       .view = view_above_curves(menus),
                       .step_ticks = menus->config->step_ticks};
}

static bool update_time_and_pages(Menus *menus, const CwInputFrame *ui, ScreenAsk *ask,
                                  CwError *error)
{
    Playback *playback = menus->playback;
    CwInputFrame steps = time_input(menus, ui);
    const TimeFrame keys = time_frame(menus, &steps);
    if (!time_bar_speed_keys(&keys, error)) {
        return false;
    }
    if (change_activity(menus, ui, ask)) {
        return true;
    }
    bool watch_menu = keys.activity == ACTIVITY_WATCHING && screens_are_open(&menus->screens);
    if (!watch_menu && !control_time(menus, &keys, error)) {
        return false;
    }
    if (!playback_is_held(playback, HOLD_DRAG) && !menus->inspect.open) {
        update_page(menus, ui, ask);
    }
    return handle_ask(menus, ask, error);
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
    if (!typing_is_on(&menus->stage->typing)) {
        CwViewRect view = view_above_curves(menus);
        if (!update_span(menus, &ui, &view, error) || !update_inspector(menus, &ui, error)) {
            return false;
        }
    }
    if (menus->inspect.takes_back) {
        menus->inspect.takes_back = false;
        ask->kind = ASK_TAKE_BACK;
        return true;
    }
    update_views(menus, &ui);
    return waits_for_text(menus, &ui) || update_time_and_pages(menus, &ui, ask, error);
}

/* ---- the game's rows, and typed text ---- */

const char *menus_typed_value(const Menus *menus)
{
    const Typing *typing = &menus->stage->typing;
    bool typed = typing->status == CW_TEXT_ENTRY_CONFIRMED && typing->owner == TYPING_FIELD;
    return typed ? typing->edit.text : NULL;
}

static void begin_typing_row(Menus *menus, const CwMenuRow *row, const CwFrame *frame)
{
    char text[CW_MENU_VALUE_BYTES];
    game_row_value(row, frame, text);
    int limit = row->typed_bytes > 0 ? row->typed_bytes : CW_MENU_VALUE_BYTES - 1;
    typing_begin(&menus->stage->typing, &(CwTextEntryDesc){text, limit, NULL}, TYPING_MENU_ROW,
                 row);
}

void menus_call_row(Menus *menus, CwFrame *frame)
{
    const Typing *typing = &menus->stage->typing;
    const CwMenuRow *row = menus->row;
    menus->row = NULL;
    if (typing->status == CW_TEXT_ENTRY_CONFIRMED && typing->owner == TYPING_MENU_ROW) {
        typing->row->typed(frame, typing->edit.text);
        close_after_row(menus, typing->row);
    }
    if (row != NULL && row->typed == NULL) {
        game_row_call(row, menus->row_turn, frame);
    } else if (row != NULL && menus->row_turn == 0) {
        begin_typing_row(menus, row, frame);
    }
}

/* ---- the picture ---- */

void menus_move_picture(Menus *menus)
{
    TimeFrame frame = time_frame(menus, NULL);
    time_bar_update(&menus->time_bar, &frame);
    screens_move_picture(&menus->screens,
                         menus->headless ? 0 : time_bar_height(&menus->time_bar, &frame),
                         (double)menus->stage->measured_ns * 1e-9);
}

static void draw_forecast(Menus *menus, const CwTheme *theme)
{
    Playback *playback = menus->playback;
    CwDrawList *list = &menus->stage->draw_list;
    if (menus->screens.activity == ACTIVITY_TITLE) {
        return;
    }
    playback_show_forecast(playback, menus->forecast.on);
    forecast_update(&menus->forecast, &playback->run, &list->state.camera);
    forecast_draw(&menus->forecast, playback->session.world, theme, list);
}

/* Shows where the text of the engine's own fields is typed. */
static void place_typing(Stage *stage, Box box)
{
    stage->typing.place = ui_view_rect(stage->viewport.view, box);
}

static void draw_pages(Menus *menus, const CwFrame *frame, const CwTheme *theme)
{
    Stage *stage = menus->stage;
    Typing *typing = &stage->typing;
    const CwTextEntry entry = typing_entry(typing);
    bool on = typing_is_on(typing);
    bool types_field = on && typing->owner == TYPING_FIELD;
    bool types_row = on && typing->owner == TYPING_MENU_ROW;
    screens_draw(&menus->screens, frame, types_row ? &entry : NULL);
    const FieldPanelLook look = {.theme = theme,
                                 .typed = types_field ? &entry : NULL,
                                 .bindings = &stage->ui_input.map,
                                 .device = stage->device_use.device};
    inspect_draw(&menus->inspect, &menus->playback->session, frame, &look);
    if (types_field) {
        place_typing(stage, field_panel_value_box(&menus->inspect.panel));
    } else if (types_row) {
        place_typing(stage, page_field_box(&menus->screens.page));
    } else if (on && typing->prompt[0] != '\0') {
        place_typing(stage, text_prompt_draw(frame->draw, typing->prompt, &entry, theme));
    }
}

static void draw_time(const Menus *menus, double rerun_share, const CwTheme *theme)
{
    CwDrawList *list = &menus->stage->draw_list;
    TimeFrame frame = time_frame(menus, NULL);
    if (frame.activity == ACTIVITY_PLAYING && menus->countdown_ns > 0) {
        double whole_ns = menus->config->resume_countdown * 1e9;
        transport_draw_countdown((double)menus->countdown_ns / whole_ns, theme, list);
    } else if (frame.activity == ACTIVITY_PLAYING && menus->stage->is_background) {
        transport_draw_word("Paused", theme, list);
    }
    time_bar_draw(&menus->time_bar, &frame, theme, list);
    if (rerun_share < 1) {
        transport_draw_progress(rerun_share, theme, list);
    }
}

void menus_draw(Menus *menus, const CwFrame *frame, double rerun_share)
{
    CwTheme theme = comfort_theme(menus->stage->desc.game, menus->config);
    if (menus->draws_shapes) {
        debug_shapes_draw(menus->playback->session.world, frame->alpha, NULL, (CwColour){0},
                          frame->draw);
    }
    if (menus->headless) {
        return;
    }
    draw_forecast(menus, &theme);
    draw_pages(menus, frame, &theme);
    draw_time(menus, rerun_share, &theme);
    touch_ui_draw(&menus->screens);
}
