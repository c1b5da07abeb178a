#include "script.h"

#include "test.h"

static void send(const HeadlessFrame *frame, InputEvent event, int64_t time_ns)
{
    event.time_ns = time_ns != 0 ? time_ns : frame->now_ns;
    if (frame->sink != NULL) {
        frame->sink(frame->context, &event);
    }
}

static void perform(const HeadlessFrame *frame, const HeadlessStep *step)
{
    HostStatus *status = frame->status;
    switch (step->action) {
    case HEADLESS_INPUT:
        send(frame, step->event, step->time_ns);
        break;
    case HEADLESS_FOCUS:
        if (status->is_focused != step->on) {
            send(frame, (InputEvent){.type = step->on ? INPUT_FOCUS_GAINED : INPUT_FOCUS_LOST}, 0);
        }
        status->is_focused = step->on;
        break;
    case HEADLESS_MINIMISE:
        status->is_minimised = step->on;
        break;
    case HEADLESS_RESIZE:
        status->width_px = step->width_px;
        status->height_px = step->height_px;
        status->was_resized = true;
        break;
    case HEADLESS_REFRESH:
        status->refresh_hz = step->refresh_hz;
        status->has_new_display = true;
        break;
    case HEADLESS_STALL:
        *frame->stall_ns += step->delay_ns;
        break;
    case HEADLESS_WORK:
        *frame->work_ns = step->delay_ns;
        break;
    case HEADLESS_EXPOSE:
        status->is_exposed = true;
        break;
    case HEADLESS_TEXTURES_LOST:
        status->has_lost_textures = true;
        break;
    case HEADLESS_QUIT:
        status->must_quit = true;
        break;
    }
}

static void perform_due(void *context, const HeadlessFrame *frame)
{
    Script *script = context;
    for (; script->next < script->count; script->next++) {
        const HeadlessStep *step = &script->steps[script->next];
        if (step->frame > frame->number || step->time_ns > frame->now_ns) {
            return;
        }
        perform(frame, step);
    }
}

void script_add(Script *script, HeadlessStep step)
{
    ck_assert_uint_lt(script->count, CW_ARRAY_LENGTH(script->steps));
    script->steps[script->count++] = step;
}

void script_attach(Script *script, HostHeadlessDesc *desc)
{
    script->next = 0;
    desc->script = perform_due;
    desc->script_context = script;
}
