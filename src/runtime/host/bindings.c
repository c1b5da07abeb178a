#include "host/bindings.h"

#include "host/language.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)SDL_CONTROLLER_BUTTON_MAX <= BUTTON_CODE_COUNT, "a controller has 32 buttons");

/* Mouse buttons from 1, as SDL numbers them. */
static const struct {
    const char *word, *label;
} MOUSE_BUTTONS[] = {{"left", "Left click"},
                     {"middle", "Middle click"},
                     {"right", "Right click"},
                     {"x1", "Mouse 4"},
                     {"x2", "Mouse 5"}};

static bool has_mouse_button(int button)
{
    return button > 0 && button <= (int)CW_ARRAY_LENGTH(MOUSE_BUTTONS);
}

static void replace_all(char *text, char letter, char by)
{
    for (; *text != '\0'; text++) {
        *text = *text == letter ? by : *text;
    }
}

/* ---- reading ---- */

static bool parse_key(const char *name, Binding *binding, CwError *error)
{
    char spaced[BINDING_WORD_BYTES];
    SDL_strlcpy(spaced, name, sizeof spaced);
    replace_all(spaced, '_', ' ');
    SDL_Scancode code = SDL_GetScancodeFromName(spaced);
    if (code == SDL_SCANCODE_UNKNOWN) {
        return cw_error_set(error,
                            "no key has this name; a key is written as SDL calls it, blanks as "
                            "underscores, as in \"key:Left_Shift\"");
    }
    *binding = (Binding){.source = BINDING_KEY, .code = (int)code};
    return true;
}

static bool parse_mouse(const char *name, Binding *binding, CwError *error)
{
    for (int i = 0; i < (int)CW_ARRAY_LENGTH(MOUSE_BUTTONS); i++) {
        if (SDL_strcasecmp(name, MOUSE_BUTTONS[i].word) == 0) {
            *binding = (Binding){.source = BINDING_MOUSE, .code = i + 1};
            return true;
        }
    }
    return cw_error_set(error, "a mouse button is left, middle, right, x1 or x2");
}

static bool parse_pad_axis(const char *name, Binding *binding, CwError *error)
{
    char axis_name[BINDING_WORD_BYTES];
    SDL_strlcpy(axis_name, name, sizeof axis_name);
    char *last = axis_name + strlen(axis_name) - 1;
    int sign = *last == '+' ? 1 : *last == '-' ? -1 : 0;
    if (sign != 0) {
        *last = '\0';
    }
    /* SDL also takes "+leftx" for an axis; this syntax puts the sign at the end. */
    SDL_GameControllerAxis axis = strpbrk(axis_name, "+-") == NULL
                                      ? SDL_GameControllerGetAxisFromString(axis_name)
                                      : SDL_CONTROLLER_AXIS_INVALID;
    bool is_stick = axis < SDL_CONTROLLER_AXIS_TRIGGERLEFT;
    if (axis == SDL_CONTROLLER_AXIS_INVALID || is_stick == (sign == 0)) { /* sticks have halves */
        return cw_error_set(
            error, "of a controller there are the buttons a b x y back guide start leftstick "
                   "rightstick leftshoulder rightshoulder dpup dpdown dpleft dpright misc1 "
                   "paddle1 paddle2 paddle3 paddle4 touchpad and the axes lefttrigger "
                   "righttrigger leftx+ leftx- lefty+ lefty- rightx+ rightx- righty+ righty-");
    }
    *binding = (Binding){.source = BINDING_PAD_AXIS, .code = axis, .sign = is_stick ? sign : 1};
    return true;
}

static bool parse_pad(const char *name, Binding *binding, CwError *error)
{
    SDL_GameControllerButton button = SDL_GameControllerGetButtonFromString(name);
    if (button == SDL_CONTROLLER_BUTTON_INVALID) {
        return parse_pad_axis(name, binding, error);
    }
    *binding = (Binding){.source = BINDING_PAD_BUTTON, .code = (int)button};
    return true;
}

