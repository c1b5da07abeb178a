/* Runs the project's own build. A build may have read a source before it was saved, and make would
 * take the object for newer. So dev compares the contents of all sources before and after a build.
 * If they differ, it removes the objects and builds once more. */
#include "live/dev.h"

#include "base/numbered_files.h"
#include "platform/clock.h"
#include "system/folder_watch.h"

#include <SDL_stdinc.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* ---- files ---- */

bool dev_path_ends(const char *path, const char *const *endings)
{
    const char *dot = strrchr(path, '.');
    for (int i = 0; dot != NULL && endings[i] != NULL; i++) {
        if (SDL_strcasecmp(dot + 1, endings[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- the build ---- */

bool dev_build_check(const DevPlaces *places, CwError *error)
{
    static const char *const names[] = {"GNUmakefile", "makefile", "Makefile"};
    char path[PATH_BYTES_MAX];
    for (size_t i = 0; i < CW_ARRAY_LENGTH(names); i++) {
        if (path_join(path, places->root, names[i]) && file_exists(path)) {
            return true;
        }
    }
    return cw_error_set(error, "%s has no Makefile: name a game's folder, as clockwork new makes",
                        places->root);
}

enum { SOURCE_BYTES_MAX = 64 << 20, LINKS_MAX = 3 /* links to folders within each other */ };

typedef struct Contents {
    size_t root_bytes; /* length of the root's path */
    int links;         /* links to folders that lead here */
    uint64_t hash;     /* does not depend on the order of the files */
} Contents;

static FolderStep add_contents(const char *path, FileKind kind, int depth, void *context)
{
    Contents *contents = context;
    bool is_link = kind == FILE_SPECIAL;
    kind = is_link ? file_facts(path).kind : kind;
    (void)depth;
    if (folder_watch_ignores(path_name(path), kind == FILE_FOLDER)) {
        return FOLDER_SKIP;
    }
    if (kind == FILE_REGULAR && change_kind(path + contents->root_bytes + 1) == CHANGE_CODE) {
        size_t size = 0;
        uint8_t *bytes = file_read(path, 0, SOURCE_BYTES_MAX, &size);
        contents->hash += XXH3_64bits_withSeed(bytes, size, XXH3_64bits(path, strlen(path)));
        free(bytes);
    } else if (kind == FILE_FOLDER && is_link && contents->links < LINKS_MAX) {
        contents->links++;
        folder_walk(path, add_contents, contents);
        contents->links--;
    }
    return FOLDER_ON;
}

static uint64_t hash_sources(const char *root)
{
    Contents contents = {.root_bytes = strlen(root)};
    folder_walk(root, add_contents, &contents);
    return contents.hash;
}

bool dev_build_start(DevBuild *build, CwError *error)
{
    char jobs[16];
    snprintf(jobs, sizeof jobs, "-j%d", thread_count_cores());
    const char *root = build->places->root;
    const char *const arguments[] = {"make", "-s", jobs, "-C", root, "game.so", NULL};
    build->began_ns = clock_file_ns();
    build->contents = hash_sources(root);
    return process_start(&build->process, &(ProcessDesc){arguments, .has_one_stream = true}, error);
}

/* ---- what it made ---- */

/* Removes an object of this build; keeps the copies that dev loads. */
static FolderStep remove_object(const char *path, FileKind kind, int depth, void *context)
{
    static const char *const endings[] = {"o", "lo", "obj", "a", "so", "gch", "pch", NULL};
    const DevBuild *build = context;
    bool is_hidden = path_name(path)[0] == '.';
    bool has_copies = strcmp(path, build->places->folder) == 0;
    (void)depth;
    if (kind == FILE_FOLDER && (is_hidden || has_copies)) {
        return FOLDER_SKIP;
    }
    if (kind == FILE_REGULAR && dev_path_ends(path, endings) &&
        file_facts(path).modified_ns >= build->began_ns) {
        file_remove(path);
    }
    return FOLDER_ON;
}

void dev_build_stop(DevBuild *build)
{
    if (build->process.id != 0) {
        process_kill(&build->process);
        folder_walk(build->places->root, remove_object, build);
    }
}

bool dev_build_is_stale(DevBuild *build)
{
    bool is_stale = hash_sources(build->places->root) != build->contents;
    if (is_stale) {
        folder_walk(build->places->root, remove_object, build);
    }
    return is_stale;
}

/* Writes $1.diff in the folder $0. Git's index holds the sources of the build before. */
static const char KEEP_DIFFERENCE[] =
    "cd \"$0\" && exec 2>/dev/null >\"build/dev/$1.diff\" || exit\n"
    "export GIT_DIR=build/dev/.source GIT_WORK_TREE=.\n"
    "rm -f $GIT_DIR/index.lock\n"
    "set -- '*.[ch]*' ':!*.c[sw]*' ':!build'\n" /* leaves out .csv and .cwr */
    "if [ -d $GIT_DIR ]; then git add -N \"$@\"\n"
    "git diff -U0 --no-color --no-ext-diff --no-prefix | grep -v '^diff \\|^index '\n"
    "else git init -q; fi\n"
    "git add -A \"$@\"; git prune\n";

bool dev_build_keep(DevBuild *build, const char *saved, char copy[PATH_BYTES_MAX], CwError *error)
{
    const DevPlaces *places = build->places;
    const NumberedFiles files = {places->folder, ".so", BUILDS_KEPT};
    const NumberedFiles differences = {places->folder, ".diff", BUILDS_KEPT};
    char name[PATH_BYTES_MAX];
    if (!numbered_files_next_path(&files, saved, copy, error)) {
        return false;
    }
    if (!file_copy(places->object, copy)) {
        const char *reason = strerror(errno);
        return cw_error_set(error, "%s: %s: `make game.so` must build it", places->object, reason);
    }
    numbered_files_trim(&files);
    numbered_files_trim(&differences);
    path_with_ending(name, path_name(copy), "");
    const char *const arguments[] = {"sh", "-c", KEEP_DIFFERENCE, places->root, name, NULL};
    process_wait(&build->keeper);
    process_start(&build->keeper, &(ProcessDesc){.arguments = arguments}, &(CwError){0});
    return true;
}

/* ---- the compiler's messages ---- */

static const char *line_of(const char *text, const char *at)
{
    while (at > text && at[-1] != '\n') {
        at--;
    }
    return at;
}

const char *dev_build_find_error(const char *text)
{
    static const char *const words[] = {" error: ", "undefined reference", "multiple definition",
                                        "*** "};
    const char *first = NULL;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(words); i++) {
        const char *at = strstr(text, words[i]);
        first = at != NULL && (first == NULL || at < first) ? at : first;
    }
    return first == NULL ? text : line_of(text, first);
}

int dev_build_find_warning(char warning[BUILD_LINE_BYTES], const char *text)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, ": warning: ")) != NULL; at++) {
        if (count++ == 0) {
            const char *line = line_of(text, at);
            snprintf(warning, BUILD_LINE_BYTES, "%.*s", (int)strcspn(line, "\n"), line);
        }
    }
    return count;
}

void dev_build_take_lines(char lines[BUILD_ERROR_BYTES], const char *text, int line_bytes)
{
    size_t used = 0;
    lines[0] = '\0';
    for (int i = 0; i < BUILD_LINES && *text != '\0'; i++) {
        int length = (int)strcspn(text, "\n");
        int shown = length < line_bytes - 1 ? length : line_bytes - 2;
        used += (size_t)snprintf(lines + used, BUILD_ERROR_BYTES - used, "%s%.*s",
                                 i == 0 ? "" : "\n", shown, text);
        text += length + (text[length] == '\n');
    }
    for (char *tab = lines; (tab = strchr(tab, '\t')) != NULL;) {
        *tab = ' ';
    }
}
