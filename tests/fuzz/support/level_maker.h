/* Bytes to Tiled maps: mostly playable ones, with shelves, saws, nested groups, huge counts, huge
 * numbers and values of the wrong type among them. fuzz_level uses it; knows no game but the names
 * of Windup's classes. */
#pragma once

#include "fuzz/support/input.h"

#include <stdio.h>

void level_make(FuzzInput *input, FILE *out);