static bool parse_touch(const char *name, Binding *binding, CwError *error)
{
    char digits[4][4] = {"", "", "", ""};
    int edges[4], end = 0;
    sscanf(name, "%3[0-9]-%3[0-9]/%3[0-9]-%3[0-9]%n", digits[0], digits[1], digits[2], digits[3],
           &end);
    for (int i = 0; i < 4; i++) {
        edges[i] = atoi(digits[i]);
    }
    if (end == 0 || name[end] != '\0' || edges[0] >= edges[1] || edges[1] > 100 ||
        edges[2] >= edges[3] || edges[3] > 100) {
        return cw_error_set(error,
                            "a touch zone is x0-x1/y0-y1 in whole percent of the view, from the "
                            "top left and the smaller first, like \"touch:50-100/0-100\"");
    }
    *binding = (Binding){.source = BINDING_TOUCH,
                         .zone = {.x0_percent = (uint8_t)edges[0],
                                  .y0_percent = (uint8_t)edges[2],
                                  .x1_percent = (uint8_t)edges[1],
                                  .y1_percent = (uint8_t)edges[3]}};
    return true;
}

static bool parse_word(const char *word, Binding *binding, CwError *error)
{
    static const struct {
        const char *prefix;
        bool (*parse)(const char *name, Binding *binding, CwError *error);
    } SOURCES[] = {
        {"key:", parse_key}, {"mouse:", parse_mouse}, {"pad:", parse_pad}, {"touch:", parse_touch}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(SOURCES); i++) {
        size_t length = strlen(SOURCES[i].prefix);
        if (SDL_strncasecmp(word, SOURCES[i].prefix, length) == 0 && word[length] != '\0') {
            return SOURCES[i].parse(word + length, binding, error);
        }
    }
    return cw_error_set(error,
                        "a binding is key:NAME, mouse:BUTTON, pad:NAME or touch:X0-X1/Y0-Y1");
}

bool bindings_parse(const char *text, Binding *out, int capacity, int *count, CwError *error)
{
    static const char BLANKS[] = " \t\r\n";
    *count = 0;
    for (text += strspn(text, BLANKS); *text != '\0'; text += strspn(text, BLANKS)) {
        size_t length = strcspn(text, BLANKS);
        char word[BINDING_WORD_BYTES];
        if (length >= sizeof word) {
            return cw_error_set(error, "\"%.40s...\" is too long for a binding", text);
        }
        memcpy(word, text, length);
        word[length] = '\0';
        if (*count == capacity) {
            return cw_error_set(error, "\"%s\" is one binding too many, %d are allowed", word,
                                capacity);
        }
        if (!parse_word(word, &out[*count], error)) {
            return cw_error_context(error, "\"%s\"", word);
        }
        ++*count;
        text += length;
    }
    return true;
}

/* ---- writing ---- */

static const char *pad_button_label(int button)
{
    static const char *const LABELS[SDL_CONTROLLER_BUTTON_MAX] = {
        [SDL_CONTROLLER_BUTTON_A] = "A",
        [SDL_CONTROLLER_BUTTON_B] = "B",
        [SDL_CONTROLLER_BUTTON_X] = "X",
        [SDL_CONTROLLER_BUTTON_Y] = "Y",
        [SDL_CONTROLLER_BUTTON_BACK] = "Back",
        [SDL_CONTROLLER_BUTTON_GUIDE] = "Guide",
        [SDL_CONTROLLER_BUTTON_START] = "Start",
        [SDL_CONTROLLER_BUTTON_LEFTSTICK] = "L stick",
        [SDL_CONTROLLER_BUTTON_RIGHTSTICK] = "R stick",
        [SDL_CONTROLLER_BUTTON_LEFTSHOULDER] = "LB",
        [SDL_CONTROLLER_BUTTON_RIGHTSHOULDER] = "RB",
        [SDL_CONTROLLER_BUTTON_DPAD_UP] = "D-pad up",
        [SDL_CONTROLLER_BUTTON_DPAD_DOWN] = "D-pad down",
        [SDL_CONTROLLER_BUTTON_DPAD_LEFT] = "D-pad left",
        [SDL_CONTROLLER_BUTTON_DPAD_RIGHT] = "D-pad right"};
    bool is_known = button >= 0 && button < SDL_CONTROLLER_BUTTON_MAX && LABELS[button] != NULL;
    return is_known ? LABELS[button]
                    : SDL_GameControllerGetStringForButton((SDL_GameControllerButton)button);
}

