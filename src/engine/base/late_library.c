#include "base/late_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char LATE_SDL_IMAGE[] = "libSDL2_image-2.0.so.0";

void late_library_find(char path[PATH_BYTES_MAX], const void *neighbour, const char *name)
{
    Dl_info info;
    bool known = dladdr(neighbour, &info) != 0 && info.dli_fname != NULL;
    const char *slash = known ? strrchr(info.dli_fname, '/') : NULL;
    int folder = slash == NULL ? 0 : (int)(slash + 1 - info.dli_fname);
    int length =
        snprintf(path, PATH_BYTES_MAX, "%.*s%s", folder, folder > 0 ? info.dli_fname : "", name);
    if (folder == 0 || length >= PATH_BYTES_MAX || access(path, R_OK) != 0) {
        snprintf(path, PATH_BYTES_MAX, "%s", name);
    }
}
