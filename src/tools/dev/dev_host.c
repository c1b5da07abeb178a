#include "dev/dev_host.h"

#include <SDL_scancode.h>
#include <string.h>

static void take_event(void *context, const InputEvent *event)
{
    DevHost *host = context;
    bool flips = event->type == INPUT_KEY && event->code == SDL_SCANCODE_F10;
    bool stops = event->type == INPUT_KEY && event->code == SDL_SCANCODE_F12;
    if (!flips && !stops) {
        host->sink(host->sink_context, event);
    } else if (event->value == 1 && !event->repeat) {
        host->flip_asked = host->flip_asked || flips;
        host->stop_asked = host->stop_asked || stops;
    }
}

static int64_t begin_frame(void *self, HostSink *sink, void *context)
{
    DevHost *host = self;
    host->sink = sink;
    host->sink_context = context;
    return host->real.begin_frame(host->real.self, sink == NULL ? NULL : take_event, host);
}

/* All else is the real host's: what it is called with is made to. */
static HostStatus status(void *self)
{
    DevHost *host = self;
    return host->real.status(host->real.self);
}

static void set_viewport(void *self, const ViewportPlace *viewport)
{
    DevHost *host = self;
    host->real.set_viewport(host->real.self, viewport);
}

static int64_t now_ns(void *self)
{
    DevHost *host = self;
    return host->real.now_ns(host->real.self);
}

static void wait_until_ns(void *self, int64_t deadline_ns)
{
    DevHost *host = self;
    host->real.wait_until_ns(host->real.self, deadline_ns);
}

static void rest_until_ns(void *self, int64_t deadline_ns)
{
    DevHost *host = self;
    host->real.rest_until_ns(host->real.self, deadline_ns);
}

static void present(void *self)
{
    DevHost *host = self;
    host->real.present(host->real.self);
}

static void set_fullscreen(void *self, bool fullscreen)
{
    DevHost *host = self;
    host->real.set_fullscreen(host->real.self, fullscreen);
}

static void show_cursor(void *self, bool shown)
{
    DevHost *host = self;
    host->real.show_cursor(host->real.self, shown);
}

static void set_vsync(void *self, bool vsync)
{
    DevHost *host = self;
    host->real.set_vsync(host->real.self, vsync);
}

static void rumble(void *self, const HostRumble *how)
{
    DevHost *host = self;
    host->real.rumble(host->real.self, how);
}

/* In the sound card's thread. */
static void pull(void *context, int16_t *samples, int frames, int64_t at_ns)
{
    DevHost *host = context;
    pthread_mutex_lock(&host->sound_lock);
    if (host->sound.pull != NULL) {
        host->sound.pull(host->sound.context, samples, frames, at_ns);
    } else {
        memset(samples, 0, (size_t)frames * 2 * sizeof *samples);
    }
    pthread_mutex_unlock(&host->sound_lock);
}

static void restart_sound(void *context)
{
    DevHost *host = context;
    pthread_mutex_lock(&host->sound_lock);
    if (host->sound.restart != NULL) {
        host->sound.restart(host->sound.context);
    }
    pthread_mutex_unlock(&host->sound_lock);
}

/* Closing a card takes longer than all the rest of a change: it stays open, and is silent between
 * two loops. */
static void set_sound(void *self, const HostSound *sound)
{
    DevHost *host = self;
    bool opens = sound != NULL && sound->buffer_frames != host->card_frames;
    pthread_mutex_lock(&host->sound_lock);
    host->sound = sound == NULL ? (HostSound){0} : *sound;
    if (sound != NULL && !opens) {
        sound->restart(sound->context);
    }
    pthread_mutex_unlock(&host->sound_lock);
    if (opens) {
        HostSound ours = {.pull = pull,
                          .restart = restart_sound,
                          .context = host,
                          .buffer_frames = sound->buffer_frames};
        host->card_frames = sound->buffer_frames;
        host->real.set_sound(host->real.self, &ours);
    }
}

static void ask_for_text(void *self, const HostTextPlace *place)
{
    DevHost *host = self;
    host->real.ask_for_text(host->real.self, place);
}

static void copy(void *self, const char *text)
{
    DevHost *host = self;
    host->real.copy(host->real.self, text);
}

static void paste(void *self, char *text, size_t size)
{
    DevHost *host = self;
    host->real.paste(host->real.self, text, size);
}

static void close_host(void *self)
{
    DevHost *host = self;
    host->real.close(host->real.self);
}

void dev_host_wrap(DevHost *host, const Host *real)
{
    *host = (DevHost){.real = *real,
                      .front = {.self = host,
                                .begin_frame = begin_frame,
                                .status = status,
                                .set_viewport = set_viewport,
                                .now_ns = now_ns,
                                .wait_until_ns = wait_until_ns,
                                .rest_until_ns = rest_until_ns,
                                .present = present,
                                .set_fullscreen = set_fullscreen,
                                .show_cursor = show_cursor,
                                .set_vsync = set_vsync,
                                .rumble = rumble,
                                .set_sound = set_sound,
                                .ask_for_text = ask_for_text,
                                .copy = copy,
                                .paste = paste,
                                .close = close_host}};
    pthread_mutex_init(&host->sound_lock, NULL);
}
