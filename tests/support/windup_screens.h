/* Every screen of Windup through the real loop on the headless host, with rows and figures as they
 * are after some play: for tests that look at all of them.
 *
 * A screen is opened anew in a window of a size; it stays open until the next one. The levels and
 * recordings are those of the repository, read from the working directory. */
#pragma once

#include "support/toy_run.h"

enum { WINDUP_SCREEN_HUD = SCREEN_PAGE_COUNT, WINDUP_SCREEN_COUNT };

extern const char *const windup_screen_names[WINDUP_SCREEN_COUNT];

typedef struct WindupWindow {
    int width_px, height_px;
    double text_size;
    Device device;
    bool safe;              /* the safe palette and high contrast */
    const char *player_dir; /* for the pictures of levels; NULL: none */
    Renderer *renderer;     /* NULL: nobody looks */
} WindupWindow;

/* Opens the game in such a window. */
void windup_screens_open(const WindupWindow *window);

/* Shows a ScreenPage or the HUD of a run, and runs a few frames. */
void windup_screens_show(int screen);