static const char *pad_axis_label(int axis, int sign)
{
    static const char *const LABELS[PAD_AXIS_COUNT][2] = {
        [PAD_AXIS_LEFT_X] = {"L stick left", "L stick right"},
        [PAD_AXIS_LEFT_Y] = {"L stick up", "L stick down"},
        [PAD_AXIS_RIGHT_X] = {"R stick left", "R stick right"},
        [PAD_AXIS_RIGHT_Y] = {"R stick up", "R stick down"},
        [PAD_AXIS_LEFT_TRIGGER] = {"LT", "LT"},
        [PAD_AXIS_RIGHT_TRIGGER] = {"RT", "RT"}};
    return axis >= 0 && axis < PAD_AXIS_COUNT ? LABELS[axis][sign > 0] : "?";
}

static const char *key_label(int code)
{
    if (code == SDL_SCANCODE_ESCAPE || code == SDL_SCANCODE_RETURN) {
        return code == SDL_SCANCODE_ESCAPE ? "Esc" : "Enter";
    }
    SDL_Keycode key = SDL_GetKeyFromScancode((SDL_Scancode)code);
    const char *name = key == SDLK_UNKNOWN ? "" : SDL_GetKeyName(key);
    return name[0] != '\0' ? name : SDL_GetScancodeName((SDL_Scancode)code);
}

void binding_label(const Binding *binding, char label[BINDING_LABEL_BYTES])
{
    const char *text = "Touch";
    switch (binding->source) {
    case BINDING_KEY:
        text = key_label(binding->code);
        break;
    case BINDING_MOUSE:
        text = has_mouse_button(binding->code) ? MOUSE_BUTTONS[binding->code - 1].label : "?";
        break;
    case BINDING_PAD_BUTTON:
        text = pad_button_label(binding->code);
        break;
    case BINDING_PAD_AXIS:
        text = pad_axis_label(binding->code, binding->sign);
        break;
    case BINDING_TOUCH:
    case BINDING_SOURCE_COUNT:
        break;
    }
    SDL_utf8strlcpy(label, text == NULL ? "?" : text_in("key", text), BINDING_LABEL_BYTES);
}

void binding_word(const Binding *binding, char word[BINDING_WORD_BYTES])
{
    const TouchZone *zone = &binding->zone;
    switch (binding->source) {
    case BINDING_KEY:
        snprintf(word, BINDING_WORD_BYTES, "key:%s",
                 SDL_GetScancodeName((SDL_Scancode)binding->code));
        replace_all(word, ' ', '_');
        break;
    case BINDING_MOUSE:
        snprintf(word, BINDING_WORD_BYTES, "mouse:%s",
                 has_mouse_button(binding->code) ? MOUSE_BUTTONS[binding->code - 1].word : "?");
        break;
    case BINDING_PAD_BUTTON:
        snprintf(word, BINDING_WORD_BYTES, "pad:%s",
                 SDL_GameControllerGetStringForButton((SDL_GameControllerButton)binding->code));
        break;
    case BINDING_PAD_AXIS:
        snprintf(word, BINDING_WORD_BYTES, "pad:%s%s",
                 SDL_GameControllerGetStringForAxis((SDL_GameControllerAxis)binding->code),
                 binding->code >= PAD_AXIS_LEFT_TRIGGER ? ""
                 : binding->sign > 0                    ? "+"
                                                        : "-");
        break;
    case BINDING_TOUCH:
        snprintf(word, BINDING_WORD_BYTES, "touch:%d-%d/%d-%d", zone->x0_percent, zone->x1_percent,
                 zone->y0_percent, zone->y1_percent);
        break;
    case BINDING_SOURCE_COUNT:
        word[0] = '\0';
        break;
    }
}

const Binding *binding_of_device(const ActionBindings *bindings, Device device)
{
    static const Device DEVICES[BINDING_SOURCE_COUNT] = {
        [BINDING_KEY] = DEVICE_KEYBOARD,   [BINDING_MOUSE] = DEVICE_MOUSE,
        [BINDING_PAD_BUTTON] = DEVICE_PAD, [BINDING_PAD_AXIS] = DEVICE_PAD,
        [BINDING_TOUCH] = DEVICE_TOUCH,
    };
    for (int i = 0; i < bindings->count; i++) {
        if (DEVICES[bindings->items[i].source] == device) {
            return &bindings->items[i];
        }
    }
    return NULL;
}
