/* Signs: a wooden board in a brass frame, on posts, with a few lines of text, which names keys and
 * buttons of the device in hand. */
#ifndef THINGS_SIGN_H
#define THINGS_SIGN_H

#include "things/thing.h"

typedef struct Sign {
    const CwMapObject *object;
    const char *text; /* the map's: "{hop|Space}" stands for what is pressed for it */
    double post_m;
} Sign;

THING(sign, Sign);

#endif
