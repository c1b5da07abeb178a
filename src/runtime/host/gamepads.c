#include "host/gamepads.h"

#include "base/files.h"
#include "base/report.h"
#include "host/sdl_start.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { MAPPINGS_BYTES_MAX = 8 << 20 }; /* the largest collection has 1 MiB */

static void report_unknown(Gamepads *pads, int index, SDL_JoystickID id)
{
    if (id < pads->refused_end) {
        return;
    }
    pads->refused_end = id + 1;
    char guid[GAMEPAD_GUID_BYTES];
    gamepads_mapping_guid(index, guid);
    const char *name = SDL_JoystickNameForIndex(index);
    report(
        "controller \"%s\" has no known layout and is not used; put a mapping for its GUID %s "
        "into gamecontrollerdb.txt, in the working directory, beside assets/ or in the folder of "
        "your settings",
        name == NULL ? "?" : name, guid);
}

static void open_pad(Gamepads *pads, int index, GamepadAdded *added, void *context)
{
    SDL_GameController *pad = SDL_GameControllerOpen(index);
    if (pad == NULL) {
        report("can't open controller %d: %s; plug it in again", index + 1, sdl_reason());
        return;
    }
    pads->count++;
    added(context, SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(pad)));
}

void gamepads_mapping_guid(int index, char guid[GAMEPAD_GUID_BYTES])
{
    SDL_JoystickGetGUIDString(SDL_JoystickGetDeviceGUID(index), guid, GAMEPAD_GUID_BYTES);
    memset(guid + 4, '0', 4);
}

int32_t gamepads_make(SDL_JoystickID id)
{
    SDL_Joystick *pad = SDL_JoystickFromInstanceID(id);
    char guid[GAMEPAD_GUID_BYTES];
    SDL_JoystickGetGUIDString(SDL_JoystickGetGUID(pad), guid, sizeof guid);
    const char *serial = SDL_JoystickGetSerial(pad);
    XXH32_hash_t hash = XXH32(guid, strlen(guid), 0);
    return (int32_t)(serial == NULL ? hash : XXH32(serial, strlen(serial), hash));
}

static bool is_named(const char *field, const char *platform)
{
    return SDL_strncasecmp(field, platform, strlen(platform)) == 0;
}

/* Whether SDL knows a field "BUTTON:SOURCE", such as "a:b0", "+lefty:h0.4" or "leftx:a0~". */
static bool is_element(const char *field)
{
    static const char *const others[] = {"platform:", "crc:", "hint:", "sdk", "type:", "face:"};
    char name[32] = "";
    int end = 0;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(others); i++) {
        if (is_named(field, others[i])) {
            return true;
        }
    }
    sscanf(field, "%31[^:]", name);
    const char *source = field + strlen(name) + (field[strlen(name)] == ':');
    bool is_known = SDL_GameControllerGetButtonFromString(name) != SDL_CONTROLLER_BUTTON_INVALID ||
                    SDL_GameControllerGetAxisFromString(name) != SDL_CONTROLLER_AXIS_INVALID;
    source += source[0] == '+' || source[0] == '-';
    sscanf(source, "%*1[ab]%*u%n", &end);
    if (end == 0) {
        sscanf(source, "h%*u.%*u%n", &end);
    }
    return is_known && end > 0 && source[end + (source[end] == '~')] == '\0';
}

/* Reports the parts of a mapping that SDL ignores. */
static void report_ignored(const char *path, int number, char *line)
{
    char *name = strchr(line, ','), *field = name == NULL ? NULL : strchr(name + 1, ',');
    while (field != NULL) {
        char *end = strchr(++field, ',');
        if (end != NULL) {
            *end = '\0';
        }
        if (field[0] != '\0' && !is_element(field)) {
            report("%s:%d: \"%.60s\" of this mapping is ignored: correct or delete it", path,
                   number, field);
        }
        field = end;
    }
}

