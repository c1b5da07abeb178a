/* A script for the headless host: input, and what happens to window, display and time. */
#pragma once

#include "host/host_headless.h"

typedef enum HeadlessAction {
    HEADLESS_INPUT,    /* event, in view points; gets the time of the step, or of the frame */
    HEADLESS_FOCUS,    /* on: sends INPUT_FOCUS_GAINED, else INPUT_FOCUS_LOST */
    HEADLESS_MINIMISE, /* on: minimised; else restored */
    HEADLESS_RESIZE,   /* width_px, height_px */
    HEADLESS_REFRESH,  /* refresh_hz of a new display; 0: unknown */
    HEADLESS_STALL,    /* delay_ns: present blocks this long, in this frame only */
    HEADLESS_WORK,     /* delay_ns: each later frame takes this long before present */
    HEADLESS_EXPOSE,
    HEADLESS_TEXTURES_LOST,
    HEADLESS_QUIT
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

typedef struct Script {
    HeadlessStep steps[512];
    size_t count, next;
} Script;

/* Fails the test when there are too many steps. */
void script_add(Script *script, HeadlessStep step);

/* Makes a host that is opened next perform the script from its beginning. */
void script_attach(Script *script, HostHeadlessDesc *desc);
