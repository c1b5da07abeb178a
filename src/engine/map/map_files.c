#include "map/map_files.h"

#include "platform/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH_BYTES = 32 }; /* a file's size, and what is around it */

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

/* ---- names ---- */

/* Takes "." and what ".." takes back out of a name, in place. */
static void simplify(char *name)
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
        } else if (strcmp(part, ".") != 0 && count < (int)CW_ARRAY_LENGTH(parts)) {
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
    simplify(joined);
    return true;
}

bool map_files_path(const MapFiles *files, const char *name, char *path, size_t size)
{
    const char *map = files->files[0].path;
    const char *slash = path_is_absolute(name) ? NULL : strrchr(map, '/');
    int folder = slash == NULL ? 0 : (int)(slash + 1 - map);
    int length = snprintf(path, size, "%.*s%s", folder, map, name);
    return length >= 0 && (size_t)length < size;
}

/* ---- folders ---- */

/* The length of a path up to its last folder of the name `assets`, 0 for none. */
static size_t assets_end(const char *path)
{
    static const char name[] = "assets";
    const size_t length = sizeof name - 1;
    size_t end = 0;
    for (const char *at = path; (at = strstr(at, name)) != NULL; at += length) {
        bool whole = (at == path || at[-1] == '/') && (at[length] == '/' || at[length] == '\0');
        end = whole ? (size_t)(at - path) + length : end;
    }
    return end;
}

/* Looks for `assets` in the given path, which may lead through links, then in the real one. */
static void find_folders(MapFiles *files)
{
    char path[PATH_BYTES_MAX], real[PATH_BYTES_MAX];
    if (!map_files_path(files, "", path, sizeof path)) {
        return;
    }
    bool found = file_real_path(path[0] == '\0' ? "." : path, real);
    files->folder = found ? strdup(real) : NULL;
    size_t end = assets_end(path);
    if (end > 0) {
        path[end] = '\0';
        files->assets = file_real_path(path, real) ? strdup(real) : NULL;
    } else if (found && (end = assets_end(real)) > 0) {
        real[end] = '\0';
        files->assets = strdup(real);
    }
}

static bool is_inside(const char *path, const char *folder)
{
    size_t length = folder == NULL ? 0 : strlen(folder);
    return length > 0 && strncmp(path, folder, length) == 0 &&
           (path[length] == '/' || folder[length - 1] == '/');
}

bool map_files_check(const MapFiles *files, const char *name, CwError *error)
{
    char path[PATH_BYTES_MAX], real[PATH_BYTES_MAX];
    bool named = !path_is_absolute(name) && map_files_path(files, name, path, sizeof path);
    if (named && (!file_real_path(path, real) || is_inside(real, files->folder) ||
                  is_inside(real, files->assets))) {
        return true;
    }
    const char *folder = files->assets != NULL ? files->assets : files->folder;
    return cw_error_set(error, "\"%.120s\" is outside of %.160s: move the file there%s", name,
                        folder == NULL ? "the map's folder" : folder,
                        files->assets == NULL ? ", or file and map into a folder `assets`" : "");
}

/* ---- files ---- */

/* Takes the bytes over, also when it fails. */
static bool add(MapFiles *files, const char *name, const char *path, char *bytes, size_t size)
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
    return add(files, name, path, copy, text.size);
}

/* One file of a text of several: "LENGTH NAME\n" and its bytes. */
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

static bool is_headed(MapText text)
{
    return text.size >= sizeof MARK && memcmp(text.bytes, MARK, sizeof MARK - 1) == 0;
}

static bool take_files(MapFiles *files, const char *path, MapText text, CwError *error)
{
    size_t mark = sizeof MARK - 1;
    if (!is_headed(text)) {
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
    find_folders(files);
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
    if (files->sealed || !map_files_path(files, name, path, sizeof path)) {
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
    char *bytes = map_files_check(files, name, error) ? map_files_read(path, &size, error) : NULL;
    if (bytes == NULL) {
        return -1;
    }
    if (files->total_bytes + size > MAP_FILE_BYTES_MAX - 512 * 1024) {
        free(bytes);
        cw_error_set(error, "%.300s: a map with its tilesets and templates takes at most %d MiB",
                     path, MAP_FILE_BYTES_MAX / (1024 * 1024));
        return -1;
    }
    if (!add(files, name, path, bytes, size)) {
        cw_error_set(error, "%.300s: out of memory", path);
        return -1;
    }
    return files->count - 1;
}

static size_t size_without_tail(const MapFile *file)
{
    size_t size = file->size;
    while (size > 0 && memchr(" \t\r\n", file->bytes[size - 1], 4) != NULL) {
        size--;
    }
    return size;
}

static bool has_line_tail(const MapFile *file)
{
    return file->size > 0 && file->bytes[file->size - 1] == '\n' &&
           size_without_tail(file) == file->size - 1;
}

static int count_used(const MapFiles *files)
{
    int count = 0;
    for (int i = 0; i < files->count; i++) {
        count += files->files[i].used;
    }
    return count;
}

/* False without memory. */
static bool join(MapFiles *files, bool headed)
{
    size_t room = sizeof MARK;
    for (int i = 0; i < files->count; i++) {
        room += files->files[i].size + strlen(files->files[i].name) + LENGTH_BYTES;
    }
    char *text = files->together = malloc(room);
    if (text == NULL) {
        return false;
    }
    text += headed ? sprintf(text, "%s", MARK) : 0;
    for (int i = 0; i < files->count; i++) {
        const MapFile *file = &files->files[i];
        size_t size = size_without_tail(file);
        if (file->used) {
            text += headed ? sprintf(text, "%zu %s\n", size + 1, file->name) : 0;
            memcpy(text, file->bytes, size);
            text += size;
            *text++ = '\n';
        }
    }
    files->together_bytes = (size_t)(text - files->together);
    return true;
}

MapText map_files_text(MapFiles *files)
{
    int used = count_used(files);
    if (used == 1 && has_line_tail(&files->files[0])) {
        return (MapText){files->files[0].bytes, files->files[0].size};
    }
    if (files->together == NULL && !join(files, used > 1)) {
        return (MapText){0};
    }
    return (MapText){files->together, files->together_bytes};
}

MapText map_files_first(MapText text)
{
    const char *line = text.bytes + sizeof MARK - 1;
    const char *end = is_headed(text) ? memchr(line, '\n', text.size - sizeof MARK + 1) : NULL;
    return end == NULL ? text : (MapText){end + 1, strtoul(line, NULL, 10)};
}

size_t map_files_head(MapText text, size_t size, char head[64])
{
    return is_headed(text) ? (size_t)snprintf(head, 64, "%s%zu \n", MARK, size) : 0;
}

void map_files_free(MapFiles *files)
{
    for (int i = 0; i < files->count; i++) {
        free(files->files[i].name);
        free(files->files[i].path);
        free(files->files[i].bytes);
    }
    free(files->together);
    free(files->folder);
    free(files->assets);
}
