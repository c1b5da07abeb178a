/* The draw list of a file of tests; its memory goes with the process of the test. */
#pragma once

#include "draw/draw_list.h"
#include "support/test.h"

static CwDrawList list;

/* 36 points a metre, no sprites. */
static inline void begin_list(void)
{
    draw_list_begin(&list, &(CwCamera){.height_m = 10}, &(SpriteTable){0});
}

static inline void free_list(void)
{
    draw_list_free(&list);
}
