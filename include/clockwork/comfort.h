/* Comfort: the player's accessibility settings for a calmer, larger or clearer picture, section
 * [comfort] of config.ini. The engine applies them to its own menus, messages and subtitles, and
 * scales CwCamera.shake_m. A game reads CwFrame.comfort where it draws:
 *
 *     double size = 14 * frame->comfort.text_scale;
 *     CwColour ready = frame->comfort.colour_safe ? BLUE : GREEN;
 *
 * Ticks can't read the settings, so they change no result. Changes apply from the next frame on. */
#pragma once

#include <stdbool.h>

/* The settings of [comfort]. */
typedef struct CwComfort {
    double text_scale; /* comfort.text_size: factor for text and the panels around it, 1 to 1.5 */
    double shake; /* factor, 0 to 1, already applied to CwCamera.shake_m; 0 with reduced motion */
    bool reduced_motion; /* leave out flashes, wobbling, zooming, sliding */
    bool high_contrast;  /* draw text and important things in white on opaque black */
    bool colour_safe;    /* use blue and orange, not green and red; use brightness or shape, too */
} CwComfort;
