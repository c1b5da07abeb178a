/* Game controllers as they come and go.
 *
 * SDL numbers devices twice: an index that shifts with every unplugging, good only for opening, and
 * an instance id that stays; everything here and in input events is the instance id. Controllers
 * that SDL has no mapping for are left alone, with one message that says how to add one. SDL closes
 * those that are open when it ends. Owned by host_sdl. */
#pragma once

#include "clockwork/base.h"
#include "host/host.h"
#include "host/paths.h"

#include <SDL.h>

enum { GAMEPADS_MAX = 8, GAMEPAD_GUID_BYTES = 33 };

/* Zero-initialise. */
typedef struct Gamepads {
    int count;                  /* that are open */
    SDL_JoystickID refused_end; /* ids only grow: those below it were reported */
} Gamepads;

/* Called with the instance id of a controller that was added. */
typedef void GamepadAdded(void *context, SDL_JoystickID id);

/* Lets SDL look for controllers, and reads mappings; `paths` may be NULL. It takes so long that the
 * first picture should be seen before. Says so where there will be none. */
void gamepads_start(const Paths *paths);

/* Adds the mappings of folder/gamecontrollerdb.txt, if there is one. */
void gamepads_load_mappings(const char *folder);

/* Adds those beside assets/, in the working directory and in the player's folder, later ones over
 * earlier ones. Call it before the first scan. */
void gamepads_find_mappings(const Paths *paths);

/* The GUID that a mapping for the device at this index begins with: SDL's, less the checksum of the
 * name in its third and fourth byte, with which no mapping would match. */
void gamepads_mapping_guid(int index, char guid[GAMEPAD_GUID_BYTES]);

/* A number that an open controller keeps when it is plugged in again under another id: of its kind
 * and its serial number, so that those of one kind that tell none share it. */
int32_t gamepads_make(SDL_JoystickID id);

/* Opens the controllers that aren't open yet; after SDL_JOYDEVICEADDED. */
void gamepads_scan(Gamepads *pads, GamepadAdded *added, void *context);

/* Closes the controller; false when it wasn't open. After SDL_CONTROLLERDEVICEREMOVED. */
bool gamepads_remove(Gamepads *pads, SDL_JoystickID id);

/* Nothing where the controller is gone or can't. */
void gamepads_rumble(const HostRumble *rumble);
