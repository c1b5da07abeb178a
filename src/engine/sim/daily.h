/* The level of a day, "daily-2026-11-27" (UTC): CwGame.daily makes it from the date. It is checked
 * here, within a bound of ticks and without a clock, so that each machine takes the same attempt:
 * the bot finishes it, and no action that is held all the way does. A short search may beat the
 * bot: the better time is for the medals.
 *
 * It is made once and kept in the player's folder, as DAILY/NAME-RULES.tmj. A recording carries it,
 * so another machine needs neither. */
#pragma once

#include "map/map_text.h"
#include "sim/levels.h"

#include <stdatomic.h>

/* Its name today. */
void daily_today(char name[LEVEL_NAME_BYTES]);

/* The day of such a name, with its title; false for other names. */
bool daily_parse(const char *name, CwDaily *day);

/* Writes where its file is or would be; whether it is there. */
bool daily_is_made(const Levels *levels, const char *name, char path[PATH_BYTES_MAX]);

/* Makes its file if it is not there: that takes seconds. Any thread may call it, and another one
 * may set `stops` (NULL: none does), which is read each tick: no file is written then. */
bool daily_make(const Levels *levels, const char *name, const atomic_bool *stops, CwError *error);

/* Its file, which is made now if it is not there. */
bool daily_find(const Levels *levels, const char *name, char path[PATH_BYTES_MAX], CwError *error);

/* Whether a text is the level of that day, which is made again if there is no file. */
bool daily_has_text(const Levels *levels, const char *name, MapText text);
