#include "window_host.h"

#include "test.h"
#include "xvfb.h"

static const int64_t SECOND_NS = 1000000000;

WindowHost window_host;

static void keep_event(void *context, const InputEvent *event)
{
    WindowHost *self = context;
    size_t length = strlen(self->typed);
    if (event->type == INPUT_TEXT) {
        snprintf(self->typed + length, sizeof self->typed - length, "%s", event->text);
    }
    if (self->event_count < WINDOW_HOST_EVENTS_MAX) {
        self->events[self->event_count++] = *event;
    }
}

static bool is_focused(HostStatus status)
{
    return status.focused;
}

void window_host_set_up(void)
{
    window_host = (WindowHost){.desc = host_sdl_desc_default()};
    window_host.desc.title = "host test";
    window_host.desc.renderer = "software";
    window_host.desc.width = 640;
    window_host.desc.height = 360;
}

void window_host_tear_down(void)
{
    if (window_host.host.close != NULL) {
        window_host.host.close(window_host.host.self);
    }
}

void window_host_open(void)
{
    CwError error = {0};
    ck_assert_msg(host_sdl_open(&window_host.host, &window_host.desc, &error), "%s", error.text);
}

void window_host_open_focused(void)
{
    window_host_open();
    ck_assert(xvfb_xdotool("search --sync --name 'host test' windowfocus"));
    ck_assert(window_host_becomes(is_focused));
    window_host.event_count = 0;
}

void window_host_frame(void)
{
    Host *host = &window_host.host;
    host->begin_frame(host->self, keep_event, &window_host);
    SDL_RenderClear(host_sdl_renderer(host));
    host->present(host->self);
    host->wait_until_ns(host->self, host->now_ns(host->self) + SECOND_NS / 200, HOST_WAIT_EXACT);
}

HostStatus window_host_status(void)
{
    return window_host.host.status(window_host.host.self);
}

bool window_host_becomes(bool (*condition)(HostStatus status))
{
    Host *host = &window_host.host;
    int64_t end_ns = host->now_ns(host->self) + WINDOW_PATIENCE_NS;
    do {
        window_host_frame();
    } while (!condition(window_host_status()) && host->now_ns(host->self) < end_ns);
    return condition(window_host_status());
}
