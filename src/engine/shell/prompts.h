/* The state behind clockwork/prompt.h: bindings and the device in use. All of it stays the loop's.
 */
#ifndef SHELL_PROMPTS_H
#define SHELL_PROMPTS_H

#include "clockwork/game.h"
#include "clockwork/prompt.h"
#include "input/device_use.h"
#include "input/players.h"

typedef struct CwPrompts {
    const CwGame *game;
    const Players *players;
    const InputMap *ui; /* of the UI actions */
    Device device;
} CwPrompts;

#endif
