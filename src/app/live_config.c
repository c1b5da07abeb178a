#include "app/live_config.h"

#include "base/report.h"

#include <stddef.h>
#include <string.h>

/* A poll of the files, for what it finds. */
typedef struct Poll {
    LiveConfig *live;
    Notices *notices;
    Config *before; /* as it was: set with the first change, it is large */
    bool changed;
} Poll;

/* Past the folders of a watched file, which a line on screen has no room for. */
static const char *without_folder(const ConfigLayers *layers, const char *text)
{
    for (int i = 0; i < layers->file_count; i++) {
        const char *path = layers->files[i], *slash = strrchr(path, '/');
        if (slash != NULL && strncmp(text, path, strlen(path)) == 0) {
            return text + (slash + 1 - path);
        }
    }
    return text;
}

static void on_refused(void *context, const char *text)
{
    const Poll *poll = context;
    notices_add(poll->notices, "%s", without_folder(poll->live->watch->desc.layers, text));
    report("%s", text);
}

static const char *when_it_applies(const LiveConfig *live, const ConfigKey *key)
{
    if ((key->flags & KEY_AT_PROGRAM_START) != 0) {
        return "applies when the program starts again";
    }
    bool of_its_own =
        (key->flags & KEY_SIMULATION) != 0 || key->offset == offsetof(Config, time_scale);
    if (live->run->replay != NULL && of_its_own) {
        return "a replay keeps its own";
    }
    bool shared = live->run->shared && (key->flags & KEY_SIMULATION) != 0;
    return shared || (key->flags & KEY_AT_LEVEL_START) != 0 ? "applies on restart" : "applies now";
}

static void on_changed(void *context, const ConfigKey *key, const void *before, const void *after)
{
    Poll *poll = context;
    LiveConfig *live = poll->live;
    if (!poll->changed) {
        *poll->before = live->config;
        poll->changed = true;
    }
    if ((key->flags & KEY_AT_PROGRAM_START) == 0) {
        config_value_copy(key, &live->config, after);
    }
    char old_text[CONFIG_VALUE_MAX], new_text[CONFIG_VALUE_MAX];
    config_value_text(key, before, old_text);
    config_value_text(key, after, new_text);
    char text[64 + 2 * CONFIG_VALUE_MAX + 64];
    snprintf(text, sizeof text, "%s.%s: %s -> %s (%s)", key->section, key->name,
             old_text[0] == '\0' ? "none" : old_text, new_text[0] == '\0' ? "none" : new_text,
             when_it_applies(live, key));
    notices_add(poll->notices, "%s", text);
    report("%s", text);
}

bool live_config_update(LiveConfig *live, int64_t now_ns, Notices *notices, Config *before)
{
    if (live->watch == NULL) {
        return false;
    }
    Poll poll = {live, notices, before, false};
    const ConfigWatchSink sink = {on_changed, on_refused, &poll};
    bool read = config_watch_poll(live->watch, now_ns, &sink);
    if (read && !poll.changed) {
        *before = live->config;
    }
    return read;
}
