/* A host without devices or picture, with a virtual clock (for servers, the real one) and a script.
 *
 * `--headless` and most tests run the players' loop on it, always with the same result. Time comes
 * from a HeadlessTime; input and window events come from a script. Frame times and script stay the
 * caller's and outlive it. It knows no SDL. */
#pragma once

#include "host/frame_times.h"
#include "host/host.h"

typedef enum HeadlessTime {
    HEADLESS_EVEN, /* frame n begins at start_ns + n * 1e9 / frame_rate; waits cost nothing */
    HEADLESS_FRAME_TIMES, /* each frame begins at a listed time; the run ends with the list */
    HEADLESS_REAL,        /* real time: present sleeps up to the next refresh */
    HEADLESS_PACED /* time passes in waits, in present (up to the next refresh of refresh_hz, when
                      paced_by_display and not minimised) and in scripted work */
} HeadlessTime;

typedef enum HeadlessAction {
    HEADLESS_INPUT,        /* event, in view points; gets the time of the step, or of the frame */
    HEADLESS_FOCUS,        /* on: sends INPUT_FOCUS_GAINED, else INPUT_FOCUS_LOST */
    HEADLESS_MINIMISE,     /* on: minimised; else restored */
    HEADLESS_RESIZE,       /* width_px, height_px */
    HEADLESS_REFRESH,      /* refresh_hz of a new display; 0: unknown */
    HEADLESS_STALL,        /* delay_ns: present blocks this long, in this frame only */
    HEADLESS_WORK,         /* delay_ns: each later frame takes this long before present */
    HEADLESS_EXPOSE,       /* no parameter */
    HEADLESS_TARGETS_LOST, /* no parameter */
    HEADLESS_DEVICE_LOST,  /* no parameter */
    HEADLESS_QUIT          /* no parameter */
} HeadlessAction;

/* A step of the script, for the first frame that reaches its number and time. Steps keep order. */
typedef struct HeadlessStep {
    uint64_t frame;
    int64_t time_ns;
    HeadlessAction action;
    InputEvent event;
    bool on;
    int width_px, height_px;
    double refresh_hz;
    int64_t delay_ns;
} HeadlessStep;

typedef struct HostHeadlessDesc {
    HeadlessTime time;
    int64_t start_ns;              /* time of the first frame, unless frame times set it */
    uint32_t frame_rate;           /* HEADLESS_EVEN; > 0 */
    const FrameTimes *frame_times; /* HEADLESS_FRAME_TIMES */
    uint64_t frame_count;          /* quits after this many frames; 0: no limit */
    const HeadlessStep *steps;
    size_t step_count;
    HostStatus status;   /* initial status; frame times with a reported_hz override refresh_hz */
    bool end_on_signals; /* SIGINT and SIGTERM set quit instead of killing */
    bool never_waits;    /* HEADLESS_REAL: the loop's caller paces it */
} HostHeadlessDesc;

/* Even time at 60 frames a second, no script, a focused window of 1280x720 at 60 Hz. */
HostHeadlessDesc host_headless_desc_default(void);

/* False only when out of memory. */
bool host_headless_open(Host *host, const HostHeadlessDesc *desc, CwError *error);
