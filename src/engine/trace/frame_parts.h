/* What a frame of the loop does besides its phases: the other half of where the time goes. The
 * overlay and the trace name them; the loop marks their ends (monitor.c). */
#ifndef TRACE_FRAME_PARTS_H
#define TRACE_FRAME_PARTS_H

typedef enum FramePart {
    PART_WAIT,     /* the limiter's sleep, asking the system for events */
    PART_PLAN,     /* window, menus, step clock, the input of a tick */
    PART_REMEMBER, /* after a tick: history, recordings, logs */
    PART_PAINT,    /* menus and overlay, sorting, the renderer */
    PART_PRESENT,  /* until the display took the picture */
    PART_COUNT
} FramePart;

/* "wait" and the like. */
const char *frame_part_name(FramePart part);

#endif
