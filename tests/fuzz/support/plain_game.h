/* A plain game for any map: its tiles are ground, polygons and polylines are static, rectangles and
 * ellipses fall, and a box at the origin is pushed by the actions. For harnesses of whole levels.
 * It is careful with numbers, so that what breaks is the engine. */
#pragma once

#include "clockwork/clockwork.h"

extern const CwGame plain_game;
