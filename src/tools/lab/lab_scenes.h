/* What the lab shows: small worlds where it is plain to see when something goes wrong.
 *
 * Each is a CwGame of its own, so that a session runs it like any other; the last is the game that
 * the program plays, driven by its bot. They fill the view around the origin and have nothing that
 * falls asleep: what rests must be seen to rest. Knows neither loops nor frame times. */
#ifndef LAB_LAB_SCENES_H
#define LAB_LAB_SCENES_H

#include "clockwork/game.h"

typedef struct LabScene {
    const char *name;   /* one word, for the command line */
    const char *title;  /* for people; the title of its map counts more */
    const char *about;  /* one line: what should happen */
    const CwGame *game; /* NULL: the game of the program */
    cpBB home_m;        /* a body that leaves it has tunnelled; not in a game without maps */
    bool has_energy;    /* nothing drives it: its energy should not change */
    double rest_m;      /* height at which potential energy counts as 0 */
} LabScene;

enum { LAB_SCENE_COUNT = 5 };

extern const LabScene lab_scenes[LAB_SCENE_COUNT];

/* NULL when there is none of that name. */
const LabScene *lab_scene_find(const char *name);

/* CW_PHASE_RENDER of the lab's own scenes: bodies, walls and rods, filled. */
void lab_scene_draw(const CwWorld *world, CwFrame *frame);

#endif
