#include "live/dev_build.h"

#include "base/files.h"
#include "platform/clock.h"
#include "platform/folder.h"
#include "platform/thread.h"
#include "system/watch.h"

#include <SDL_stdinc.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* ---- the kind of a saved file ---- */

static bool ends_so(const char *path, const char *const *endings)
{
    const char *dot = strrchr(path, '.');
    for (int i = 0; dot != NULL && endings[i] != NULL; i++) {
        if (SDL_strcasecmp(dot + 1, endings[i]) == 0) {
            return true;
        }
    }
    return false;
}

SavedKind saved_kind(const char *path)
{
    static const char *const sources[] = {"c",   "h",  "cc", "cpp", "cxx", "hh", "hpp",
                                          "inc", "in", "s",  "def", "mk",  NULL};
    static const char *const sounds[] = {"wav", "ogg", "flac", "opus", "mp3", NULL};
    static const char *const levels[] = {"tmj", "tmx", "tj", "tx", "tsj", "tsx", NULL};
    static const char *const maps[] = {"json", NULL};
    static const char *const art[] = {"png", "svg", "jpg", "jpeg", "json", "ttf", "otf", NULL};
    const char *name = path_name(path);
    if (path[0] == '\0' || ends_so(path, sources) || strcmp(name, "Makefile") == 0 ||
        strcmp(name, "makefile") == 0 || strcmp(name, "GNUmakefile") == 0) {
        return WHAT_CODE;
    }
    if (strcmp(path, "config.ini") == 0) {
        return WHAT_CONFIG;
    }
    if (strncmp(path, "assets/", 7) != 0) {
        return WHAT_NOTHING;
    }
    bool is_map = strncmp(path, "assets/levels/", 14) == 0 && ends_so(path, maps);
    return is_map || ends_so(path, levels) ? WHAT_LEVEL
           : ends_so(path, sounds)         ? WHAT_SOUND
           : ends_so(path, art)            ? WHAT_ART
                                           : WHAT_NOTHING;
}

const char *saved_kind_name(SavedKind what)
{
    static const char *const names[WHAT_COUNT] = {
        [WHAT_NOTHING] = "nothing", [WHAT_KNOB] = "knob",   [WHAT_BUILD] = "build",
        [WHAT_CONFIG] = "config",   [WHAT_SOUND] = "sound", [WHAT_ART] = "art",
        [WHAT_LEVEL] = "level",     [WHAT_CODE] = "code"};
    return names[what];
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
    return cw_error_set(
        error, "%s has no Makefile: name the folder of a game, such as clockwork new makes",
        places->root);
}

enum { SOURCE_BYTES_MAX = 64 << 20, LINKS_MAX = 3 /* to folders, within each other */ };

typedef struct Contents {
    size_t root_bytes; /* length of the root's path */
    int links;
    uint64_t hash; /* does not depend on the order of the files */
} Contents;

