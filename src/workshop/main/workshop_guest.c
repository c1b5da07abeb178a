#include "main/workshop_guest.h"

#include "change/changes.h"
#include "host/bindings.h"
#include "panel/debug_shapes.h"
#include "platform/clock.h"
#include "ui/ui_view.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_switched_on(const WorkshopGuest *workshop, DebugKey key)
{
    return workshop->loop->desc.config->guest_values[key].is_on;
}

/* ---- the trace ---- */

/* True if the last seconds are kept for dumps: in a window and under dev. */
static bool is_ring_wanted(const WorkshopGuest *workshop)
{
    bool is_seen = !workshop->loop->desc.mode.is_headless || workshop->runner != NULL;
    return is_seen && workshop->traces_dir[0] != '\0' && is_switched_on(workshop, DEBUG_TRACE_RING);
}

static bool open_trace(WorkshopGuest *workshop, CwError *error)
{
    const char *dumps_dir = is_ring_wanted(workshop) ? workshop->traces_dir : NULL;
    const TraceDesc desc = {workshop->trace_file, dumps_dir};
    bool ok = trace_open(&workshop->trace, &desc, clock_now_ns(), error);
    workshop->guest.wants_times = trace_is_open(&workshop->trace);
    return ok;
}

static void dump_trace(WorkshopGuest *workshop)
{
    const char *level = workshop->loop->playback.session.level;
    Notices *notices = &workshop->loop->monitor.notices;
    char path[PATH_BYTES_MAX];
    CwError error = {0};
    if (trace_dump(&workshop->trace, level, clock_now_ns(), path, &error)) {
        notices_add(notices, "The last 10 s are in traces/%.100s", path_name(path));
    } else {
        notices_add(notices, "No trace: %.120s", error.text);
    }
}

static void add_to_trace(void *self, const FrameSpan *span)
{
    WorkshopGuest *workshop = self;
    uint16_t label = (uint16_t)span->label;
    trace_note(&workshop->trace, (TraceSpan){span->begin_ns, span->end_ns, span->id, 0, label, 0});
}

static void end_frame(void *self, const FrameTiming *frame)
{
    trace_end_frame(&((WorkshopGuest *)self)->trace, frame);
}

/* ---- a loop and its runs ---- */

static bool open_loop(void *self, Loop *loop, CwError *error)
{
    WorkshopGuest *workshop = self;
    workshop->loop = loop;
    return open_trace(workshop, error);
}

static bool close_loop(void *self)
{
    return trace_close(&((WorkshopGuest *)self)->trace);
}

static void begin_run(void *self)
{
    WorkshopGuest *workshop = self;
    bool is_open = trace_is_open(&workshop->trace);
    if (workshop->trace_file == NULL && is_ring_wanted(workshop) != is_open) {
        trace_close(&workshop->trace);
        open_trace(workshop, NULL);
    }
    memcpy(workshop->trace.systems, workshop->loop->playback.session.schedule.systems,
           sizeof workshop->trace.systems);
    inspect_reset(&workshop->inspect);
    ab_span_free(&workshop->span);
    forecast_reset(&workshop->forecast);
}

/* ---- changes by hand: the ticks after the shown one run again with the same inputs ---- */

static void repeat_ticks(WorkshopGuest *workshop)
{
    Playback *playback = &workshop->loop->playback;
    uint64_t tick = cw_world_tick(playback->session.world);
    uint64_t last = run_newest(&playback->run);
    catch_up_begin(workshop->loop, &(CatchUpDesc){.tick = tick, .last = last, .is_repeat = true});
    workshop->inspect.is_stale = true;
}

static void handle_typed(void *self, const char *text)
{
    WorkshopGuest *workshop = self;
    Loop *loop = workshop->loop;
    Inspect *inspect = &workshop->inspect;
    CwError error = {0};
    if (inspect->typed_name[0] == '\0') {
        inspect_find(inspect, &loop->playback.session, text);
        return;
    }
    if (strcmp(text, inspect->typed_text) == 0) {
        return;
    }
    bool changed = changes_make_from_text(&loop->playback, inspect->typed_name, text, &error);
    inspect_say(inspect, !changed, changed ? "changed; this run is no longer ranked" : error.text);
    if (changed) {
        repeat_ticks(workshop);
    }
}

static UndoOutcome undo_last(WorkshopGuest *workshop, CwError *error)
{
    Playback *playback = &workshop->loop->playback;
    UndoOutcome outcome = changes_undo(&playback->run, error);
    if (outcome == UNDO_DONE) {
        playback_note_jump(playback);
        repeat_ticks(workshop);
    }
    return outcome;
}

