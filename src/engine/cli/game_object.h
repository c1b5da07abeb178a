/* Games in shared objects (CW_GAME_EXPORT): loading one into this program, which brings the engine.
 *
 * A game must not bring an engine of its own: there would be two, with one address for the worlds
 * of both. It finds this program's names because the Makefile exports the public ones; a program of
 * a game maker's does not, so only `clockwork` itself loads games. */
#ifndef CLI_GAME_OBJECT_H
#define CLI_GAME_OBJECT_H

#include "clockwork/game.h"

/* NULL, with the file and the remedy, for one that can't be played here: a file that is no shared
 * object for this machine, or not all of one (a linker may be writing it), or that wants what
 * nobody has, and a game of another version of the engine, with an engine of its own, compiled
 * inexactly or with a mistake in its table. What is loaded stays, because pointers into it may
 * exist. */
const CwGame *game_object_load(const char *path, CwError *error);

#endif
