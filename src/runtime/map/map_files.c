#include "map/map_reader.h"

#include "platform/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH_BYTES = 32 }; /* room for a file's size and its separators */

static const char MARK[] = "Clockwork map of files\n";

char *map_files_read(const char *path, size_t *size, CwError *error)
{
    char *text = (char *)file_read(path, 0, MAP_FILE_BYTES_MAX - 1, size);
    if (text == NULL && errno == EFBIG) {
        cw_error_set(error, "%.300s: too large: a level is a Tiled map (.tmj) of at most %d MiB",
                     path, MAP_FILE_BYTES_MAX / (1024 * 1024));
    } else if (text == NULL) {
        cw_error_set(error, "%.300s: %s", path, file_reason(errno));
    }
    return text;
}

bool map_files_refuse(const char *path, CwError *error)
{
    return cw_error_set(error, "%.300s: a map with its tilesets and templates takes at most %d MiB",
                        path, MAP_FILE_BYTES_MAX / (1024 * 1024));
}

/* ---- names ---- */

/* Removes "." and parts followed by ".." from a name, in place. False: it has too many parts. */
static bool simplify(char *name)
{
    char *parts[256];
    int count = 0;
    bool absolute = name[0] == '/';
    for (char *part = name + strspn(name, "/"), *rest; *part != '\0'; part = rest) {
        size_t length = strcspn(part, "/");
        rest = part + length + strspn(part + length, "/");
        part[length] = '\0';
        bool up = strcmp(part, "..") == 0;
        if (up && count > 0 && strcmp(parts[count - 1], "..") != 0) {
            count--;
        } else if (strcmp(part, ".") != 0) {
            if (count == (int)CW_ARRAY_LENGTH(parts)) {
                return false;
            }
            parts[count++] = part;
        }
    }
    char *end = name + (absolute ? 1 : 0);
    for (int i = 0; i < count; i++) {
        size_t length = strlen(parts[i]);
        if (i > 0) {
            *end++ = '/';
        }
        memmove(end, parts[i], length);
        end += length;
    }
    *end = '\0';
    return true;
}

bool map_files_name(const char *from, const char *name, char *joined, size_t size)
{
    const char *slash = path_is_absolute(name) ? NULL : strrchr(from, '/');
    int folder = slash == NULL ? 0 : (int)(slash + 1 - from);
    int length = snprintf(joined, size, "%.*s%s", folder, from, name);
    if (length < 0 || (size_t)length >= size) {
        joined[0] = '\0';
        return false;
    }
    for (char *at = joined; *at != '\0'; at++) {
        *at = *at == '\\' ? '/' : *at;
    }
    return simplify(joined);
}

bool map_files_path(const MapFiles *files, const char *name, char path[PATH_BYTES_MAX],
                    CwError *error)
{
    const char *map = files->files[0].path, *slash = strrchr(map, '/');
    path[0] = '\0';
    if (path_is_absolute(name)) {
        return cw_error_set(error,
                            "\"%.200s\" is an absolute path: move the file to where a relative "
                            "one leads, and choose it again in Tiled",
                            name);
    }
    while (files->is_apart && strncmp(name, "../", 3) == 0) {
        name += 3;
    }
    int length = snprintf(path, PATH_BYTES_MAX, "%.*s%s",
                          slash == NULL ? 0 : (int)(slash + 1 - map), map, name);
    return (length >= 0 && length < PATH_BYTES_MAX) ||
           cw_error_set(error, "\"%.200s\" has a path that is too long", name);
}

/* ---- files ---- */

/* Adds a file. Takes ownership of the bytes, even on failure. */
static bool add_file(MapFiles *files, const char *name, const char *path, char *bytes, size_t size)
{
    MapFile *file = &files->files[files->count];
    *file = (MapFile){.name = strdup(name), .path = strdup(path), .bytes = bytes, .size = size};
    if (file->name == NULL || file->path == NULL || bytes == NULL) {
        free(file->name);
        free(file->path);
        free(bytes);
        return false;
    }
    files->count++;
    files->total_bytes += size;
    return true;
}

static bool add_copy(MapFiles *files, const char *name, const char *path, MapText text)
{
    char *copy = malloc(text.size + 1);
    if (copy != NULL) {
        memcpy(copy, text.bytes, text.size);
    }
    return add_file(files, name, path, copy, text.size);
}

/* Takes one file from a text of several: "LENGTH NAME\n" and its bytes. */
static bool take_file(MapFiles *files, const char *map_path, MapText *rest)
{
    const char *line_end = memchr(rest->bytes, '\n', rest->size);
    size_t size = 0;
    int digits = 0;
    char head[1100];
    size_t length = line_end == NULL ? sizeof head : (size_t)(line_end - rest->bytes);
    if (length >= sizeof head || files->count == MAP_FILES_MAX) {
        return false;
    }
    memcpy(head, rest->bytes, length);
    head[length] = '\0';
    if (sscanf(head, "%9zu%n", &size, &digits) < 1 || head[digits] != ' ') {
        return false;
    }
    const char *name = head + digits + 1;
    rest->bytes += length + 1;
    rest->size -= length + 1;
    if (size > rest->size ||
        !add_copy(files, name, files->count == 0 ? map_path : name, (MapText){rest->bytes, size})) {
        return false;
    }
    rest->bytes += size;
    rest->size -= size;
    return true;
}