void workshop_undo(WorkshopGuest *workshop)
{
    Loop *loop = workshop->loop;
    CwError error = {0};
    UndoOutcome outcome = undo_last(workshop, &error);
    if (outcome == UNDO_LOST) {
        loop->end.error = error;
        loop_expect(loop, false);
    } else {
        bool is_done = outcome == UNDO_DONE;
        inspect_say(&workshop->inspect, !is_done, is_done ? "change undone" : error.text);
    }
}

static void end_catch_up(void *self, bool failed)
{
    WorkshopGuest *workshop = self;
    Loop *loop = workshop->loop;
    char text[96];
    if (failed) {
        CwError why = loop->end.error;
        loop->end.error = (CwError){0};
        if (loop_expect(loop, undo_last(workshop, &loop->end.error) == UNDO_DONE)) {
            inspect_say(&workshop->inspect, true, why.text);
        }
        return;
    }
    workshop->inspect.is_stale = true;
    uint64_t tick = cw_world_tick(loop->playback.session.world);
    run_end_repeat(&loop->playback.run);
    if (tick < loop->catch_up.desc.last) {
        snprintf(text, sizeof text,
                 "the run now ends at tick %" PRIu64 ", because the game ends it there", tick);
        inspect_say(&workshop->inspect, true, text);
    }
}

/* ---- the inspector ---- */

static bool is_on_page(const Screens *screens, const CwInputFrame *ui)
{
    const PageLayout *layout = &screens->page.layout;
    CwPoint2 at = {ui->pointer_x, ui->pointer_y};
    return screens_are_open(screens) && !screens->page.is_hidden &&
           (panel_holds(layout->panel, at.x, at.y) || panel_holds(layout->title, at.x, at.y) ||
            panel_holds(layout->prompts, at.x, at.y));
}

/* True in a pause with tabs, or in a stopped replay. */
static bool may_inspect(const WorkshopGuest *workshop)
{
    const Screens *screens = &workshop->loop->menus.screens;
    bool is_stopped = screens->activity == ACTIVITY_WATCHING && screens->depth == 0 &&
                      playback_is_paused_for(&workshop->loop->playback, PAUSE_STOP);
    return is_stopped || screens_have_tabs(screens);
}

/* Updates the inspector and follows its requests. False when the world is lost. */
static bool update_inspector(WorkshopGuest *workshop, CwInputFrame *ui, CwError *error)
{
    Stage *stage = &workshop->loop->stage;
    Playback *playback = &workshop->loop->playback;
    Inspect *inspect = &workshop->inspect;
    Screens *screens = &workshop->loop->menus.screens;
    CwViewRect seen = stage->viewport.view;
    const InspectFrame frame = {.ui = ui,
                                .view = ui_view(seen),
                                .seen = seen,
                                .camera = &stage->draw_list.state.camera,
                                .run = &playback->run,
                                .alpha = playback->alpha,
                                .dt_s = (double)stage->ui_ns * 1e-9,
                                .is_possible = may_inspect(workshop),
                                .is_under_tabs = screens_have_tabs(screens),
                                .is_bar_dragged = playback_is_paused_for(playback, PAUSE_DRAG),
                                .is_on_page = is_on_page(screens, ui)};
    if (inspect_update(inspect, &frame)) {
        screens->page.is_hidden = inspect->is_open && screens_are_open(screens);
    }
    if (inspect->is_typing_requested) {
        typing_begin(&stage->typing,
                     &(CwTextEntryDesc){inspect->typed_text, sizeof inspect->typed_text - 1, NULL},
                     TYPING_FIELD, NULL);
        text_edit_select_all(&stage->typing.edit);
    }
    if (inspect->is_undo_requested) {
        inspect->is_undo_requested = false;
        workshop_undo(workshop);
    }
    if (inspect->is_open) {
        playback_show_tick(playback); /* whose values the panel shows */
    }
    return !inspect->is_seek_requested ||
           playback_seek(playback, (double)inspect->seek_tick, error);
}

/* ---- the A-B span ---- */

static bool press_mark(WorkshopGuest *workshop, int mark, CwError *error)
{
    AbSpan *span = &workshop->span;
    Playback *playback = &workshop->loop->playback;
    if (!playback_has_past(playback)) {
        notices_add(&workshop->loop->monitor.notices,
                    "There is no history to repeat: set game.history above 0");
        return true;
    }
    if (ab_span_is_on(span) && !playback->clock.is_paused) {
        return ab_span_end(span, playback, error);
    }
    ab_span_mark(span, playback, mark, cw_world_tick(playback->session.world));
    return true;
}

