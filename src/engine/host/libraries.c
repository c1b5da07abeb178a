#include "host/libraries.h"

#include "base/late_library.h"
#include "clockwork/base.h"

#include <SDL.h>
#include <cglm/version.h>
#include <chipmunk/chipmunk.h>
#include <ctype.h>
#include <dlfcn.h>
#include <expat.h>
#include <fontconfig/fontconfig.h>
#include <fribidi.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include <gnu/libc-version.h>
#include <hb.h>
#include <jansson.h>
#include <lz4.h>
#include <sndfile.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>
#include <zlib.h>
#include <zstd.h>

typedef enum LibraryId {
    LIBRARY_SDL,
    LIBRARY_SDL_IMAGE,
    LIBRARY_CHIPMUNK,
    LIBRARY_CGLM,
    LIBRARY_SNDFILE,
    LIBRARY_FREETYPE,
    LIBRARY_HARFBUZZ,
    LIBRARY_FRIBIDI,
    LIBRARY_FONTCONFIG,
    LIBRARY_JANSSON,
    LIBRARY_EXPAT,
    LIBRARY_INIH,
    LIBRARY_ZLIB,
    LIBRARY_ZSTD,
    LIBRARY_LZ4,
    LIBRARY_XXHASH,
    LIBRARY_MUSL,
    LIBRARY_LIBC,
    LIBRARY_COUNT
} LibraryId;

static Library list[LIBRARY_COUNT] = {
    [LIBRARY_SDL] = {"SDL", .licence = "zlib"},
    [LIBRARY_SDL_IMAGE] = {"SDL_image", .licence = "zlib"},
    [LIBRARY_CHIPMUNK] = {"Chipmunk2D", .licence = "MIT"},
    [LIBRARY_CGLM] = {"cglm", .licence = "MIT"},
    [LIBRARY_SNDFILE] = {"libsndfile", .licence = "LGPL 2.1"},
    [LIBRARY_FREETYPE] = {"FreeType", .licence = "FreeType licence"},
    [LIBRARY_HARFBUZZ] = {"HarfBuzz", .licence = "MIT"},
    [LIBRARY_FRIBIDI] = {"GNU FriBidi", .licence = "LGPL 2.1"},
    [LIBRARY_FONTCONFIG] = {"Fontconfig", .licence = "MIT"},
    [LIBRARY_JANSSON] = {"Jansson", .licence = "MIT"},
    [LIBRARY_EXPAT] = {"Expat", .licence = "MIT"},
    [LIBRARY_INIH] = {"inih", .licence = "BSD"},
    [LIBRARY_ZLIB] = {"zlib", .licence = "zlib"},
    [LIBRARY_ZSTD] = {"Zstandard", .licence = "BSD"},
    [LIBRARY_LZ4] = {"LZ4", .licence = "BSD"},
    [LIBRARY_XXHASH] = {"xxHash", .licence = "BSD"},
    [LIBRARY_MUSL] = {"musl's mathematics", .licence = "MIT"},
    [LIBRARY_LIBC] = {"GNU C Library", .licence = "LGPL 2.1"},
};

/* From the first digit of what a library calls its version, to the next blank. */
static void set(LibraryId id, const char *text)
{
    while (text != NULL && *text != '\0' && !isdigit((unsigned char)*text)) {
        text++;
    }
    if (text != NULL) {
        snprintf(list[id].version, sizeof list[id].version, "%.*s", (int)strcspn(text, " \n,)"),
                 text);
    }
}

static void set_numbers(LibraryId id, unsigned major, unsigned minor, unsigned patch)
{
    snprintf(list[id].version, sizeof list[id].version, "%u.%u.%u", major, minor, patch);
}

static void ask_freetype(void)
{
    FT_Library library;
    FT_Int major, minor, patch;
    if (FT_Init_FreeType(&library) == 0) {
        FT_Library_Version(library, &major, &minor, &patch);
        set_numbers(LIBRARY_FREETYPE, (unsigned)major, (unsigned)minor, (unsigned)patch);
        FT_Done_FreeType(library);
    }
}

/* Which is loaded late, if at all. */
static void ask_sdl_image(void)
{
    char path[PATH_BYTES_MAX];
    const SDL_version *(*linked_version)(void) = NULL;
    late_library_find(path, (const void *)(uintptr_t)SDL_GetVersion, LATE_SDL_IMAGE);
    void *library = dlopen(path, RTLD_NOW);
    void *address = library == NULL ? NULL : dlsym(library, "IMG_Linked_Version");
    memcpy(&linked_version, &address, sizeof address);
    if (linked_version != NULL) {
        const SDL_version *version = linked_version();
        set_numbers(LIBRARY_SDL_IMAGE, version->major, version->minor, version->patch);
    }
}

static void ask_all(void)
{
    SDL_version sdl;
    SDL_GetVersion(&sdl);
    set_numbers(LIBRARY_SDL, sdl.major, sdl.minor, sdl.patch);
    ask_sdl_image();
    set(LIBRARY_CHIPMUNK, cpVersionString);
    set_numbers(LIBRARY_CGLM, CGLM_VERSION_MAJOR, CGLM_VERSION_MINOR, CGLM_VERSION_PATCH);
    set(LIBRARY_SNDFILE, sf_version_string());
    ask_freetype();
    set(LIBRARY_HARFBUZZ, hb_version_string());
    set(LIBRARY_FRIBIDI, fribidi_version_info);
    unsigned fontconfig = (unsigned)FcGetVersion();
    set_numbers(LIBRARY_FONTCONFIG, fontconfig / 10000, fontconfig / 100 % 100, fontconfig % 100);
    set(LIBRARY_JANSSON, jansson_version_str());
    set(LIBRARY_EXPAT, XML_ExpatVersion());
    set(LIBRARY_ZLIB, zlibVersion());
    set(LIBRARY_ZSTD, ZSTD_versionString());
    set(LIBRARY_LZ4, LZ4_versionString());
    unsigned xxhash = XXH_versionNumber();
    set_numbers(LIBRARY_XXHASH, xxhash / 10000, xxhash / 100 % 100, xxhash % 100);
    set(LIBRARY_LIBC, gnu_get_libc_version());
}

const Library *libraries(int *count)
{
    if (list[LIBRARY_SDL].version[0] == '\0') {
        ask_all();
    }
    *count = LIBRARY_COUNT;
    return list;
}
