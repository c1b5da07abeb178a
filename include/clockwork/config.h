/* A game's own settings: keys in config.ini beside the engine's. The const table CwGame.menu.keys
 * names them. docs/settings.md has an example.
 *
 * Files, --set, the command `config` and live reload work as for the engine's keys. Mistakes in the
 * table are reported at start. Ticks can't read these settings, so no result depends on them. */
#pragma once

#include "clockwork/base.h"
CW_C_BEGIN

enum { CW_CONFIG_KEY_MAX = 64 }; /* keys a game may name */

/* The type of a setting. */
typedef enum CwConfigKind {
    CW_CONFIG_WHOLE,
    CW_CONFIG_REAL,
    CW_CONFIG_SWITCH, /* on or off */
    CW_CONFIG_CHOICE, /* one of several words */
    CW_CONFIG_TEXT    /* at most 160 bytes */
} CwConfigKind;

/* A row of CwGame.menu.keys: one setting of the game. */
typedef struct CwConfigKey {
    const char *section, *name; /* characters a-z, 0-9 and _; the engine's sections can't be used */
    CwConfigKind kind;
    const char *standard;      /* the default as in config.ini, for example "0.5" or "on" */
    double low, high;          /* range of a number, inclusive */
    const char *unit;          /* unit of a number, such as "px" */
    const char *choices;       /* words of a choice; "dawn|day|night" have the values 0, 1 and 2 */
    bool at_level_start;       /* a change applies at the next start of a level, not at once */
    const char *documentation; /* what the key does, and what a higher value does */
} CwConfigKey;

typedef struct CwFrame CwFrame; /* system.h */

/* The value of a key, by its index in CwGame.menu.keys. Asserts if the key is of another kind. In
 * frames without settings, as in `clockwork lab`, the value is 0, off, the first choice or "". */
int cw_config_whole(const CwFrame *frame, int key);
double cw_config_real(const CwFrame *frame, int key);
bool cw_config_switch(const CwFrame *frame, int key);
int cw_config_choice(const CwFrame *frame, int key);
const char *cw_config_text(const CwFrame *frame, int key); /* valid until the frame ends */
CW_C_END
