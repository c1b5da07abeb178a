/* Writes the texts of crash reports. Safe in the handler of a signal. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { CRASH_HEX_BYTES = 19 };

void crash_write_hex(char text[CRASH_HEX_BYTES], uintptr_t number);
void crash_say(int file, const char *words);

/* Whether a program or library is a game, and none of the system's. */
bool crash_is_game(const char *path);
