/* What the headers of src/runtime/platform promise, tried on the system that it is built for:
 * windows.sh runs it under Wine, also as the second program that some promises take. It prints a
 * line for each promise that is broken, and its exit status is 1 then. */
#include "platform/clock.h"
#include "platform/crash.h"
#include "platform/file.h"
#include "platform/memory.h"
#include "platform/process.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 1 << 20, SECOND_NS = 1000000000 };

#define EXPECT(condition) expect(condition, #condition, __LINE__)

static bool failed;
static char folder[PATH_BYTES_MAX];

static void expect(bool condition, const char *words, int line)
{
    if (!condition) {
        printf("seam.c:%d: %s (%s)\n", line, words, strerror(errno));
        failed = true;
    }
}

/* Valid until two more were asked for. */
static const char *in_folder(const char *name)
{
    static char paths[3][PATH_BYTES_MAX];
    static int next;
    char *path = paths[next++ % 3];
    EXPECT(path_join(path, folder, name));
    return path;
}

static size_t describe(char *text, size_t size, const void *denied)
{
    return (size_t)snprintf(text, size, "by %s\n", denied != NULL ? "a protected block" : "abort");
}

static int repeat(char **arguments)
{
    for (; *arguments != NULL; arguments++) {
        puts(*arguments);
    }
    puts(getenv("COLOUR"));
    return 7;
}

static int crash(char **arguments)
{
    volatile char *block = memory_reserve(NULL, BLOCK_BYTES);
    crash_catch(describe, NULL);
    memory_protect((void *)(uintptr_t)block, BLOCK_BYTES, true);
    if (arguments[0] != NULL) {
        abort();
    }
    block[1000] = 1;
    return 0;
}

static const struct {
    const char *name;
    int (*run)(char **arguments);
} PARTS[] = {{"repeat", repeat}, {"crash", crash}};

static bool holds(const char *path, const char *text)
{
    size_t size = 0;
    uint8_t *bytes = file_read(path, 0, SIZE_MAX, &size);
    bool same = bytes != NULL && size == strlen(text) && memcmp(bytes, text, size) == 0;
    free(bytes);
    return same;
}

static bool write_text(FILE *file, const char *text)
{
    return file != NULL && fputs(text, file) >= 0 && fclose(file) == 0;
}

static bool fails_with(bool ok, int cause)
{
    return !ok && errno == cause;
}

static bool can_lock(const char *path)
{
    int descriptor = file_open_descriptor(path, FILE_EDIT);
    bool locked = file_lock(descriptor);
    EXPECT(file_close_descriptor(descriptor));
    return locked;
}

static void try_files(void)
{
    const char *file = in_folder("a \xc3\xa4"), *moved = in_folder("moved");
    const FilePart parts[] = {{"one\r\n", 5}, {"two\n", 4}};
    char real[PATH_BYTES_MAX], unique[PATH_BYTES_MAX];
    EXPECT(fails_with(file_open(file, FILE_READ) != NULL, ENOENT));
    EXPECT(write_text(file_open(file, FILE_WRITE), "first\n") && holds(file, "first\n"));
    EXPECT(fails_with(file_open(file, FILE_NEW) != NULL, EEXIST));
    EXPECT(fails_with(file_open(folder, FILE_READ) != NULL, EISDIR));
    EXPECT(write_text(file_open(file, FILE_APPEND), "more\n") && holds(file, "first\nmore\n"));
    FILE *reader = file_open(file, FILE_READ); /* Windows replaces no file that is open */
    bool replaced = reader != NULL && file_replace(file, parts, 2);
    EXPECT(replaced || (errno == EACCES && holds(file, "first\nmore\n")));
    fclose(reader);
    EXPECT(file_replace(file, parts, 2) && holds(file, "one\r\ntwo\n"));
    EXPECT(file_facts(file).size_bytes == 9 && file_facts(file).kind == FILE_REGULAR);
    EXPECT(clock_wall_ns() - file_facts(file).modified_ns < 10 * (int64_t)SECOND_NS);
    EXPECT(file_facts(file).number != file_facts(folder).number);
    EXPECT(file_real_path(file, real) && path_is_absolute(real) && holds(real, "one\r\ntwo\n"));
    EXPECT(file_copy(file, moved) && fails_with(file_copy(file, moved), EEXIST));
    EXPECT(file_rename(file, moved) && !file_exists(file) && file_sync(moved));
    EXPECT(fails_with(file_make_folder(moved), EEXIST) && file_remove(moved));
    int descriptor = file_open_unique(unique, folder, "new-");
    EXPECT(descriptor >= 0 && file_write_all(descriptor, "123", 3) && file_size(descriptor) == 3);
    EXPECT(file_lock(descriptor) && !can_lock(unique));
    file_remove_unlocked(unique);
    EXPECT(file_truncate(descriptor) && file_close_descriptor(descriptor));
    EXPECT(can_lock(unique));
    file_remove_unlocked(unique);
    EXPECT(!file_exists(unique));
}

