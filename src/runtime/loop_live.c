/* The configuration while the game runs: what was saved applies at once, and a line on screen says
 * so of every key that changed or was refused. */
#include "runtime/loop_parts.h"

#include "core/report.h"
#include "sim/world_setting.h"

#include <string.h>

/* Where the line is read: on the picture and at the terminal. */
static void say(Loop *loop, const char *text)
{
    notices_add(&loop->watch.notices, "%s", text);
    report("%s", text);
}

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
    Loop *loop = context;
    const char *on_screen = without_folder(&loop->desc.config_watch->layers, text);
    notices_add(&loop->watch.notices, "%s", on_screen);
    report("%s", text);
}

static const char *when_it_applies(const Loop *loop, const ConfigKey *key)
{
    if ((key->flags & KEY_AT_PROGRAM_START) != 0) {
        return "applies when the program starts again";
    }
    if (loop->desc.replay != NULL && (key->flags & (KEY_SIMULATION | KEY_AT_LEVEL_START)) != 0) {
        return "a replay keeps its own";
    }
    return (key->flags & KEY_AT_LEVEL_START) != 0 ? "applies on restart" : "applies now";
}

static void on_changed(void *context, int index, const Config *before, const Config *after)
{
    Loop *loop = context;
    ConfigKey key = config_key(&loop->config, index);
    if ((key.flags & KEY_AT_PROGRAM_START) == 0) {
        config_value_copy(&loop->config, after, index);
    }
    char old_text[CONFIG_VALUE_MAX], new_text[CONFIG_VALUE_MAX];
    config_value_text(before, index, old_text);
    config_value_text(after, index, new_text);
    char text[64 + 2 * CONFIG_VALUE_MAX + 64];
    snprintf(text, sizeof text, "%s.%s: %s -> %s (%s)", key.section, key.name,
             old_text[0] == '\0' ? "none" : old_text, new_text[0] == '\0' ? "none" : new_text,
             when_it_applies(loop, &key));
    say(loop, text);
}

static bool input_differs(const Config *a, const Config *b)
{
    return a->dead_zone != b->dead_zone || a->trigger_dead_zone != b->trigger_dead_zone ||
           memcmp(a->game_bindings, b->game_bindings, sizeof a->game_bindings) != 0 ||
           memcmp(a->ui_bindings, b->ui_bindings, sizeof a->ui_bindings) != 0;
}

static void rebind(Loop *loop)
{
    InputMap play = loop_play_map(loop), ui = loop_ui_map(loop);
    collector_rebind(&loop->play_input, &play);
    collector_rebind(&loop->ui_input, &ui);
}

/* What is not read anew in each frame anyway. */
static void take_effect(Loop *loop, const Config *before)
{
    const Config *now = &loop->config;
    Host *host = loop->host;
    loop_set_speed(loop);
    step_clock_set_target_fps(&loop->clock, now->target_fps);
    if (now->draw_shapes != before->draw_shapes) {
        loop->draw_shapes = now->draw_shapes;
    }
    if (input_differs(now, before)) {
        rebind(loop);
    }
    if (now->fullscreen != before->fullscreen) {
        host->set_fullscreen(host->self, now->fullscreen);
    }
    if (now->vsync != before->vsync) {
        host->set_vsync(host->self, now->vsync);
    }
    HostStatus status = host->status(host->self);
    if (now->vsync != before->vsync) {
        loop_restart_pace(loop, &status);
    }
    if (now->scaling != before->scaling) {
        loop_fit_picture(loop, &status);
    }
}

void loop_live_open(Loop *loop)
{
    if (loop->desc.config_watch != NULL) {
        loop->config = *loop->desc.config;
        loop->desc.config = &loop->config;
    }
}

void loop_live_follow(Loop *loop)
{
    ConfigWatch *watch = loop->desc.config_watch;
    if (watch == NULL) {
        return;
    }
    const ConfigWatchSink sink = {on_changed, on_refused, loop};
    int64_t now_ns = loop->host->now_ns(loop->host->self);
    if (now_ns < watch->next_poll_ns) {
        return;
    }
    Config before = loop->config;
    if (config_watch_poll(watch, now_ns, &sink)) {
        take_effect(loop, &before);
    }
}

static bool is_live(const Loop *loop)
{
    return loop->desc.config_watch != NULL && loop->desc.replay == NULL;
}

void loop_live_tick(const Loop *loop, InputFrame *input)
{
    if (is_live(loop)) {
        input->command = setting_due(loop->session.world, &loop->desc.config->sim);
    }
}

void loop_live_restart(Loop *loop)
{
    if (is_live(loop)) {
        SessionDesc wanted = session_desc(loop->desc.game, loop->desc.config);
        loop->session.desc.settings = wanted.settings;
        loop->session.desc.arena_bytes = wanted.arena_bytes;
    }
}
