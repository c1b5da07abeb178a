/* A game that does anything the headers allow, from any place. The inputs of its ticks carry its
 * acts (three values each: what, where and how), so a tick stays a function of (world, input). A
 * model (game_model.h) in its state checks each tick. Used by fuzz_game. */
#pragma once

#include "clockwork/clockwork.h"

enum { RANDOM_GAME_PLAYERS = 2 };

extern const CwGame random_game;

/* After a tick: checks what a picture would ask for, and returns the acts of that tick. */
uint32_t random_game_check(const CwWorld *world);
