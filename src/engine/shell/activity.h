/* The player's activity in a run. Time, input and the page on the screen follow from it. */
#ifndef SHELL_ACTIVITY_H
#define SHELL_ACTIVITY_H

typedef enum Activity {
    ACTIVITY_TITLE, /* a run plays behind the title */
    ACTIVITY_PLAYING,
    ACTIVITY_PAUSED,
    ACTIVITY_FINISHED,
    ACTIVITY_WATCHING /* a replay */
} Activity;

#endif
