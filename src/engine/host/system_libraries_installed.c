#include "host/system_libraries.h"

#include "platform/library.h"

#include <SDL.h>
#include <fontconfig/fontconfig.h>
#include <stdio.h>

enum { VERSION_BYTES = 3 * 11 };

/* The program loads it late, if at all. */
static const char *sdl_image_version(char text[VERSION_BYTES])
{
    char path[PATH_BYTES_MAX];
    const SDL_version *(*linked_version)(void) = NULL;
    library_find_beside(path, (const void *)(uintptr_t)SDL_GetVersion, LIBRARY_SDL_IMAGE);
    void *library = library_open(path, NULL);
    if (library == NULL ||
        !library_find_symbol(library, "IMG_Linked_Version", &linked_version, NULL)) {
        return NULL;
    }
    const SDL_version *version = linked_version();
    snprintf(text, VERSION_BYTES, "%d.%d.%d", version->major, version->minor, version->patch);
    return text;
}

void system_libraries_add(LibraryAdd *add)
{
    char text[VERSION_BYTES];
    int number = FcGetVersion();
    add("SDL_image", "zlib", sdl_image_version(text));
    snprintf(text, sizeof text, "%d.%d.%d", number / 10000, number / 100 % 100, number % 100);
    add("Fontconfig", "MIT", text);
    add("GNU C Library", "LGPL 2.1", library_c_version());
}
