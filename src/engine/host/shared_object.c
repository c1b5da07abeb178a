#include "host/shared_object.h"

#include "base/file.h"
#include "base/path.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

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
        cw_error_set(error, "%s: %s", path, file_reason(errno));
    }
    bool good = error->text[0] == '\0';
    size_t size = good ? (size_t)facts.st_size : 0;
    void *bytes = size > 0 ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fileno(file), 0) : MAP_FAILED;
    good = good && check_bytes(path, bytes, bytes == MAP_FAILED ? 0 : size, error);
    if (bytes != MAP_FAILED) {
        munmap(bytes, size);
    }
    if (file != NULL) {
        fclose(file);
    }
    return good;
}

void *shared_object_open(const char *path, CwError *error)
{
    CwError ours = {0};
    void *object = NULL;
    if (check_file(path, &ours)) {
        char place[PATH_BYTES_MAX]; /* a name without a slash would be searched elsewhere */
        snprintf(place, sizeof place, "%s%s", strchr(path, '/') == NULL ? "./" : "", path);
        object = dlopen(place, RTLD_NOW | RTLD_LOCAL);
        if (object == NULL) {
            cw_error_set(&ours, "%s", dlerror());
        }
    }
    if (object == NULL) {
        cw_error_set(error, "%s", ours.text);
    }
    return object;
}

void *shared_object_find(void *object, const char *name)
{
    return dlsym(object, name);
}

bool shared_object_defines(void *object, const char *name)
{
    struct link_map *own = NULL;
    Dl_info found;
    void *address = dlsym(object, name);
    return address != NULL && dlinfo(object, RTLD_DI_LINKMAP, &own) == 0 &&
           dladdr(address, &found) != 0 && (uintptr_t)found.dli_fbase == own->l_addr;
}
