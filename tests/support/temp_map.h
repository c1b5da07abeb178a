/* The one map that a file of tests looks at: in its folder. */
#pragma once

#include "clockwork/map.h"
#include "support/expect.h"
#include "support/temp_folder.h"

static CwMap *map;

static inline CwMap *load_map(const char *name)
{
    cw_map_free(map);
    error = (CwError){0};
    return map = cw_map_load(temp_path(name), &error);
}

static inline void tear_down_map(void)
{
    cw_map_free(map);
}

/* What was said since temp_listen, as far. */
static inline const char *said(void)
{
    fflush(stderr);
    return temp_read("said");
}
