/* Renames functions in Chipmunk's sources, before which the compiler includes this file
 * (scripts/exact.mk). No other file may include it.
 *
 * So Chipmunk allocates from the stepped world's arena, sorts stably, fails with arena_abort, and
 * doesn't print its greeting on stdout, which is for results. */
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
