#include "host/bindings.h"

#include "input/input_event.h"

#include <SDL.h>
#include <string.h>

enum { WORD_MAX = 64 };

_Static_assert((int)SDL_CONTROLLER_BUTTON_MAX <= BUTTON_CODE_COUNT, "a controller has 32 buttons");

static const struct {
    const char *name;
    int button;
} mouse_buttons[] = {
    {"left", SDL_BUTTON_LEFT}, {"middle", SDL_BUTTON_MIDDLE}, {"right", SDL_BUTTON_RIGHT},
    {"x1", SDL_BUTTON_X1},     {"x2", SDL_BUTTON_X2},
};

static size_t common_prefix(const char *a, const char *b)
{
    size_t length = 0;
    while (a[length] != '\0' && SDL_tolower(a[length]) == SDL_tolower(b[length])) {
        length++;
    }
    return length;
}

/* The key that shares the longest beginning with `name`; of several the shortest. NULL when none
 * shares a letter. */
static const char *nearest_key(const char *name)
{
    const char *nearest = NULL;
    size_t most = 0;
    for (int code = 1; code < SDL_NUM_SCANCODES; code++) {
        const char *candidate = SDL_GetScancodeName((SDL_Scancode)code);
        size_t common = common_prefix(name, candidate);
        bool nearer = common > most ||
                      (common == most && nearest != NULL && strlen(candidate) < strlen(nearest));
        if (common > 0 && nearer) {
            nearest = candidate;
            most = common;
        }
    }
    return nearest;
}

static bool refuse_key(const char *name, CwError *error)
{
    const char *nearest = nearest_key(name);
    char written[WORD_MAX] = "Left_Shift";
    if (nearest != NULL) {
        SDL_strlcpy(written, nearest, sizeof written);
        for (char *c = written; *c != '\0'; c++) {
            *c = *c == ' ' ? '_' : *c;
        }
    }
    return cw_error_set(error,
                        "no key has this name%s\"key:%s\"; a key is written as SDL calls it, "
                        "blanks as underscores",
                        nearest != NULL ? ", the nearest is " : ", an example is ", written);
}

static bool parse_key(const char *name, Binding *binding, CwError *error)
{
    char spaced[WORD_MAX];
    SDL_strlcpy(spaced, name, sizeof spaced);
    for (char *c = spaced; *c != '\0'; c++) {
        *c = *c == '_' ? ' ' : *c;
    }
    SDL_Scancode code = SDL_GetScancodeFromName(spaced);
    if (code == SDL_SCANCODE_UNKNOWN) {
        return refuse_key(spaced, error);
    }
    *binding = (Binding){.source = BINDING_KEY, .code = (int)code};
    return true;
}

static bool parse_mouse(const char *name, Binding *binding, CwError *error)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(mouse_buttons); i++) {
        if (SDL_strcasecmp(name, mouse_buttons[i].name) == 0) {
            *binding = (Binding){.source = BINDING_MOUSE, .code = mouse_buttons[i].button};
            return true;
        }
    }
    return cw_error_set(error, "a mouse button is left, middle, right, x1 or x2");
}

static bool refuse_pad(CwError *error)
{
    char buttons[512] = "";
    for (int i = 0; i < SDL_CONTROLLER_BUTTON_MAX; i++) {
        SDL_strlcat(buttons, SDL_GameControllerGetStringForButton((SDL_GameControllerButton)i),
                    sizeof buttons);
        SDL_strlcat(buttons, " ", sizeof buttons);
    }
    return cw_error_set(
        error,
        "of a controller there are the buttons %sand the axes lefttrigger righttrigger "
        "leftx+ leftx- lefty+ lefty- rightx+ rightx- righty+ righty-",
        buttons);
}

static bool parse_pad_axis(const char *name, Binding *binding, CwError *error)
{
    char axis_name[WORD_MAX];
    SDL_strlcpy(axis_name, name, sizeof axis_name);
    char *last = axis_name + strlen(axis_name) - 1;
    int sign = *last == '+' ? 1 : *last == '-' ? -1 : 0;
    if (sign != 0) {
        *last = '\0';
    }
    /* SDL also takes "+leftx" for an axis; here the sign has one place. */
    SDL_GameControllerAxis axis = strpbrk(axis_name, "+-") == NULL
                                      ? SDL_GameControllerGetAxisFromString(axis_name)
                                      : SDL_CONTROLLER_AXIS_INVALID;
    if (axis == SDL_CONTROLLER_AXIS_INVALID) {
        return refuse_pad(error);
    }
    bool is_stick = axis < SDL_CONTROLLER_AXIS_TRIGGERLEFT;
    if (is_stick && sign == 0) {
        return cw_error_set(error, "a stick needs the half that counts, \"pad:%s+\" or \"pad:%s-\"",
                            axis_name, axis_name);
    }
    if (!is_stick && sign != 0) {
        return cw_error_set(error, "a trigger has only one direction, write \"pad:%s\"", axis_name);
    }
    *binding =
        (Binding){.source = BINDING_PAD_AXIS, .code = (int)axis, .sign = is_stick ? sign : 1};
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

/* Reads "0".."100" and the character after it; moves on behind both. */
static bool parse_percent(const char **text, char after, uint8_t *percent)
{
    int number = 0;
    const char *c = *text;
    for (; *c >= '0' && *c <= '9' && number <= 100; c++) {
        number = number * 10 + (*c - '0');
    }
    if (c == *text || number > 100 || *c != after) {
        return false;
    }
    *percent = (uint8_t)number;
    *text = after == '\0' ? c : c + 1;
    return true;
}

static bool parse_touch(const char *name, Binding *binding, CwError *error)
{
    TouchZone zone;
    bool read = parse_percent(&name, '-', &zone.x0_percent) &&
                parse_percent(&name, '/', &zone.x1_percent) &&
                parse_percent(&name, '-', &zone.y0_percent) &&
                parse_percent(&name, '\0', &zone.y1_percent);
    if (!read || zone.x0_percent >= zone.x1_percent || zone.y0_percent >= zone.y1_percent) {
        return cw_error_set(error,
                            "a touch zone is x0-x1/y0-y1 in whole percent of the view, from the "
                            "top left and the smaller first, like \"touch:50-100/0-100\"");
    }
    *binding = (Binding){.source = BINDING_TOUCH, .zone = zone};
    return true;
}

static bool parse_word(const char *word, Binding *binding, CwError *error)
{
    static const struct {
        const char *prefix;
        bool (*parse)(const char *name, Binding *binding, CwError *error);
    } sources[] = {
        {"key:", parse_key}, {"mouse:", parse_mouse}, {"pad:", parse_pad}, {"touch:", parse_touch}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(sources); i++) {
        size_t length = strlen(sources[i].prefix);
        if (SDL_strncasecmp(word, sources[i].prefix, length) == 0 && word[length] != '\0') {
            return sources[i].parse(word + length, binding, error);
        }
    }
    return cw_error_set(error,
                        "a binding is key:NAME, mouse:BUTTON, pad:NAME or touch:X0-X1/Y0-Y1");
}

bool bindings_parse(const char *text, Binding *out, int capacity, int *count, CwError *error)
{
    static const char blanks[] = " \t\r\n";
    *count = 0;
    for (text += strspn(text, blanks); *text != '\0'; text += strspn(text, blanks)) {
        size_t length = strcspn(text, blanks);
        char word[WORD_MAX];
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
