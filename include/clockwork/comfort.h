/* Comfort: what a player who wants a calmer, larger or clearer picture asked for, in the settings
 * or in config.ini's section [comfort].
 *
 * The engine does it in what it draws itself, menus, messages and subtitles, and scales
 * CwCamera.shake_m. A game asks CwFrame.comfort where it draws:
 *
 *     double size = 14 * frame->comfort.text_scale;
 *     CwColour ready = frame->comfort.colour_safe ? BLUE : GREEN;
 *     if (!frame->comfort.reduced_motion) {
 *         flash(frame);
 *     }
 *
 * No tick sees it: comfort changes no result. Changes hold from the next frame on. */
#pragma once

#include <stdbool.h>

/* The settings of [comfort]. */
typedef struct CwComfort {
    double text_scale;   /* comfort.text_size: of text, and of panels around it, 1 to 1.5 */
    double shake;        /* 0 to 1 of full, in CwCamera.shake_m already; 0 with reduced motion */
    bool reduced_motion; /* leave out flashes, wobbling, zooming, sliding */
    bool high_contrast;  /* text and what matters in white on black, without a see-through ground */
    bool colour_safe;    /* colours that tell something are blue and orange rather than green and
                            red, and differ in brightness or shape, too */
} CwComfort;
