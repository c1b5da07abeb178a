/* The configuration while the game runs: what was saved applies at once, and a line on screen says
 * so of every key that changed or was refused.
 *
 * The loop asks it once a frame; the loop decides what follows from a change. */
#ifndef APP_LIVE_CONFIG_H
#define APP_LIVE_CONFIG_H

#include "app/playback.h"
#include "config/config_watch.h"
#include "ui/notices.h"

typedef struct LiveConfig {
    Config config;      /* in force, as far as it applies live */
    ConfigWatch *watch; /* NULL: changes of files are ignored; stays the caller's */
    /* The run: a replay keeps its own simulation settings and its speed, those of one that is
     * shared hold from its start on. */
    const PlaybackDesc *run;
} LiveConfig;

/* Looks whether a file was saved, now and then, and takes it over. True when a file was read:
 * then `before` is what was in force. */
bool live_config_update(LiveConfig *live, int64_t now_ns, Notices *notices, Config *before);

#endif