static FolderStep add_contents(const char *path, FileKind kind, int depth, void *context)
{
    Contents *contents = context;
    bool is_link = kind == FILE_SPECIAL;
    kind = is_link ? file_facts(path).kind : kind;
    (void)depth;
    if (watch_leaves_out(path_name(path), kind == FILE_FOLDER)) {
        return FOLDER_SKIP;
    }
    if (kind == FILE_REGULAR && saved_kind(path + contents->root_bytes + 1) == WHAT_CODE) {
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
    const char *const arguments[] = {"make",    "-s", jobs, "-C", build->places->root,
                                     "game.so", NULL};
    build->began_ns = clock_file_ns();
    build->contents = hash_sources(build->places->root);
    return process_start(&build->process, &(ProcessDesc){arguments, .one_stream = true}, error);
}

bool dev_build_poll(DevBuild *build)
{
    return process_poll(&build->process);
}

/* ---- what it made ---- */

/* Copies that were loaded are no part of it. */
static FolderStep remove_object(const char *path, FileKind kind, int depth, void *context)
{
    static const char *const endings[] = {"o", "lo", "obj", "a", "so", "gch", "pch", NULL};
    const DevBuild *build = context;
    bool hidden = path_name(path)[0] == '.';
    bool copies = strcmp(path, build->places->folder) == 0;
    (void)depth;
    if (kind == FILE_FOLDER && (hidden || copies)) {
        return FOLDER_SKIP;
    }
    if (kind == FILE_REGULAR && ends_so(path_name(path), endings) &&
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
    bool stale = hash_sources(build->places->root) != build->contents;
    if (stale) {
        folder_walk(build->places->root, remove_object, build);
    }
    return stale;
}

/* In the project's folder $0, for $1.diff: git's index holds the sources of the build before. */
static const char KEEP_DIFFERENCE[] =
    "cd \"$0\" && exec 2>/dev/null >\"build/dev/$1.diff\" || exit\n"
    "export GIT_DIR=build/dev/.source GIT_WORK_TREE=.\n"
    "rm -f $GIT_DIR/index.lock\n"
    "set -- '*.[ch]*' ':!*.c[sw]*' ':!build'\n" /* no .csv, .cwr */
    "if [ -d $GIT_DIR ]; then git add -N \"$@\"\n"
    "git diff -U0 --no-color --no-ext-diff --no-prefix | grep -v '^diff \\|^index '\n"
    "else git init -q; fi\n"
    "git add -A \"$@\"; git prune\n";

bool dev_build_keep(DevBuild *build, const char *saved, char copy[PATH_BYTES_MAX], CwError *error)
{
    const DevPlaces *places = build->places;
    const KeptFiles files = {places->folder, ".so", BUILDS_KEPT};
    const KeptFiles differences = {places->folder, ".diff", BUILDS_KEPT};
    char name[PATH_BYTES_MAX];
    if (!kept_files_begin(&files, saved, copy, error)) {
        return false;
    }
    if (!file_copy(places->object, copy)) {
        return cw_error_set(error, "%s: %s: `make game.so` must build it", places->object,
                            strerror(errno));
    }
    kept_files_trim(&files);
    kept_files_trim(&differences);
    path_with_ending(name, path_name(copy), "");
    const char *const arguments[] = {"sh", "-c", KEEP_DIFFERENCE, places->root, name, NULL};
    process_wait(&build->keeper);
    process_start(&build->keeper, &(ProcessDesc){.arguments = arguments}, &(CwError){0});
    return true;
}

/* ---- its words ---- */

/* FILE:LINE: or FILE:LINE:COLUMN: in front of "error", as gcc and clang say it. */
static bool is_error(const char *line, size_t length)
{
    static const char *const words[] = {"error: ", "undefined reference", "multiple definition",
                                        "*** "};
    for (const char *at = line; at < line + length; at++) {
        for (size_t i = 0; i < CW_ARRAY_LENGTH(words); i++) {
            if (strncmp(at, words[i], strlen(words[i])) == 0 &&
                (i > 0 || at == line || at[-1] == ' ')) {
                return true;
            }
        }
    }
    return false;
}

static const char *find_complaint(const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        if (is_error(text, length)) {
            break;
        }
        text += length + (text[length] == '\n');
    }
    return text;
}

void dev_build_find_error(char error[BUILD_ERROR_BYTES], const char *text)
{
    const char *first = find_complaint(text);
    bool complains = *first != '\0';
    first = complains ? first : text;
    const char *end = first + strcspn(first, "\n");
    end = complains ? find_complaint(end + (*end == '\n')) : end;
    const char *macro = strstr(first, ": note: in definition of macro");
    while (macro != NULL && macro > first && macro[-1] != '\n') {
        macro--;
    }
    end = macro != NULL && macro < end ? macro : end; /* more is about the header of the macro */
    dev_build_take_lines(error, first, end, BUILD_LINE_BYTES);
}

int dev_build_find_warning(char warning[BUILD_LINE_BYTES], const char *text)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, ": warning: ")) != NULL; at++, count++) {
        const char *line = at;
        while (line > text && line[-1] != '\n') {
            line--;
        }
        if (count == 0) {
            snprintf(warning, BUILD_LINE_BYTES, "%.*s", (int)strcspn(line, "\n"), line);
        }
    }
    return count;
}

void dev_build_take_lines(char lines[BUILD_ERROR_BYTES], const char *text, const char *end,
                          int line_bytes)
{
    size_t used = 0;
    lines[0] = '\0';
    for (int i = 0; i < BUILD_LINES && (end == NULL || text < end) && *text != '\0'; i++) {
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
