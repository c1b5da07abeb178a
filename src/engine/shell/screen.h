/* What the player is doing with a run: who gets time and input depends on it. */
#ifndef SHELL_SCREEN_H
#define SHELL_SCREEN_H

typedef enum Screen {
    SCREEN_TITLE, /* a run plays behind the title */
    SCREEN_PLAYING,
    SCREEN_PAUSED,
    SCREEN_FINISHED,
    SCREEN_WATCHING /* a replay */
} Screen;

#endif
