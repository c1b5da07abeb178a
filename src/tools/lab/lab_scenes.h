/* The scenes of the lab: small worlds in which errors of the physics are easy to see.
 *
 * Each is a CwGame of its own, so that a session runs it like any other; the last is the game that
 * the program plays, driven by its bot. Scenes fill the view around the origin, and no body falls
 * asleep. Knows neither loops nor frame times. */
#ifndef LAB_LAB_SCENES_H
#define LAB_LAB_SCENES_H

#include "clockwork/game.h"

typedef struct LabScene {
    const char *name;   /* one word, for the command line */
    const char *title;  /* for people; that of its map overrides it */
    const char *about;  /* one line: what should happen */
    const CwGame *game; /* NULL: the game of the program */
    cpBB home_m;        /* a body that leaves it has tunnelled; unused without a map */
    bool has_energy;    /* its energy should not change */
    double rest_m;      /* height at which potential energy counts as 0 */
} LabScene;

enum { LAB_SCENE_COUNT = 5 };

extern const LabScene lab_scenes[LAB_SCENE_COUNT];

/* NULL when no scene has that name. */
const LabScene *lab_scene_find(const char *name);

#endif
