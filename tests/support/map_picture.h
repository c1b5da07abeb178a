/* A map as it is drawn, a pixel of the picture for a pixel of the map, in memory: for comparing
 * with other pictures of it. */
#pragma once

#include "clockwork/map_world.h"

#include <SDL.h>

/* All of the map but the layer of name `hidden` (NULL: none), over black, ARGB8888, width x height
 * pixels from its top left; the caller frees the surface. */
SDL_Surface *map_picture(const CwMap *map, int width_px, int height_px, const char *hidden);