static bool take_files(MapFiles *files, const char *path, MapText text, CwError *error)
{
    size_t mark = sizeof MARK - 1;
    if (text.size <= mark || memcmp(text.bytes, MARK, mark) != 0) {
        return add_copy(files, "", path, text) || cw_error_set(error, "%s: out of memory", path);
    }
    MapText rest = {text.bytes + mark, text.size - mark};
    while (rest.size > 0) {
        if (!take_file(files, path, &rest)) {
            return cw_error_set(error,
                                "%.400s: the level in this recording is damaged: copy the "
                                "recording again from where it was made",
                                path);
        }
    }
    return files->count > 0 || cw_error_set(error, "%.400s: holds no level", path);
}

bool map_files_open(MapFiles *files, const char *path, MapText text, CwError *error)
{
    if (!take_files(files, path, text, error)) {
        return false;
    }
    files->files[0].used = true;
    files->is_apart = files->sealed && !file_exists(path);
    if (files->sealed && files->count > 1) { /* a carried text stays as it is */
        files->together = malloc(text.size);
        files->together_bytes = text.size;
        if (files->together == NULL) {
            return cw_error_set(error, "%s: out of memory", path);
        }
        memcpy(files->together, text.bytes, text.size);
    }
    return true;
}

int map_files_find(MapFiles *files, const char *name, CwError *error)
{
    char path[PATH_BYTES_MAX];
    for (int i = 1; i < files->count; i++) {
        if (strcmp(files->files[i].name, name) == 0) {
            return i;
        }
    }
    if (files->sealed) {
        cw_error_set(error, "\"%.300s\" is not among the level's files", name);
        return -1;
    }
    if (strchr(name, '\n') != NULL) {
        cw_error_set(error, "%.300s: a file's name must not have a line feed: rename the file",
                     name);
        return -1;
    }
    if (files->count == MAP_FILES_MAX || strlen(name) > 1000) {
        cw_error_set(error, "%.300s: a map takes at most %d files, of names of 1000 bytes", name,
                     MAP_FILES_MAX);
        return -1;
    }
    size_t size;
    bool may_be_read = map_files_path(files, name, path, error);
    char *bytes = may_be_read ? map_files_read(path, &size, error) : NULL;
    if (bytes != NULL && files->total_bytes + size > MAP_FILE_BYTES_MAX - 512 * 1024) {
        free(bytes);
        bytes = NULL;
        map_files_refuse(path, error);
    }
    bool found = bytes != NULL; /* an unreadable file is remembered and not read again */
    if (!add_file(files, name, path, found ? bytes : strdup(""), found ? size : 0)) {
        cw_error_set(error, "%.300s: out of memory", path);
        return -1;
    }
    files->files[files->count - 1].broken = !found;
    return found ? files->count - 1 : -1;
}

static MapText without_tail(const MapFile *file)
{
    bool is_anew = file->anew.size > 0;
    MapText text = {is_anew ? file->anew.bytes : file->bytes,
                    is_anew ? file->anew.size : file->size};
    while (text.size > 0 && memchr(" \t\r\n", text.bytes[text.size - 1], 4) != NULL) {
        text.size--;
    }
    return text;
}

/* Joins the files. False: out of memory. */
static bool join_files(MapFiles *files, bool headed)
{
    size_t room = sizeof MARK;
    for (int i = 0; i < files->count; i++) {
        room += without_tail(&files->files[i]).size + strlen(files->files[i].name) + LENGTH_BYTES;
    }
    char *text = files->together = malloc(room);
    if (text == NULL) {
        return false;
    }
    text += headed ? sprintf(text, "%s", MARK) : 0;
    for (int i = 0; i < files->count; i++) {
        const MapFile *file = &files->files[i];
        MapText content = without_tail(file);
        if (file->used) {
            text += headed ? sprintf(text, "%zu %s\n", content.size + 1, file->name) : 0;
            memcpy(text, content.bytes, content.size);
            text += content.size;
            *text++ = '\n';
        }
    }
    files->together_bytes = (size_t)(text - files->together);
    return true;
}

void map_files_forget_text(MapFiles *files)
{
    free(files->together);
    files->together = NULL;
}

MapText map_files_text(MapFiles *files)
{
    int used = 0;
    for (int i = 0; i < files->count; i++) {
        used += files->files[i].used;
    }
    bool is_joined = files->together != NULL || join_files(files, used > 1);
    return is_joined ? (MapText){files->together, files->together_bytes} : (MapText){0};
}

void map_files_free(MapFiles *files)
{
    for (int i = 0; i < files->count; i++) {
        free(files->files[i].name);
        free(files->files[i].path);
        free(files->files[i].bytes);
        free(files->files[i].anew.bytes);
    }
    free(files->together);
}
