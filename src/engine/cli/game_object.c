
#include "base/file.h"
#include "base/unit_check.h"
#include "cli/program.h"
#include "platform/path.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

/* ---- objects ---- */

static bool holds(size_t size, uint64_t offset, uint64_t bytes)
{
    return offset <= size && bytes <= size - offset;
}

/* Loading half a file would crash: its missing pages are mapped, but not there. */
static bool is_whole(const char *bytes, size_t size)
{
    const Elf64_Ehdr *head = (const void *)bytes;
    if (!holds(size, head->e_shoff, (uint64_t)head->e_shnum * sizeof(Elf64_Shdr)) ||
        !holds(size, head->e_phoff, (uint64_t)head->e_phnum * sizeof(Elf64_Phdr)) ||
        head->e_phoff % sizeof(uint64_t) != 0 || head->e_phnum == 0 || head->e_shnum == 0) {
        return false;
    }
    const Elf64_Phdr *parts = (const void *)(bytes + head->e_phoff);
    for (int i = 0; i < head->e_phnum; i++) {
        if (!holds(size, parts[i].p_offset, parts[i].p_filesz)) {
            return false;
        }
    }
    return true;
}

static bool check_bytes(const char *path, const char *bytes, size_t size, CwError *error)
{
    const Elf64_Ehdr *head = (const void *)bytes;
    bool is_object = size >= SELFMAG && memcmp(bytes, ELFMAG, SELFMAG) == 0;
    if (is_object && (size < sizeof *head || !is_whole(bytes, size))) {
        return cw_error_set(error, "%s: half written: build it again", path);
    }
    bool fits = is_object && head->e_ident[EI_CLASS] == ELFCLASS64 && head->e_type == ET_DYN &&
                head->e_machine == EM_X86_64;
    return fits ||
           cw_error_set(error, "%s: no shared object for this machine: link it with -shared", path);
}

static bool check_file(const char *path, CwError *error)
{
    struct stat facts;
    FILE *file = file_open(path);
    if (file == NULL || fstat(fileno(file), &facts) != 0) {
        return cw_error_set(error, "%s: %s", path, file_reason(errno));
    }
    size_t size = (size_t)facts.st_size;
    void *bytes = size > 0 ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fileno(file), 0) : MAP_FAILED;
    bool good = check_bytes(path, bytes, bytes == MAP_FAILED ? 0 : size, error);
    if (bytes != MAP_FAILED) {
        munmap(bytes, size);
    }
    fclose(file);
    return good;
}

/* A name without a slash would be searched elsewhere. The system knows a file by its name and
 * inode, so another version of it is loaded from a copy with another name. */
static void *open_object(const char *path, CwError *error)
{
    char place[PATH_BYTES_MAX];
    if (!check_file(path, error)) {
        return NULL;
    }
    snprintf(place, sizeof place, "%s%s", strchr(path, '/') == NULL ? "./" : "", path);
    void *object = dlopen(place, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL) {
        cw_error_set(error, "%s", dlerror());
    }
    return object;
}

/* Whether the object itself defines it, beside whoever else does. */
static bool defines(void *object, const char *name)
{
    struct link_map *own = NULL;
    Dl_info found;
    void *address = dlsym(object, name);
    return address != NULL && dlinfo(object, RTLD_DI_LINKMAP, &own) == 0 &&
           dladdr(address, &found) != 0 && (uintptr_t)found.dli_fbase == own->l_addr;
}

/* ---- games ---- */

/* A function of each of what it must not bring: the engine, Chipmunk. */
static bool brings_engine(void *object, const char *path, CwError *error)
{
    bool brings = defines(object, "cw_main") || defines(object, "cw_world_tick") ||
                  defines(object, "cpSpaceStep");
    if (brings) {
        cw_error_set(error,
                     "%s: brings an engine of its own: link it with -shared and without "
                     "libclockwork.a and libchipmunk",
                     path);
    }
    return brings;
}

static bool fits(const CwGameObject *shown, const char *path, CwError *error)
{
    static const size_t sizes[] = CW_GAME_SIZES;
    if (strcmp(shown->engine, CW_VERSION) != 0) {
        return cw_error_set(error,
                            "%s: made for Clockwork %.20s, this is %s: build all of it again with "
                            "the headers of this one",
                            path, shown->engine, CW_VERSION);
    }
    return memcmp(shown->sizes, sizes, sizeof sizes) == 0 ||
           cw_error_set(error,
                        "%s: made with other headers than this Clockwork %s: build all of it again",
                        path, CW_VERSION);
}

const CwGame *game_object_load(const char *path, CwError *error)
{
    void *object = open_object(path, error);
    if (object == NULL || brings_engine(object, path, error)) {
        return NULL;
    }
    const CwGameObject *shown = dlsym(object, "cw_game_object");
    if (shown == NULL) {
        cw_error_set(error, "%s: shows no game: add CW_GAME_EXPORT(game); beside its table", path);
        return NULL;
    }
    bool good =
        fits(shown, path, error) &&
        ((units_check(shown->units, shown->units_end, error) && game_check(shown->game, error)) ||
         cw_error_context(error, "%s", path));
    return good ? shown->game : NULL;
}
