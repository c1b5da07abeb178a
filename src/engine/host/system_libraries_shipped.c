#include "host/system_libraries.h"

#include <SDL_image.h>
#include <stdio.h>

void system_libraries_add(LibraryAdd *add)
{
    char text[3 * 11];
    const SDL_version *version = IMG_Linked_Version();
    snprintf(text, sizeof text, "%d.%d.%d", version->major, version->minor, version->patch);
    add("SDL_image", "zlib", text);
    add("Ogg, Vorbis, Opus and FLAC", "BSD", NULL);
}
