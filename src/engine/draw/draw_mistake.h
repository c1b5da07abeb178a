/* Mistakes of a game as it draws. Each is reported once a list, because it would come with every
 * frame; drawing continues as the message says. */
#ifndef DRAW_DRAW_MISTAKE_H
#define DRAW_DRAW_MISTAKE_H

#include "draw/draw_list.h"

typedef enum DrawMistake {
    MISTAKE_TOO_DEEP,
    MISTAKE_NO_END,
    MISTAKE_CAMERA,
    MISTAKE_NO_BEGIN,
    MISTAKE_CLIP_LEFT_OPEN,
    MISTAKE_LAYER_CAMERA,
    MISTAKE_CORNERS,
    MISTAKE_PAINT,
    MISTAKE_NO_STOPS,
    MISTAKE_MANY_STOPS,
    MISTAKE_SAME_PLACE,
    MISTAKE_WIDTH,
    MISTAKE_PHASE,
    MISTAKE_COUNT /* at most the bits of CwDrawList.mistakes */
} DrawMistake;

void draw_mistake(CwDrawList *list, DrawMistake mistake);

#endif
