#include "shell/loop_buttons.h"

#include "shell/comfort.h"
#include "ui/ui_sizes.h"
#include "ui/ui_view.h"

#include <math.h>

static const double MOUSE_S = 2, TOUCH_S = 8, FADE_S = 0.25; /* shown since the last use */
static const double SIDE = 30, TOUCH_SIDE = 40, PEDAL_SIDE = 66;
static const double MARGIN = 12;

/* ---- when ---- */

static double rested_s(const Loop *loop)
{
    const DeviceUse *use = &loop->stage.device_use;
    int64_t since_ns = use->pointed ? use->pointed_ns : loop->stats.started_ns;
    return (double)(loop->stage.begin_ns - since_ns) * 1e-9;
}

static bool is_touched(const Stage *stage)
{
    bool touched = screen_buttons_are_held(&stage->buttons);
    for (int i = 0; i < FINGER_MAX; i++) {
        touched = touched || stage->devices.fingers[i].used;
    }
    return touched;
}

/* 0: nothing is shown. */
static double opacity(const Loop *loop)
{
    const DeviceUse *use = &loop->stage.device_use;
    bool touch = use->device == DEVICE_TOUCH;
    if (loop->desc.headless || !use->pointed || (use->device != DEVICE_MOUSE && !touch)) {
        return 0;
    }
    double left_s = (touch ? TOUCH_S : MOUSE_S) - rested_s(loop);
    return is_touched(&loop->stage) ? 1 : fmax(0, fmin(1, left_s / FADE_S));
}

/* ---- which, and where ---- */

static int wanted_buttons(const Loop *loop, UiAction actions[SCREEN_BUTTONS_MAX])
{
    static const UiAction watching[] = {UI_BACK, UI_PAUSE, UI_SLOWER, UI_FASTER};
    Screen screen = loop->screens.screen;
    bool has_past = playback_has_past(&loop->playback);
    int count = 0;
    if (screen == SCREEN_PLAYING) {
        actions[count++] = UI_PAUSE;
        actions[count++] = UI_RETRY;
    }
    if ((screen == SCREEN_PLAYING || screen == SCREEN_FINISHED) && has_past) {
        actions[count++] = UI_REWIND;
    }
    while (screen == SCREEN_WATCHING && !screens_are_open(&loop->screens) &&
           count < SCREEN_BUTTONS_MAX) {
        actions[count] = watching[count];
        count++;
    }
    return count;
}

/* Where the game has room for them; on the results, away from the rows. */
static CwPoint2 corner_of(const Loop *loop, double side)
{
    CwViewRect seen = loop->stage.viewport.view, view = ui_view(seen);
    CwPoint2 wanted = loop->desc.game->buttons_at, tall = loop->desc.game->buttons_at_upright;
    double scale = fmax(1, loop->desc.config->text_size);
    bool first = loop->screens.page.side == PAGE_LEFT, upright = view.width < view.height;
    double right = view.x + view.width - MARGIN - side;
    if (loop->screens.screen == SCREEN_FINISHED) {
        bool top = upright && first, left = !upright && !first;
        return (CwPoint2){left ? view.x + MARGIN : right,
                          top ? view.y + MARGIN : view.y + view.height - MARGIN - side};
    }
    wanted = upright && (tall.x != 0 || tall.y != 0) ? tall : wanted;
    if (wanted.x == 0 && wanted.y == 0) {
        return (CwPoint2){right, view.y + MARGIN};
    }
    return ui_view_point(seen, (CwPoint2){seen.x + wanted.x * scale, seen.y + wanted.y * scale});
}

/* ---- the cursor ---- */

static bool points(const InputMap *map)
{
    bool found = false;
    for (int action = 0; action < CW_ACTION_MAX; action++) {
        for (int i = 0; i < map->actions[action].count; i++) {
            found = found || map->actions[action].items[i].source == BINDING_MOUSE;
        }
    }
    return found;
}

