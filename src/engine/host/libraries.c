#include "host/libraries.h"

#include "clockwork/base.h"
#include "host/system_libraries.h"

#include <SDL.h>
#include <cglm/version.h>
#include <chipmunk/chipmunk.h>
#include <expat.h>
#include <fribidi.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include <hb.h>
#include <jansson.h>
#include <lz4.h>
#include <sndfile.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>
#include <zlib.h>
#include <zstd.h>

enum { LIBRARIES_MAX = 20 };

static Library list[LIBRARIES_MAX];
static int library_count;

/* The version is from the first digit to the next blank; NULL: unknown. */
static void add(const char *name, const char *licence, const char *version)
{
    CW_ASSERT(library_count < LIBRARIES_MAX, "raise LIBRARIES_MAX");
    Library *library = &list[library_count++];
    *library = (Library){.name = name, .licence = licence};
    if (version != NULL) {
        version += strcspn(version, "0123456789");
        snprintf(library->version, sizeof library->version, "%.*s", (int)strcspn(version, " \n,)"),
                 version);
    }
}

/* Valid until the next call. */
static const char *numbers(unsigned major, unsigned minor, unsigned patch)
{
    static char text[3 * 11];
    snprintf(text, sizeof text, "%u.%u.%u", major, minor, patch);
    return text;
}

static const char *freetype_version(void)
{
    FT_Library library;
    FT_Int version[3];
    if (FT_Init_FreeType(&library) != 0) {
        return NULL;
    }
    FT_Library_Version(library, &version[0], &version[1], &version[2]);
    FT_Done_FreeType(library);
    return numbers((unsigned)version[0], (unsigned)version[1], (unsigned)version[2]);
}

static void add_all(void)
{
    SDL_version sdl;
    SDL_GetVersion(&sdl);
    add("SDL", "zlib", numbers(sdl.major, sdl.minor, sdl.patch));
    add("Chipmunk2D", "MIT", cpVersionString);
    add("cglm", "MIT", numbers(CGLM_VERSION_MAJOR, CGLM_VERSION_MINOR, CGLM_VERSION_PATCH));
    add("libsndfile", "LGPL 2.1", sf_version_string());
    add("FreeType", "FreeType licence", freetype_version());
    add("HarfBuzz", "MIT", hb_version_string());
    add("GNU FriBidi", "LGPL 2.1", fribidi_version_info);
    add("Jansson", "MIT", jansson_version_str());
    add("Expat", "MIT", XML_ExpatVersion());
    add("zlib", "zlib", zlibVersion());
    add("Zstandard", "BSD", ZSTD_versionString());
    add("LZ4", "BSD", LZ4_versionString());
    unsigned hash = XXH_versionNumber(); /* such as 801 for 0.8.1 */
    add("xxHash", "BSD", numbers(hash / 10000, hash / 100 % 100, hash % 100));
    add("musl's mathematics", "MIT", NULL);
    system_libraries_add(add);
}

const Library *libraries(int *count)
{
    if (library_count == 0) {
        add_all();
    }
    *count = library_count;
    return list;
}
