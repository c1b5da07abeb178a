#include "system/object_file.h"

#include "base/user_file.h"
#include "platform/linux/processor.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { OBJECT_FILE_BYTES_MAX = 256 << 20 }; /* a program, or a game for --game */

/* The bytes [offset, offset + size) of a file of `bytes`; NULL when it ends before. */
static const void *part(const void *file, size_t bytes, uint64_t offset, uint64_t size)
{
    return offset <= bytes && size <= bytes - offset ? (const char *)file + offset : NULL;
}

static bool is_elf(const void *file, size_t bytes)
{
    return bytes >= SELFMAG && memcmp(file, ELFMAG, SELFMAG) == 0;
}

static bool is_complete(const void *file, size_t bytes)
{
    const Elf64_Ehdr *head = part(file, bytes, 0, sizeof *head);
    if (head == NULL || head->e_phoff % sizeof(uint64_t) != 0 || head->e_phnum == 0 ||
        head->e_shnum == 0 ||
        part(file, bytes, head->e_shoff, head->e_shnum * sizeof(Elf64_Shdr)) == NULL) {
        return false;
    }
    const Elf64_Phdr *parts = part(file, bytes, head->e_phoff, head->e_phnum * sizeof(Elf64_Phdr));
    bool ok = parts != NULL;
    for (int i = 0; ok && i < head->e_phnum; i++) {
        ok = part(file, bytes, parts[i].p_offset, parts[i].p_filesz) != NULL;
    }
    return ok;
}

bool object_file_check(const char *path, CwError *error)
{
    size_t size = 0;
    uint8_t *bytes = file_read(path, 0, OBJECT_FILE_BYTES_MAX, &size);
    if (bytes == NULL) {
        return user_file_set_read_error(path, OBJECT_FILE_BYTES_MAX, error);
    }
    const Elf64_Ehdr *head = (const void *)bytes;
    bool is_object = is_elf(bytes, size), is_partial = is_object && !is_complete(bytes, size);
    bool is_loadable = is_object && !is_partial && head->e_ident[EI_CLASS] == ELFCLASS64 &&
                       head->e_type == ET_DYN && head->e_machine == PROCESSOR_ELF_MACHINE;
    free(bytes);
    return is_loadable ||
           cw_error_set(error, "%s: %s", path,
                        is_partial ? "half written: build it again"
                                   : "no shared object for this machine: link it with -shared");
}

static bool visit_symbols(const char *file, size_t bytes, const Elf64_Shdr *sections,
                          const Elf64_Shdr *table, ImportVisitor *visit, void *context)
{
    const Elf64_Shdr *texts = &sections[table->sh_link];
    const Elf64_Sym *symbols = part(file, bytes, table->sh_offset, table->sh_size);
    const char *names = part(file, bytes, texts->sh_offset, texts->sh_size);
    if (symbols == NULL || table->sh_offset % _Alignof(Elf64_Sym) != 0 || names == NULL ||
        texts->sh_size == 0 || names[texts->sh_size - 1] != '\0') {
        return false;
    }
    for (size_t i = 1; i < table->sh_size / sizeof *symbols; i++) {
        if (symbols[i].st_shndx == SHN_UNDEF && symbols[i].st_name < texts->sh_size) {
            visit(names + symbols[i].st_name, context);
        }
    }
    return true;
}

static bool visit_imports(const void *bytes, size_t size, ImportVisitor *visit, void *context)
{
    const Elf64_Ehdr *head = part(bytes, size, 0, sizeof *head);
    if (head == NULL || !is_elf(bytes, size) || head->e_ident[EI_CLASS] != ELFCLASS64 ||
        head->e_shoff % _Alignof(Elf64_Shdr) != 0) {
        return false;
    }
    const Elf64_Shdr *sections = part(bytes, size, head->e_shoff, head->e_shnum * sizeof *sections);
    for (int i = 0; sections != NULL && i < head->e_shnum; i++) {
        if (sections[i].sh_type == SHT_DYNSYM && sections[i].sh_link < head->e_shnum) {
            return visit_symbols(bytes, size, sections, &sections[i], visit, context);
        }
    }
    return false;
}

bool object_file_imports(const char *path, ImportVisitor *visit, void *context, CwError *error)
{
    size_t size = 0;
    uint8_t *bytes = file_read(path, 0, OBJECT_FILE_BYTES_MAX, &size);
    bool ok = bytes != NULL && visit_imports(bytes, size, visit, context);
    free(bytes);
    return ok || cw_error_set(error, "%s: its imports can't be read", path);
}

void *object_open_apart(const char *path)
{
    return dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
}

bool object_defines(void *library, const char *name)
{
    struct link_map *own = NULL;
    Dl_info found;
    void *address = dlsym(library, name);
    return address != NULL && dlinfo(library, RTLD_DI_LINKMAP, &own) == 0 &&
           dladdr(address, &found) != 0 && (uintptr_t)found.dli_fbase == own->l_addr;
}