static bool update_span(WorkshopGuest *workshop, const CwInputFrame *ui, CwError *error)
{
    AbSpan *span = &workshop->span;
    Playback *playback = &workshop->loop->playback;
    const Screens *screens = &workshop->loop->menus.screens;
    Activity activity = screens->activity;
    bool is_covered = screens_are_open(screens) && activity != ACTIVITY_PAUSED;
    if (activity == ACTIVITY_TITLE || activity == ACTIVITY_FINISHED || is_covered) {
        return true;
    }
    if ((cw_input_pressed(ui, UI_MARK_A) && !press_mark(workshop, 'a', error)) ||
        (cw_input_pressed(ui, UI_MARK_B) && !press_mark(workshop, 'b', error))) {
        return false;
    }
    if (ab_span_is_on(span) && cw_input_pressed(ui, UI_TAKE_OVER)) {
        return ab_span_toggle(span, playback, error);
    }
    return !ab_span_is_on(span) || !cw_input_pressed(ui, UI_KEEP) ||
           ab_span_keep(span, playback, &workshop->loop->monitor.notices, error);
}

/* ---- the speed of time ---- */

/* Changes the speed, or steps by debug.step_ticks in a pause. */
static bool update_speed(WorkshopGuest *workshop, const CwInputFrame *ui, CwError *error)
{
    Playback *playback = &workshop->loop->playback;
    Activity activity = workshop->loop->menus.screens.activity;
    int change = cw_input_pressed(ui, UI_FAST_FORWARD) - cw_input_pressed(ui, UI_SLOW_MOTION);
    int ticks = change * workshop->loop->desc.config->guest_values[DEBUG_STEP_TICKS].whole;
    if (change != 0 && activity == ACTIVITY_PLAYING) {
        playback_change_speed(playback, change);
    }
    bool can_step = activity == ACTIVITY_PAUSED && (change > 0 || playback_has_past(playback));
    return change == 0 || !can_step || playback_step(playback, ticks, error);
}

/* ---- the tabs of the side panel, a strip above it ---- */

static const double TEXT_SHARE = 0.52, CAP_SHARE = 0.65; /* shares of the strip's height */
static const double AROUND = 0.8, GAP = 0.1; /* room around a label, in heights of its text */

static const char *tab_label(const WorkshopGuest *workshop, int tab)
{
    return text_of(tab == TAB_PAUSE     ? "Pause"
                   : tab == TAB_INSPECT ? "Inspect"
                                        : workshop->pages[tab - TAB_PAGES].label);
}

static int tab_count(const WorkshopGuest *workshop)
{
    return TAB_PAGES + workshop->guest.page_count;
}

/* False while the player moves through time, which hides the page and its tabs. */
static bool tabs_are_seen(const WorkshopGuest *workshop)
{
    const Screens *screens = &workshop->loop->menus.screens;
    return screens_have_tabs(screens) && (workshop->inspect.is_open || !screens->page.is_hidden);
}

int tabs_shown(const WorkshopGuest *workshop)
{
    const Screens *screens = &workshop->loop->menus.screens;
    ScreenKind top = screens->stack[screens->depth - 1].kind;
    return workshop->inspect.is_open ? TAB_INSPECT
           : top >= SCREEN_GUEST     ? TAB_PAGES + (int)(top - SCREEN_GUEST)
                                     : TAB_PAUSE;
}

void tabs_show(WorkshopGuest *workshop, int tab)
{
    Screens *screens = &workshop->loop->menus.screens;
    workshop->inspect.is_open = false;
    while (screens->depth > 1) {
        screens_back(screens);
    }
    screens->page.is_hidden = false;
    screens->notice[0] = '\0';
    if (tab >= TAB_PAGES) {
        screens_push(screens, (ScreenKind)(SCREEN_GUEST + tab - TAB_PAGES));
    }
}

/* Shows a clicked tab, or the next one by its key. */
static void update_tabs(WorkshopGuest *workshop, CwInputFrame *ui)
{
    int wanted = -1;
    if (!screens_have_tabs(&workshop->loop->menus.screens)) {
        return;
    }
    if (cw_input_pressed(ui, UI_TAB)) {
        wanted = (tabs_shown(workshop) + tabs_are_seen(workshop)) % tab_count(workshop);
    }
    for (int i = 0;
         i < tab_count(workshop) && tabs_are_seen(workshop) && cw_input_pressed(ui, UI_CLICK);
         i++) {
        if (panel_holds(workshop->tabs[i], ui->pointer_x, ui->pointer_y)) {
            wanted = i;
            ui->pressed &= ~(1u << UI_CLICK);
            ui->down &= ~(1u << UI_CLICK);
        }
    }
    if (wanted >= 0) {
        tabs_show(workshop, wanted);
        ui->pressed |= wanted == TAB_INSPECT ? 1u << UI_LOOK : 0;
    }
}

