#include "platform/library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char LIBRARY_SDL_IMAGE[] = "libSDL2_image-2.0.so.0";

void library_find_next_to(char path[PATH_BYTES_MAX], const void *neighbour, const char *name)
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

void *library_open(const char *path, CwError *error)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        cw_error_set(error, "%s", dlerror());
    }
    return library;
}

bool library_find_symbol(void *library, const char *name, void *pointer, CwError *error)
{
    void *address = dlsym(library, name);
    memcpy(pointer, &address, sizeof address);
    return address != NULL || cw_error_set(error, "%s", dlerror());
}
