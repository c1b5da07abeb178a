/* A host without devices or picture, with a virtual clock (for servers, the real one). `--headless`
 * and most tests run the players' loop on it, always with the same result. Tests script input and
 * window events. Frame times and script stay the caller's and outlive it. It knows no SDL. */
#pragma once

#include "host/frame_times.h"
#include "host/host.h"

typedef enum HeadlessTime {
    HEADLESS_EVEN, /* frame n begins at start_ns + n * 1e9 / frame_rate; waits cost nothing */
    HEADLESS_FRAME_TIMES, /* each frame begins at a listed time; the run ends with the list */
    HEADLESS_REAL,        /* real time: present sleeps up to the next refresh */
    HEADLESS_PACED /* time passes in waits, in present (up to the next refresh of refresh_hz, when
                      is_paced_by_display and not is_minimised) and in scripted work */
} HeadlessTime;

/* A starting frame. A test's script may write through its pointers. */
typedef struct HeadlessFrame {
    uint64_t number;
    int64_t now_ns;
    HostStatus *status;
    int64_t *work_ns;  /* how long each frame takes before present */
    int64_t *stall_ns; /* how long the next present blocks in addition */
    HostSink *sink;
    void *context;
} HeadlessFrame;

typedef void HeadlessScript(void *context, const HeadlessFrame *frame);

typedef struct HostHeadlessDesc {
    HeadlessTime time;
    int64_t start_ns;              /* time of the first frame, unless frame times set it */
    uint32_t frame_rate;           /* HEADLESS_EVEN; > 0 */
    const FrameTimes *frame_times; /* HEADLESS_FRAME_TIMES */
    HeadlessScript *script;        /* for tests: called at the start of each frame; or NULL */
    void *script_context;
    HostStatus status;    /* initial status; frame times with a reported_hz override refresh_hz */
    bool ends_on_signals; /* SIGINT and SIGTERM set must_quit instead of killing */
    bool never_waits;     /* HEADLESS_REAL: the loop's caller paces it */
} HostHeadlessDesc;

/* Even time at 60 frames a second, no script, a focused window of 1280x720 at 60 Hz. */
HostHeadlessDesc host_headless_desc_default(void);

/* False only when out of memory. */
bool host_headless_open(Host *host, const HostHeadlessDesc *desc, CwError *error);