/* Where the game is played with the mouse, it is aimed with. */
static bool game_needs_cursor(const Loop *loop)
{
    bool needed = loop->desc.game->pointer_in_world;
    for (int i = 0; i < loop->stage.players.count; i++) {
        needed = needed || points(&loop->stage.players.collectors[i].map);
    }
    return needed && loop->screens.screen == SCREEN_PLAYING;
}

/* The title is looked at, too: there the mouse has to be on the rows. */
static bool page_needs_cursor(const Loop *loop)
{
    const Screens *screens = &loop->screens;
    const InputCollector *ui = &loop->stage.ui_input;
    CwPoint2 at =
        ui_view_point(loop->stage.viewport.view, (CwPoint2){ui->pointer_x, ui->pointer_y});
    bool first = screens->screen == SCREEN_TITLE && screens->depth == 1;
    return screens_are_open(screens) && !screens->page.aside &&
           loop->stage.device_use.device == DEVICE_MOUSE &&
           (!first || panel_holds(screens->page.layout.panel, at.x, at.y));
}

static void update_cursor(Loop *loop)
{
    Stage *stage = &loop->stage;
    bool rests = stage->device_use.device == DEVICE_TOUCH || rested_s(loop) >= MOUSE_S;
    bool hidden = rests && stage->status.focused && !game_needs_cursor(loop) &&
                  !page_needs_cursor(loop) && !loop->desc.headless;
    if (hidden != stage->cursor_hidden) {
        stage->cursor_hidden = hidden;
        stage->desc.host->show_cursor(stage->desc.host->self, !hidden);
    }
}

/* ---- the frame ---- */

void loop_update_buttons(Loop *loop)
{
    Stage *stage = &loop->stage;
    UiAction actions[SCREEN_BUTTONS_MAX];
    int count = opacity(loop) > 0 ? wanted_buttons(loop, actions) : 0;
    double unit = ui_sizes(loop->desc.config->text_size).unit;
    double side = fmax(SIDE * unit, stage->device_use.device == DEVICE_TOUCH ? TOUCH_SIDE : 0);
    CwPoint2 corner = corner_of(loop, side);
    screen_buttons_place(&stage->buttons, actions, count, (Box){corner.x, corner.y, side, side});
    update_cursor(loop);
}

static void draw_pedal(Loop *loop, int player, int action, const Binding *binding,
                       const ScreenButtonsLook *look)
{
    Stage *stage = &loop->stage;
    const CwGame *game = loop->desc.game;
    const TouchZone *zone = &binding->zone;
    const char *sign = game->action_signs == NULL ? NULL : game->action_signs[action];
    DeviceView all = {~0U, &stage->players.collectors[player].map.dead_zones};
    bool whole =
        zone->x1_percent - zone->x0_percent == 100 && zone->y1_percent - zone->y0_percent == 100;
    if (binding->source == BINDING_TOUCH && !whole) {
        pedal_draw(pedal_box(zone, PEDAL_SIDE, ui_view(stage->viewport.view)),
                   sign == NULL ? game->actions[action].label : sign,
                   device_state_read(&stage->devices, binding, all) > 0, look, &stage->draw_list);
    }
}

static void draw_pedals(Loop *loop, const ScreenButtonsLook *look)
{
    const Players *players = &loop->stage.players;
    for (int player = 0; player < players->count; player++) {
        for (int action = 0; action < loop->desc.game->action_count; action++) {
            const ActionBindings *bindings = &players->collectors[player].map.actions[action];
            for (int i = 0; i < bindings->count; i++) {
                draw_pedal(loop, player, action, &bindings->items[i], look);
            }
        }
    }
}

void loop_draw_buttons(Loop *loop)
{
    Stage *stage = &loop->stage;
    CwTheme theme = comfort_theme(loop->desc.game, loop->desc.config);
    ScreenButtonsLook look = {.theme = &theme,
                              .opacity = opacity(loop),
                              .stopped = step_clock_is_paused(&loop->playback.clock)};
    if (look.opacity <= 0) {
        return;
    }
    screen_buttons_draw(&stage->buttons, &look, &stage->draw_list);
    if (stage->device_use.device == DEVICE_TOUCH && loop->screens.screen == SCREEN_PLAYING) {
        draw_pedals(loop, &look);
    }
}
