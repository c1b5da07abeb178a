/* The host is the loop's machine: a clock, input events and a place to show pictures.
 *
 * host_sdl.h implements it for windows and real time, host_headless.h with a virtual clock and
 * scripted events. A frame is: wait_until_ns, begin_frame, status, work, present (unless nothing
 * changed). Whoever opens a host closes it after all loops. Times are ns of one clock: clock_now_ns
 * if time is real. */
#pragma once

#include "clockwork/draw.h"
#include "input/input_event.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Receives the input events of a frame in order of time. The event is the host's: copy it. */
typedef void HostSink(void *context, const InputEvent *event);

/* The host at the start of a frame. The last group reports changes since the last frame. */
typedef struct HostStatus {
    int width_px, height_px;  /* size of the picture */
    double refresh_hz;        /* reported by the display; 0: unknown */
    bool is_paced_by_display; /* present waits for the display; false: the limiter has to pace */
    bool is_focused;
    bool is_minimised; /* nothing is visible and present returns at once: the limiter has to pace */
    bool is_fullscreen;
    bool must_quit; /* the player closed the window, a signal came, or the script ended */

    bool is_exposed; /* the screen may have lost the presented picture */
    bool was_resized;
    bool has_new_display; /* another display or another refresh rate */
    bool has_lost_textures;
} HostStatus;

/* Maps view points to pixels: the pixel of point (0, 0), and pixels per point. */
typedef struct ViewportPlace {
    double x_px, y_px;
    double scale_x, scale_y;
} ViewportPlace;

/* A controller's rumble; replaces the current one. */
typedef struct HostRumble {
    int64_t device; /* the device's id in input events */
    uint16_t strong, weak;
    uint32_t duration_ms;
} HostRumble;

typedef struct HostSound {
    /* Fills stereo frames of 16 bits at 48 kHz, left first, in the sound card's thread. */
    void (*pull)(void *context, int16_t *samples, int frames, int64_t now_ns);
    /* Called before a card pulls; none pulls during the call. */
    void (*restart)(void *context);
    void *context;
    int buffer_frames;
} HostSound;

/* HOST_WAIT_PAUSED: a paused picture may be a millisecond late, so waiting never spins. */
typedef enum HostWait { HOST_WAIT_EXACT, HOST_WAIT_PAUSED } HostWait;

typedef struct Host {
    void *self;

    /* Begins a frame: reads the clock, then hands input events to `sink` (may be NULL). Returns the
     * clock's time. With status.must_quit there is no frame to run. */
    int64_t (*begin_frame)(void *self, HostSink *sink, void *context);
    HostStatus (*status)(void *self);
    int64_t (*now_ns)(void *self);
    /* Waits, unless the deadline has passed. A virtual clock may move to the deadline. */
    void (*wait_until_ns)(void *self, int64_t deadline_ns, HostWait wait);
    /* Shows the picture. Blocks for the display if is_paced_by_display, else returns at once. */
    void (*present)(void *self);
    void (*set_fullscreen)(void *self, bool fullscreen);
    void (*set_vsync)(void *self, bool vsync);
    void (*close)(void *self);
    /* The rest is NULL on a host without devices. Sets how later input events are mapped to view
     * points; before the first call a view point is a pixel. */
    void (*set_viewport)(void *self, const ViewportPlace *viewport);
    /* Shows or hides the mouse cursor over the picture; it is shown at the start. */
    void (*show_cursor)(void *self, bool shown);
    void (*rumble)(void *self, const HostRumble *rumble);
    /* Opens the sound card, where host and machine have one; NULL makes it silent. */
    void (*set_sound)(void *self, const HostSound *sound);
    /* Starts to report typed text; NULL: stops. Input methods avoid `place`. */
    void (*ask_for_text)(void *self, const CwViewRect *place);
    void (*copy_text)(void *self, const char *text); /* to the clipboard */
    /* Writes the clipboard's text: "" without one, truncated to `size` bytes. */
    void (*paste_text)(void *self, char *text, size_t size);
} Host;
