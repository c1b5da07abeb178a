#include "cli/imports.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* With f and l after them too. Those of the library are linked in, so only a program that got past
 * it imports one. */
static const char *const maths[] = {
    "acos", "acosh",  "asin",   "asinh", "atan",  "atan2", "atanh",    "cbrt",  "cos",    "cosh",
    "erf",  "erfc",   "exp",    "exp10", "exp2",  "expm1", "gamma",    "hypot", "j0",     "j1",
    "jn",   "lgamma", "log",    "log10", "log1p", "log2",  "pow",      "sin",   "sincos", "sinh",
    "tan",  "tanh",   "tgamma", "y0",    "y1",    "yn",    "lgamma_r", NULL};
static const char *const randoms[] = {
    "rand",    "rand_r",  "random",  "random_r",  "drand48",    "erand48",    "lrand48",
    "nrand48", "mrand48", "jrand48", "getrandom", "arc4random", "getentropy", NULL};
static const char *const clocks[] = {"time",   "gettimeofday", "clock",        "ftime", "localtime",
                                     "gmtime", "mktime",       "timespec_get", NULL};

static const ImportFault faults[] = {
    {"inexact", "it differs by C library and CPU; keep it out of the program", true, maths},
    {"note", "no recording holds its numbers; in ticks use cw_world_rng", false, randoms},
    {"note", "no recording holds its time; in ticks use cw_world_time_s", false, clocks},
};

const ImportFault *import_fault(const char *name)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(faults); i++) {
        for (const char *const *known = faults[i].names; *known != NULL; known++) {
            size_t length = strlen(*known);
            if (strncmp(name, *known, length) != 0) {
                continue;
            }
            bool suffix = faults[i].is_inexact && (name[length] == 'f' || name[length] == 'l');
            if (name[length + (suffix ? 1 : 0)] == '\0') {
                return &faults[i];
            }
        }
    }
    return NULL;
}

/* The bytes [offset, offset + size) of a file of `bytes`; NULL when it ends before. */
static const void *part(const char *file, size_t bytes, uint64_t offset, uint64_t size)
{
    return offset <= bytes && size <= bytes - offset ? file + offset : NULL;
}

static bool visit_symbols(const char *file, size_t bytes, const Elf64_Shdr *sections,
                          const Elf64_Shdr *table, void (*visit)(const char *, void *),
                          void *context)
{
    const Elf64_Shdr *texts = &sections[table->sh_link];
    const Elf64_Sym *symbols = part(file, bytes, table->sh_offset, table->sh_size);
    const char *names = part(file, bytes, texts->sh_offset, texts->sh_size);
    if (symbols == NULL || names == NULL || texts->sh_size == 0 ||
        names[texts->sh_size - 1] != '\0') {
        return false;
    }
    for (size_t i = 1; i < table->sh_size / sizeof *symbols; i++) {
        if (symbols[i].st_shndx == SHN_UNDEF && symbols[i].st_name < texts->sh_size) {
            visit(names + symbols[i].st_name, context);
        }
    }
    return true;
}

static bool visit_file(const char *file, size_t bytes, void (*visit)(const char *, void *),
                       void *context)
{
    const Elf64_Ehdr *header = part(file, bytes, 0, sizeof *header);
    if (header == NULL || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64) {
        return false;
    }
    const Elf64_Shdr *sections =
        part(file, bytes, header->e_shoff, header->e_shnum * sizeof *sections);
    for (int i = 0; sections != NULL && i < header->e_shnum; i++) {
        if (sections[i].sh_type == SHT_DYNSYM && sections[i].sh_link < header->e_shnum) {
            return visit_symbols(file, bytes, sections, &sections[i], visit, context);
        }
    }
    return false;
}

bool imports_visit(const char *path, void (*visit)(const char *name, void *context), void *context,
                   CwError *error)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool good = file >= 0 && fstat(file, &status) == 0;
    size_t bytes = good ? (size_t)status.st_size : 0;
    void *image = good ? mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    if (file >= 0) {
        close(file);
    }
    good = image != MAP_FAILED && visit_file(image, bytes, visit, context);
    if (image != MAP_FAILED) {
        munmap(image, bytes);
    }
    return good || cw_error_set(error, "%s: its imports can't be read", path);
}
