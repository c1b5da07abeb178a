/* Input events on their way from the host's pixels to the view: what the collectors want.
 *
 * Every loop with a window calls it on what its host sends. Pure; owns nothing. */
#ifndef RUNTIME_VIEW_EVENT_H
#define RUNTIME_VIEW_EVENT_H

#include "core/input_event.h"
#include "draw/viewport.h"

/* The event with its place and motion in view points, of touches as fractions of the view. */
InputEvent view_event(const Viewport *viewport, const InputEvent *event);

/* True when a finger moved or came down; then `pointing` is the same as motion of a mouse: in menus
 * a finger points. */
bool view_event_points(const InputEvent *seen, InputEvent *pointing);

#endif
