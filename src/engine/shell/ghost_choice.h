/* Whom the player races: game.ghost. */
#ifndef SHELL_GHOST_CHOICE_H
#define SHELL_GHOST_CHOICE_H

typedef enum GhostChoice { GHOST_BEST, GHOST_MEDAL, GHOST_OFF } GhostChoice;

#endif
