/* Whom the player races: game.ghost. */
#ifndef APP_GHOST_CHOICE_H
#define APP_GHOST_CHOICE_H

typedef enum GhostChoice { GHOST_BEST, GHOST_MEDAL, GHOST_OFF } GhostChoice;

#endif