static void draw_tabs(WorkshopGuest *workshop)
{
    const Stage *stage = &workshop->loop->stage;
    Loop *loop = workshop->loop;
    CwDrawList *list = &loop->stage.draw_list;
    Device device = stage->device_use.device == DEVICE_PAD ? DEVICE_PAD : DEVICE_KEYBOARD;
    const Binding *key = binding_of_device(&stage->ui_input.map.actions[UI_TAB], device);
    if (!tabs_are_seen(workshop)) {
        return;
    }
    const CwTheme theme = panel_theme(loop->desc.game, loop->desc.config->high_contrast);
    ui_view_begin(list, CW_ENGINE_LAYER_MENU);
    Box panel = workshop->inspect.panel.box, strip = loop->menus.screens.page.layout.title;
    if (workshop->inspect.is_open) {
        strip = (Box){panel.x, panel.y - TABS_HEIGHT, panel.width, TABS_HEIGHT};
    }
    double cap = strip.height * CAP_SHARE, text = strip.height * TEXT_SHARE;
    Box at = {strip.x, strip.y + (strip.height - cap) / 2, 0, cap};
    double x = key == NULL ? strip.x : strip.x + key_cap_draw(list, at, key, &theme) + 3;
    double wanted = tab_count(workshop) * AROUND * text, room = strip.x + strip.width - x;
    for (int i = 0; i < tab_count(workshop); i++) {
        wanted += panel_text_width(list, tab_label(workshop, i), CW_FACE_BOLD, text);
    }
    double scale = fmin(1, room / wanted);
    for (int i = 0; i < tab_count(workshop); i++) {
        const char *label = tab_label(workshop, i);
        bool shown = i == tabs_shown(workshop);
        double width = panel_text_width(list, label, CW_FACE_BOLD, text) + AROUND * text;
        Box tab = {x, strip.y, width * scale - GAP * text, strip.height};
        workshop->tabs[i] = tab;
        panel_fill(list, tab, shown ? theme.accent : panel_alpha(theme.shade, 235));
        panel_label(list, tab,
                    &(Label){label, CW_FACE_BOLD, CW_ALIGN_CENTRE, text * scale,
                             shown ? panel_alpha(theme.shade, 255) : theme.text});
        x += width * scale;
    }
}

/* ---- a frame ---- */

static void update_views(WorkshopGuest *workshop, const CwInputFrame *ui)
{
    bool setting = is_switched_on(workshop, DEBUG_DRAW_SHAPES);
    if (setting != workshop->was_drawing_shapes) {
        workshop->is_drawing_shapes = workshop->was_drawing_shapes = setting;
    }
    if (cw_input_pressed(ui, UI_DEBUG_DRAW)) {
        workshop->is_drawing_shapes = !workshop->is_drawing_shapes;
    }
    if (cw_input_pressed(ui, UI_TRACE)) {
        dump_trace(workshop);
    }
    bool is_title = workshop->loop->menus.screens.activity == ACTIVITY_TITLE;
    if (cw_input_pressed(ui, UI_AHEAD) && !is_title) {
        forecast_toggle(&workshop->forecast);
    }
}

static bool update_frame(void *self, CwInputFrame *ui, CwError *error)
{
    WorkshopGuest *workshop = self;
    bool ok = true;
    if (!typing_is_on(&workshop->loop->stage.typing)) {
        update_tabs(workshop, ui);
        ok = update_span(workshop, ui, error) && update_inspector(workshop, ui, error) &&
             update_speed(workshop, ui, error);
    }
    if (ok) {
        update_views(workshop, ui);
    }
    return ok;
}

static bool is_world_protected(const void *self)
{
    return is_switched_on(self, DEBUG_PROTECT_WORLD);
}

static bool tick_span(void *self, CwTickInput *input, bool *begins, CwError *error)
{
    WorkshopGuest *workshop = self;
    return ab_span_tick(&workshop->span, &workshop->loop->playback, input, begins, error);
}

static BarMarks bar_marks(const void *self)
{
    const AbSpan *span = &((const WorkshopGuest *)self)->span;
    bool is_on = ab_span_is_on(span);
    return (BarMarks){.has_ticks = true,
                      .has_a = span->has_a,
                      .has_b = span->has_b,
                      .a = span->a,
                      .b = span->b,
                      .is_repeating = is_on,
                      .is_steered = span->is_taken,
                      .note = !is_on           ? NULL
                              : span->is_live  ? "Loop: kept; you play up to B"
                              : span->is_taken ? "Loop: you play up to B"
                                               : "Loop: as recorded"};
}

