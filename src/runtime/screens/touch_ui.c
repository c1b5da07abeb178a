#include "screens/screens.h"

#include "ui/ui_view.h"

#include <math.h>

static const double MOUSE_S = 2, TOUCH_S = 8, FADE_S = 0.25; /* buttons hide this long after use */
static const double SIDE = 30, TOUCH_SIDE = 40, PEDAL_SIDE = 66;
static const double MARGIN = 12;

static double idle_s(const Stage *stage)
{
    const DeviceUse *use = &stage->device_use;
    return (double)(use->has_pointed ? stage->begin_ns - use->pointed_ns : stage->real_ns) * 1e-9;
}

static bool is_touched(const Stage *stage)
{
    bool has_touch = screen_buttons_held(&stage->buttons) != 0;
    for (int i = 0; i < FINGER_MAX; i++) {
        has_touch = has_touch || stage->devices.fingers[i].is_used;
    }
    return has_touch;
}

/* The buttons' opacity. With a mouse only some games have buttons: a click near a thing of the game
 * could hit one. */
static double opacity(const Screens *screens)
{
    const Stage *stage = screens->stage;
    const DeviceUse *use = &stage->device_use;
    bool is_touch = use->device == DEVICE_TOUCH;
    bool is_mouse = use->device == DEVICE_MOUSE &&
                    (screens->game->looks.mouse_buttons || screens->activity == ACTIVITY_WATCHING);
    if (!use->has_pointed || (!is_mouse && !is_touch)) {
        return 0;
    }
    double left_s = (is_touch ? TOUCH_S : MOUSE_S) - idle_s(stage);
    return is_touched(stage) ? 1 : fmax(0, fmin(1, left_s / FADE_S));
}

static int wanted_buttons(const Screens *screens, UiAction actions[SCREEN_BUTTONS_MAX])
{
    static const UiAction watching[] = {UI_BACK, UI_PAUSE, UI_SLOWER, UI_FASTER};
    Activity activity = screens->activity;
    bool has_past = playback_has_past(screens->playback);
    int count = 0;
    if (activity == ACTIVITY_PLAYING) {
        actions[count++] = UI_PAUSE;
        actions[count++] = UI_RETRY;
    }
    if ((activity == ACTIVITY_PLAYING || activity == ACTIVITY_FINISHED) && has_past) {
        actions[count++] = UI_REWIND;
    }
    while (activity == ACTIVITY_WATCHING && !screens_are_open(screens) &&
           count < SCREEN_BUTTONS_MAX) {
        actions[count] = watching[count];
        count++;
    }
    return count;
}

/* The corner where the game has room for buttons; with results, the corner away from the rows. */
static CwPoint2 corner_of(const Screens *screens, double side)
{
    CwViewRect seen = screens->stage->viewport.view, view = ui_view(seen);
    CwPoint2 wanted = screens->game->looks.buttons_at,
             tall = screens->game->looks.buttons_at_upright;
    double scale = fmax(1, screens->config->text_size);
    bool is_left_page = screens->page.side == PAGE_LEFT, upright = view.width < view.height;
    double right = view.x + view.width - MARGIN - side;
    if (screens->activity == ACTIVITY_FINISHED) {
        bool is_at_top = upright && is_left_page, is_at_left = !upright && !is_left_page;
        return (CwPoint2){is_at_left ? view.x + MARGIN : right,
                          is_at_top ? view.y + MARGIN : view.y + view.height - MARGIN - side};
    }
    wanted = upright && (tall.x != 0 || tall.y != 0) ? tall : wanted;
    if (wanted.x == 0 && wanted.y == 0) {
        return (CwPoint2){right, view.y + MARGIN};
    }
    return ui_view_point(seen, (CwPoint2){seen.x + wanted.x * scale, seen.y + wanted.y * scale});
}

/* A game that is played with the mouse needs the cursor to aim. */
static bool game_needs_cursor(const Screens *screens)
{
    bool is_needed = screens->game->input.pointer_in_world;
    for (int i = 0; i < screens->stage->players.count; i++) {
        is_needed = is_needed ||
                    input_map_has(&screens->stage->players.collectors[i].map, 1u << BINDING_MOUSE);
    }
    return is_needed && screens->activity == ACTIVITY_PLAYING;
}

static void update_cursor(const Screens *screens)
{
    Stage *stage = screens->stage;
    bool is_idle = stage->device_use.device == DEVICE_TOUCH || idle_s(stage) >= MOUSE_S;
    bool is_needed_by_page = screens_are_open(screens) && !screens->page.is_hidden &&
                             stage->device_use.device == DEVICE_MOUSE;
    bool is_hidden =
        is_idle && stage->status.is_focused && !game_needs_cursor(screens) && !is_needed_by_page;
    const Host *host = stage->desc.host;
    if (is_hidden != stage->is_cursor_hidden && host->show_cursor != NULL) {
        host->show_cursor(host->self, !is_hidden);
    }
    stage->is_cursor_hidden = is_hidden;
}

void touch_ui_update(const Screens *screens)
{
    Stage *stage = screens->stage;
    UiAction actions[SCREEN_BUTTONS_MAX];
    int count = opacity(screens) > 0 ? wanted_buttons(screens, actions) : 0;
    double unit = ui_sizes(screens->config->text_size).unit;
    double side = fmax(SIDE * unit, stage->device_use.device == DEVICE_TOUCH ? TOUCH_SIDE : 0);
    CwPoint2 corner = corner_of(screens, side);
    screen_buttons_place(&stage->buttons, actions, count, (Box){corner.x, corner.y, side, side});
    update_cursor(screens);
}

static void draw_pedal(const Screens *screens, int action, const Binding *binding,
                       const ButtonLook *look)
{
    Stage *stage = screens->stage;
    const TouchZone *zone = &binding->zone;
    bool is_full_width =
        zone->x1_percent - zone->x0_percent == 100 && zone->y1_percent - zone->y0_percent == 100;
    if (binding->source == BINDING_TOUCH && !is_full_width) {
        char sign[PAGE_LABEL_BYTES];
        action_sign(screens->game, action, sign);
        button_draw(pedal_box(zone, PEDAL_SIDE, ui_view(stage->viewport.view)), sign,
                    device_state_read(&stage->devices, binding, &(DeadZones){0}, 0) > 0, look,
                    &stage->draw_list);
    }
}

static void draw_pedals(const Screens *screens, const ButtonLook *look)
{
    const Players *players = &screens->stage->players;
    for (int player = 0; player < players->count; player++) {
        for (int action = 0; action < screens->game->input.action_count; action++) {
            const ActionBindings *bindings = &players->collectors[player].map.actions[action];
            for (int i = 0; i < bindings->count; i++) {
                draw_pedal(screens, action, &bindings->items[i], look);
            }
        }
    }
}

void touch_ui_draw(const Screens *screens)
{
    Stage *stage = screens->stage;
    ButtonLook look = {.theme = &screens->theme,
                       .opacity = opacity(screens),
                       .is_stopped = screens->playback->clock.is_paused};
    if (look.opacity <= 0) {
        return;
    }
    screen_buttons_draw(&stage->buttons, &look, &stage->draw_list);
    if (stage->device_use.device == DEVICE_TOUCH && screens->activity == ACTIVITY_PLAYING) {
        draw_pedals(screens, &look);
    }
}