/* Why a mapping can't be used; NULL: it can, or is for another system and was cut off. */
static const char *add_mapping(char *line)
{
    static const char *const systems[] = {"Windows", "Mac OS X", "Linux", "iOS", "Android"};
    static const char key[] = ",platform:";
    const char *field = strstr(line, key);
    bool is_special = is_named(line, "xinput,") || is_named(line, "default,");
    if (!is_special && (strspn(line, "0123456789abcdefABCDEF") != GAMEPAD_GUID_BYTES - 1 ||
                        line[GAMEPAD_GUID_BYTES - 1] != ',')) {
        return "it does not begin with a GUID of 32 hexadecimal digits and a comma";
    }
    if (field != NULL && !is_named(field + strlen(key), SDL_GetPlatform())) {
        size_t i = 0;
        while (i < CW_ARRAY_LENGTH(systems) && !is_named(field + strlen(key), systems[i])) {
            i++;
        }
        line[0] = '\0';
        return i < CW_ARRAY_LENGTH(systems) ? NULL : "its platform is unknown";
    }
    return SDL_GameControllerAddMapping(line) < 0 ? sdl_reason() : NULL;
}

void gamepads_load_mappings(const char *folder)
{
    char path[PATH_BYTES_MAX];
    size_t size = 0;
    if (!path_join(path, folder, "gamecontrollerdb.txt") || !file_exists(path)) {
        return;
    }
    CwError error = {0};
    char *text = text_file_read(path, MAPPINGS_BYTES_MAX, &size, &error);
    if (text == NULL) {
        report("can't read the controller mappings: %s; remove or replace the file", error.text);
        return;
    }
    int number = 1;
    for (char *line = text, *next; line < text + size; line = next, number++) {
        char *end = memchr(line, '\n', (size_t)(text + size - line));
        next = end == NULL ? text + size : end + 1;
        *(end == NULL ? next : end) = '\0';
        line += strspn(line, " \t");
        line[strcspn(line, "\r")] = '\0';
        const char *problem = line[0] == '\0' || line[0] == '#' ? NULL : add_mapping(line);
        if (problem != NULL) {
            report("%s:%d: this mapping is not used: %.200s: correct or delete the line", path,
                   number, problem);
        } else if (line[0] != '#') {
            report_ignored(path, number, line);
        }
    }
    free(text);
}

void gamepads_find_mappings(const Paths *paths)
{
    gamepads_load_mappings(paths->data);
    gamepads_load_mappings(".");
    gamepads_load_mappings(paths->player);
}

void gamepads_start(const Paths *paths)
{
    if (SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) != 0) {
        report("controllers can't be used: %s", sdl_reason());
    } else if (paths != NULL) {
        gamepads_find_mappings(paths);
    }
}

void gamepads_scan(Gamepads *pads, GamepadAdded *added, void *context)
{
    int device_count = SDL_NumJoysticks();
    for (int index = 0; index < device_count && pads->count < GAMEPADS_MAX; index++) {
        SDL_JoystickID id = SDL_JoystickGetDeviceInstanceID(index);
        if (SDL_GameControllerFromInstanceID(id) != NULL) {
            continue;
        }
        if (SDL_IsGameController(index)) {
            open_pad(pads, index, added, context);
        } else {
            report_unknown(pads, index, id);
        }
    }
}

bool gamepads_remove(Gamepads *pads, SDL_JoystickID id)
{
    SDL_GameController *pad = SDL_GameControllerFromInstanceID(id);
    if (pad == NULL) {
        return false;
    }
    SDL_GameControllerClose(pad);
    pads->count--;
    return true;
}

void gamepads_rumble(const HostRumble *rumble)
{
    SDL_GameController *pad = SDL_GameControllerFromInstanceID((SDL_JoystickID)rumble->device);
    if (pad != NULL) {
        SDL_GameControllerRumble(pad, rumble->strong, rumble->weak, rumble->duration_ms);
    }
}