static double curve_lift(const void *self)
{
    return inspect_lift(&((const WorkshopGuest *)self)->inspect);
}

static CwViewRect free_room(const void *self, CwViewRect view)
{
    return inspect_room(&((const WorkshopGuest *)self)->inspect, view);
}

static bool is_picture_covered(const void *self)
{
    return ((const WorkshopGuest *)self)->inspect.is_open;
}

/* ---- the picture ---- */

static void draw_forecast(WorkshopGuest *workshop)
{
    Loop *loop = workshop->loop;
    CwDrawList *list = &loop->stage.draw_list;
    CwTheme theme = panel_theme(loop->desc.game, loop->desc.config->high_contrast);
    playback_set_help(&loop->playback, workshop->forecast.is_on);
    forecast_update(&workshop->forecast, &loop->playback.run, &list->state.camera);
    forecast_draw(&workshop->forecast, loop->playback.session.world, &theme, list);
}

static void draw_world(void *self, const CwFrame *frame)
{
    WorkshopGuest *workshop = self;
    Loop *loop = workshop->loop;
    const CwWorld *world = loop->playback.session.world;
    if (workshop->is_drawing_shapes) {
        debug_shapes_draw(world, frame->alpha, NULL, (CwColour){0}, frame->draw);
    }
    if (!loop->desc.mode.is_headless && loop->menus.screens.activity != ACTIVITY_TITLE) {
        draw_forecast(workshop);
    }
}

void workshop_draw(void *self, const CwFrame *frame)
{
    WorkshopGuest *workshop = self;
    draw_tabs(workshop);
    if (!workshop->inspect.is_open) {
        return;
    }
    Loop *loop = workshop->loop;
    Stage *stage = &loop->stage;
    Typing *typing = &stage->typing;
    const CwTextEntry entry = typing_entry(typing);
    bool is_typing = typing_is_on(typing) && typing->owner == TYPING_FIELD;
    CwTheme theme = panel_theme(loop->desc.game, loop->desc.config->high_contrast);
    const FieldPanelLook look = {.theme = &theme,
                                 .typed = is_typing ? &entry : NULL,
                                 .bindings = &stage->ui_input.map,
                                 .device = stage->device_use.device};
    inspect_draw(&workshop->inspect, &loop->playback.session, frame, &look);
    if (is_typing) {
        Box box = field_panel_value_box(&workshop->inspect.panel);
        typing->place = ui_view_rect(stage->viewport.view, box);
    }
}

/* ---- life ---- */

LoopGuest *workshop_create(void)
{
    WorkshopGuest *workshop = calloc(1, sizeof *workshop);
    if (workshop == NULL) {
        return NULL;
    }
    workshop->pages[0] = (GuestScreen){"Keys", &keys_page, &workshop->keys, false};
    workshop->guest = (LoopGuest){.self = workshop,
                                  .pages = workshop->pages,
                                  .page_count = 1,
                                  .config = &maker_config,
                                  .open = open_loop,
                                  .close = close_loop,
                                  .begin_run = begin_run,
                                  .update = update_frame,
                                  .typed = handle_typed,
                                  .protects = is_world_protected,
                                  .tick = tick_span,
                                  .span = add_to_trace,
                                  .end_frame = end_frame,
                                  .caught_up = end_catch_up,
                                  .marks = bar_marks,
                                  .lift = curve_lift,
                                  .room = free_room,
                                  .covers = is_picture_covered,
                                  .draw_world = draw_world,
                                  .draw = workshop_draw};
    return &workshop->guest;
}

void workshop_destroy(LoopGuest *guest)
{
    if (guest != NULL) {
        WorkshopGuest *workshop = guest->self;
        inspect_free(&workshop->inspect);
        ab_span_free(&workshop->span);
        forecast_free(&workshop->forecast);
        free(workshop);
    }
}

void workshop_add_pages(WorkshopGuest *workshop, const GuestScreen *pages, int count,
                        const FixedKey *keys)
{
    CW_ASSERT(count < TAB_PAGES_MAX, "raise TAB_PAGES_MAX");
    workshop->pages[count] = workshop->pages[workshop->guest.page_count - 1];
    memcpy(workshop->pages, pages, (size_t)count * sizeof *pages);
    workshop->guest.page_count = count + 1;
    workshop->keys = keys;
}

WorkshopGuest *workshop_of(const Loop *loop)
{
    return loop->desc.guest->self;
}
