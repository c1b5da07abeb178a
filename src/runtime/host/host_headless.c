#include "host/host_headless.h"

#include "platform/clock.h"
#include "platform/process.h"

#include <math.h>
#include <stdlib.h>

typedef struct HostHeadless {
    HostHeadlessDesc desc;
    HostStatus status;
    int64_t now_ns;
    int64_t stalled_ns; /* sum of the stalls so far: shifts even time */
    int64_t stall_ns;   /* extra duration of this frame */
    int64_t work_ns;    /* duration of each frame */
    uint64_t next_frame;
} HostHeadless;

/* Keeps whole seconds apart, so that no product overflows. */
static int64_t even_time_ns(const HostHeadless *self, uint64_t frame)
{
    uint64_t rate = self->desc.frame_rate;
    int64_t whole_ns = (int64_t)(frame / rate) * NS_PER_S;
    int64_t remainder_ns = (int64_t)(frame % rate * (uint64_t)NS_PER_S / rate);
    return self->desc.start_ns + whole_ns + remainder_ns + self->stalled_ns;
}

/* Moves the clock to the start of the frame; false when there is no such frame. */
static bool advance_clock(HostHeadless *self, uint64_t frame)
{
    switch (self->desc.time) {
    case HEADLESS_EVEN:
        self->now_ns = even_time_ns(self, frame);
        return true;
    case HEADLESS_FRAME_TIMES:
        if (frame >= self->desc.frame_times->count) {
            return false;
        }
        const FrameTime *row = &self->desc.frame_times->rows[frame];
        self->now_ns = row->clock_ns;
        self->status.has_new_display = row->reported_hz != self->status.refresh_hz;
        self->status.refresh_hz = row->reported_hz;
        return true;
    case HEADLESS_REAL:
        self->now_ns = clock_now_ns();
        return true;
    case HEADLESS_PACED:
        return true;
    }
    return true;
}

static int64_t begin_frame(void *opaque, HostSink *sink, void *context)
{
    HostHeadless *self = opaque;
    HostStatus *status = &self->status;
    status->was_resized = status->has_new_display = false;
    status->is_exposed = status->has_lost_textures = false;
    status->must_quit = status->must_quit || (self->desc.ends_on_signals && quit_wished());
    if (status->must_quit || !advance_clock(self, self->next_frame)) {
        status->must_quit = true;
        return self->now_ns;
    }
    if (self->desc.script != NULL) {
        HeadlessFrame frame = {.number = self->next_frame,
                               .now_ns = self->now_ns,
                               .status = status,
                               .work_ns = &self->work_ns,
                               .stall_ns = &self->stall_ns,
                               .sink = sink,
                               .context = context};
        self->desc.script(self->desc.script_context, &frame);
    }
    self->next_frame++;
    return self->now_ns;
}

static HostStatus status_now(void *opaque)
{
    HostHeadless *self = opaque;
    return self->status;
}

static int64_t now_ns(void *opaque)
{
    HostHeadless *self = opaque;
    return self->desc.time == HEADLESS_REAL ? clock_now_ns() : self->now_ns;
}

/* Nobody sees the picture, so a millisecond does not matter: waiting never spins. */
static void wait_until_ns(void *opaque, int64_t deadline_ns, HostWait wait)
{
    (void)wait;
    HostHeadless *self = opaque;
    if (self->desc.time == HEADLESS_REAL && !self->desc.never_waits) {
        clock_sleep_until_ns(deadline_ns);
    } else if (self->desc.time == HEADLESS_PACED && deadline_ns > self->now_ns) {
        self->now_ns = deadline_ns;
    }
}

/* Refresh number `index` on a grid that begins at start_ns. */
static int64_t refresh_ns(const HostHeadless *self, double index)
{
    return self->desc.start_ns + (int64_t)(index * (1e9 / self->status.refresh_hz));
}

/* The first refresh after now. Times are rounded down, so now may be a refresh already taken. */
static int64_t next_refresh_ns(const HostHeadless *self)
{
    double since_ns = (double)(self->now_ns - self->desc.start_ns);
    double index = floor(since_ns * self->status.refresh_hz / 1e9) + 1.0;
    int64_t next_ns = refresh_ns(self, index);
    return next_ns > self->now_ns ? next_ns : refresh_ns(self, index + 1.0);
}

static void present(void *opaque)
{
    HostHeadless *self = opaque;
    int64_t stall_ns = self->stall_ns;
    self->stall_ns = 0;
    self->stalled_ns += stall_ns;
    if (self->desc.time != HEADLESS_PACED && self->desc.time != HEADLESS_REAL) {
        return;
    }
    self->now_ns = now_ns(self) + self->work_ns + stall_ns;
    bool is_blocking = self->status.is_paced_by_display && !self->status.is_minimised;
    if (is_blocking && self->status.refresh_hz > 0.0) {
        wait_until_ns(self, next_refresh_ns(self), HOST_WAIT_PAUSED);
    }
}

static void set_fullscreen(void *opaque, bool fullscreen)
{
    HostHeadless *self = opaque;
    self->status.is_fullscreen = fullscreen;
}

static void set_vsync(void *opaque, bool vsync)
{
    HostHeadless *self = opaque;
    self->status.is_paced_by_display = vsync && self->desc.status.is_paced_by_display;
}

static void close_host(void *opaque)
{
    HostHeadless *self = opaque;
    if (self->desc.ends_on_signals) {
        quit_restore();
    }
    free(self);
}

HostHeadlessDesc host_headless_desc_default(void)
{
    return (HostHeadlessDesc){.time = HEADLESS_EVEN,
                              .frame_rate = 60,
                              .status = {.width_px = 1280,
                                         .height_px = 720,
                                         .refresh_hz = 60.0,
                                         .is_paced_by_display = true,
                                         .is_focused = true}};
}

bool host_headless_open(Host *host, const HostHeadlessDesc *desc, CwError *error)
{
    CW_ASSERT(desc->time != HEADLESS_EVEN || desc->frame_rate > 0, "give even time a frame_rate");
    CW_ASSERT(desc->time != HEADLESS_FRAME_TIMES || desc->frame_times != NULL, "set frame_times");
    HostHeadless *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return cw_error_set(error, "out of memory for the headless host; close other programs");
    }
    self->desc = *desc;
    self->status = desc->status;
    self->now_ns = desc->start_ns;
    if (desc->time == HEADLESS_FRAME_TIMES && desc->frame_times->count > 0) {
        self->now_ns = desc->frame_times->rows[0].clock_ns;
        self->status.refresh_hz = desc->frame_times->rows[0].reported_hz;
    }
    if (desc->time == HEADLESS_REAL) {
        self->desc.start_ns = clock_now_ns();
    }
    if (desc->ends_on_signals) {
        quit_catch();
    }
    *host = (Host){.self = self,
                   .begin_frame = begin_frame,
                   .status = status_now,
                   .now_ns = now_ns,
                   .wait_until_ns = wait_until_ns,
                   .present = present,
                   .set_fullscreen = set_fullscreen,
                   .set_vsync = set_vsync,
                   .close = close_host};
    return true;
}
