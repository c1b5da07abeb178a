/* Names that Chipmunk's sources see differently; the compiler is told to include it before each of
 * them (Makefile).
 *
 * Chipmunk allocates from the arena of the world that is stepped, sorts with a stable sort, and
 * reports a failed assertion by arena_abort. Its greeting on stdout goes away, because results are
 * printed there. Not for any other file. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/arena.h"

#define calloc arena_calloc
#define realloc arena_realloc
#define free arena_free
#define qsort arena_qsort
#define abort arena_abort
#define printf(...) ((void)0)