static FolderStep count(const char *path, FileKind kind, int depth, void *context)
{
    (void)path, (void)depth;
    *(int *)context += kind == FILE_FOLDER ? 100 : 1;
    return FOLDER_ON;
}

static FolderStep remove_all(const char *path, FileKind kind, int depth, void *context)
{
    (void)depth, (void)context;
    return kind == FILE_FOLDER || file_remove(path) ? FOLDER_ON : FOLDER_STOP;
}

/* Deeper than the 260 characters of old programs for Windows. */
static void try_folders(void)
{
    char deep[PATH_BYTES_MAX], file[PATH_BYTES_MAX];
    int seen = 0;
    snprintf(deep, sizeof deep, "%s", folder);
    for (int i = 0; i < 9; i++) {
        snprintf(deep + strlen(deep), 64, "/%050d", i);
        EXPECT(file_make_folder(deep));
    }
    EXPECT(path_join(file, deep, "x") && write_text(file_open(file, FILE_WRITE), "deep") &&
           holds(file, "deep"));
    EXPECT(file_replace(file, &(FilePart){"new", 3}, 1) && holds(file, "new"));
    EXPECT(folder_walk(folder, count, &seen) && seen == 901);
    EXPECT(!folder_remove(deep) && folder_walk(folder, remove_all, NULL) && folder_remove(deep));
    for (char *slash; (slash = strrchr(deep, '/')) != NULL && slash > deep + strlen(folder);) {
        *slash = '\0';
        EXPECT(folder_remove(deep));
    }
}

static void try_memory_and_clock(void)
{
    char *block = memory_reserve(NULL, BLOCK_BYTES);
    EXPECT(block != NULL && block[BLOCK_BYTES - 1] == 0);
    memory_release(block, BLOCK_BYTES);
    EXPECT(memory_reserve(block, BLOCK_BYTES) == block);
    EXPECT(memory_reserve(block, BLOCK_BYTES) != block);
    for (int64_t ns = 1; ns < SECOND_NS / 10; ns *= 7) {
        int64_t begin_ns = clock_now_ns();
        clock_sleep_ns(ns);
        EXPECT(clock_now_ns() - begin_ns >= ns);
    }
}

int main(int argc, char **argv)
{
    char **arguments = process_begin(&argc, argv);
    for (size_t i = 0; argc > 1 && i < CW_ARRAY_LENGTH(PARTS); i++) {
        if (strcmp(arguments[1], PARTS[i].name) == 0) {
            return PARTS[i].run(arguments + 2);
        }
    }
    EXPECT(folder_make_temporary(folder, "clockwork seam \xc3\xa4-"));
    try_files();
    try_folders();
    try_memory_and_clock();
    EXPECT(folder_remove(folder));
    return failed;
}
