#include "runtime/view_event.h"

static bool is_touch(const InputEvent *event)
{
    return event->type == INPUT_TOUCH_DOWN || event->type == INPUT_TOUCH_MOVE;
}

InputEvent view_event(const Viewport *viewport, const InputEvent *event)
{
    InputEvent seen = *event;
    Point2 view = {0};
    if (event->type == INPUT_MOUSE_MOTION) {
        viewport_to_view(viewport, (Point2){event->x, event->y}, &view);
        seen.x = view.x;
        seen.y = view.y;
        seen.dx = event->dx / viewport->scale_x;
        seen.dy = event->dy / viewport->scale_y;
    } else if (is_touch(event)) {
        viewport_to_view(viewport, (Point2){event->x, event->y}, &view);
        seen.x = view.x / VIEW_WIDTH;
        seen.y = view.y / VIEW_HEIGHT;
    }
    return seen;
}

bool view_event_points(const InputEvent *seen, InputEvent *pointing)
{
    *pointing = (InputEvent){
        .type = INPUT_MOUSE_MOTION, .x = seen->x * VIEW_WIDTH, .y = seen->y * VIEW_HEIGHT};
    return is_touch(seen);
}
