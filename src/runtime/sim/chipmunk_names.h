/* Renames for Chipmunk's sources: the compiler includes this file before each
 * (scripts/exact.mk).
 *
 * Chipmunk allocates from the stepped world's arena, sorts stably, fails by arena_abort, and prints
 * no greeting on stdout, where results go. Not for any other file. */
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
