/* An input event: one thing that a device did, without SDL.
 *
 * The host passes events to its sink (host/host.h) in order; tests and scripts make their own.
 * Codes are SDL's numbers. Places and motions of mouse and fingers are view points, also outside
 * the view. Fields that a type does not mention are ignored. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum InputEventType {
    INPUT_KEY,          /* code: scancode; value: 1 down, 0 up; is_repeat; text_key, has_shift */
    INPUT_MOUSE_BUTTON, /* code: 1 left, 2 middle, 3 right, ...; value: 1 down, 0 up */
    INPUT_MOUSE_MOTION, /* x, y; dx, dy: motion, may be fractions */
    INPUT_WHEEL,        /* dy: notches, positive away from the user, may be fractions */
    INPUT_PAD_BUTTON,   /* device; code: SDL_GameControllerButton; value: 1 down, 0 up */
    INPUT_PAD_AXIS,     /* device; code: PadAxis; value: -32768..32767 */
    INPUT_PAD_ADDED,    /* device */
    INPUT_PAD_REMOVED,  /* device */
    INPUT_TOUCH_DOWN,   /* device: finger; x, y */
    INPUT_TOUCH_MOVE,   /* like INPUT_TOUCH_DOWN */
    INPUT_TOUCH_UP,     /* device: finger */
    INPUT_FOCUS_LOST,   /* the window lost the keyboard: everything held is released */
    INPUT_FOCUS_GAINED, /* the window has the keyboard again */
    INPUT_TEXT,         /* text: typed, while the host is asked for text */
    INPUT_COMPOSING,    /* text: an input method's composition, replacing its earlier one */
    INPUT_FILE,         /* text: path of a file that was dropped on the window */
    INPUT_EVENT_TYPE_COUNT
} InputEventType;

/* The effect of a key in a line of text, by its label in the player's layout. */
typedef enum TextKey {
    TEXT_KEY_NONE,
    TEXT_KEY_LEFT,
    TEXT_KEY_RIGHT,
    TEXT_KEY_HOME,
    TEXT_KEY_END,
    TEXT_KEY_BACKSPACE,
    TEXT_KEY_DELETE,
    TEXT_KEY_SELECT_ALL,
    TEXT_KEY_COPY,
    TEXT_KEY_CUT,
    TEXT_KEY_PASTE,
    TEXT_KEY_CONFIRM,
    TEXT_KEY_CANCEL,
    TEXT_KEY_FUNCTION /* F1 to F24: no effect on text */
} TextKey;

/* Numbered like SDL_GameControllerAxis (src/runtime/host/sdl_events.c checks it). */
typedef enum PadAxis {
    PAD_AXIS_LEFT_X,
    PAD_AXIS_LEFT_Y, /* down is positive */
    PAD_AXIS_RIGHT_X,
    PAD_AXIS_RIGHT_Y,
    PAD_AXIS_LEFT_TRIGGER, /* 0..32767 */
    PAD_AXIS_RIGHT_TRIGGER,
    PAD_AXIS_COUNT
} PadAxis;

enum {
    KEY_CODE_COUNT = 512, /* scancodes are below this */
    BUTTON_CODE_COUNT = 32,
    AXIS_FULL = 32767 /* raw value of a fully deflected axis */
};

typedef struct InputEvent {
    InputEventType type;
    int64_t time_ns; /* clock_now_ns, never decreasing */
    int64_t device;  /* controller: instance id, never the device index; touch: finger id */
    int32_t code;
    int32_t value;
    double x, y;
    double dx, dy;
    bool is_repeat; /* the OS repeats a held key */
    TextKey text_key;
    bool has_shift;   /* Shift is held */
    const char *text; /* UTF-8, valid while the event is handled; a key's text, unless the host was
                         asked for text */
} InputEvent;
