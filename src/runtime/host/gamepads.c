#include "host/gamepads.h"

#include "base/report.h"
#include "base/user_file.h"
#include "host/host_sdl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAPPINGS_BYTES_MAX = 8 << 20 }; /* the largest collection has 1 MiB */

static void report_unknown(int index)
{
    char guid[GAMEPAD_GUID_BYTES];
    gamepads_mapping_guid(index, guid);
    const char *name = SDL_JoystickNameForIndex(index);
    report(
        "controller \"%s\" has no known layout and is not used; put a mapping for its GUID %s "
        "into gamecontrollerdb.txt, in the working directory, beside assets/ or in the folder of "
        "your settings",
        name == NULL ? "?" : name, guid);
}

static void open_pad(int index, GamepadAdded *added, void *context)
{
    SDL_GameController *pad = SDL_GameControllerOpen(index);
    if (pad == NULL) {
        report("can't open controller %d: %s; plug it in again", index + 1, sdl_reason());
        return;
    }
    added(context, SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(pad)));
}

void gamepads_mapping_guid(int index, char guid[GAMEPAD_GUID_BYTES])
{
    SDL_JoystickGetGUIDString(SDL_JoystickGetDeviceGUID(index), guid, GAMEPAD_GUID_BYTES);
    memset(guid + 4, '0', 4);
}

/* Whether a mapping has a pair such as "a:b0" or "-leftx:+a0~". */
static bool has_known_pair(const char *line)
{
    char name[32] = "", input[8] = "";
    bool is_known = false;
    for (; !is_known && (line = strchr(line, ',')) != NULL; line++) {
        bool is_pair = sscanf(line, ",%31[^:,]:%7[^,]", name, input) == 2;
        const char *output = name + strspn(name, "+-"), *sort = input + strspn(input, "+-");
        is_known = is_pair && strspn(sort, "abh") == 1 && SDL_isdigit(sort[1]) &&
                   (SDL_GameControllerGetButtonFromString(output) >= 0 ||
                    SDL_GameControllerGetAxisFromString(output) >= 0);
    }
    return is_known;
}

/* Whether SDL took a mapping, or it is for another system. SDL also takes lines that can't work. */
static bool add_mapping(const char *line)
{
    static const char KEY[] = ",platform:";
    const char *platform = strstr(line, KEY), *here = SDL_GetPlatform();
    if (platform != NULL && SDL_strncasecmp(platform + strlen(KEY), here, strlen(here)) != 0) {
        return true;
    }
    bool has_guid = strspn(line, "0123456789abcdefABCDEF") == 32 || strstr(line, "xinput,") == line;
    SDL_SetError("%s", has_guid ? "it has no pair such as a:b0"
                                : "its GUID is not 32 hexadecimal digits");
    return has_guid && has_known_pair(line) && SDL_GameControllerAddMapping(line) >= 0;
}

void gamepads_load_mappings(const char *folder)
{
    char path[PATH_BYTES_MAX];
    size_t size = 0;
    if (!path_join(path, folder, "gamecontrollerdb.txt") || !file_exists(path)) {
        return;
    }
    CwError error = {0};
    char *text = user_file_read_text(path, MAPPINGS_BYTES_MAX, &size, &error);
    if (text == NULL) {
        report("can't read the controller mappings: %s; remove or replace the file", error.text);
        return;
    }
    int number = 1;
    for (char *line = text, *next; line < text + size; line = next, number++) {
        char *end = line + strcspn(line, "\n");
        next = end + 1;
        *end = '\0';
        line += strspn(line, " \t");
        line[strcspn(line, "\r")] = '\0';
        if (line[0] != '\0' && line[0] != '#' && !add_mapping(line)) {
            report("%s:%d: this mapping is not used: %.200s: correct or delete the line", path,
                   number, sdl_reason());
        }
    }
    free(text);
}

void gamepads_start(const Paths *paths)
{
    if (SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) != 0) {
        report("controllers can't be used: %s", sdl_reason());
    } else if (paths != NULL) {
        gamepads_load_mappings(paths->data);
        gamepads_load_mappings(".");
        gamepads_load_mappings(paths->player);
    }
}

void gamepads_scan(SDL_JoystickID *refused_end, GamepadAdded *added, void *context)
{
    int device_count = SDL_NumJoysticks();
    for (int index = 0; index < device_count; index++) {
        SDL_JoystickID id = SDL_JoystickGetDeviceInstanceID(index);
        if (SDL_GameControllerFromInstanceID(id) != NULL) {
            continue;
        }
        if (SDL_IsGameController(index)) {
            open_pad(index, added, context);
        } else if (id >= *refused_end) {
            *refused_end = id + 1;
            report_unknown(index);
        }
    }
}

bool gamepads_remove(SDL_JoystickID id)
{
    SDL_GameController *pad = SDL_GameControllerFromInstanceID(id);
    if (pad != NULL) {
        SDL_GameControllerClose(pad);
    }
    return pad != NULL;
}

void gamepads_rumble(const HostRumble *rumble)
{
    SDL_GameController *pad = SDL_GameControllerFromInstanceID((SDL_JoystickID)rumble->device);
    if (pad != NULL) {
        SDL_GameControllerRumble(pad, rumble->strong, rumble->weak, rumble->duration_ms);
    }
}
