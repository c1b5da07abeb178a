#include "frame/saves.h"

#include "base/little_endian.h"
#include "base/report.h"
#include "platform/file.h"
#include "sim/breadcrumb.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum {
    FORMAT_VERSION = 1,
    AT_FORMAT = 6,
    AT_VERSION = 8,
    AT_SIZE = 16,
    AT_CHECKSUM = 24,
    HEAD_BYTES = 32,
    SAVE_FILE_BYTES_MAX = HEAD_BYTES + CW_SAVE_BYTES_MAX,
    PATH_ROOM = PATH_BYTES_MAX + CW_SAVE_KEY_BYTES + 16
};

static const char MAGIC[] = "CWSAVE";

/* ---- names ---- */

static bool is_key(const char *key)
{
    size_t length = strlen(key);
    return length > 0 && length < CW_SAVE_KEY_BYTES &&
           strspn(key, "abcdefghijklmnopqrstuvwxyz0123456789-") == length;
}

/* The path of a save's file. */
static bool find_place(const CwSaves *saves, const char *key, char path[PATH_ROOM], CwError *error)
{
    if (breadcrumb_is_in_tick()) {
        return cw_error_set(error,
                            "a tick uses save \"%s\", but recordings contain no saves: use saves "
                            "in frame phases only, and keep no CwFrame for ticks",
                            key);
    }
    if (!is_key(key)) {
        return cw_error_set(error, "\"%s\" is not a key of a save: use 1 to %d of a-z, 0-9 and '-'",
                            key, CW_SAVE_KEY_BYTES - 1);
    }
    if (saves == NULL || saves->folder[0] == '\0') {
        return cw_error_set(error, "there is no folder for your files");
    }
    snprintf(path, PATH_ROOM, "%s/%s.save", saves->folder, key);
    return true;
}

/* Passes a failure to the caller, or reports it if the caller takes no error. */
static bool pass_failure(CwSaves *saves, bool ok, const CwError *cause, CwError *error)
{
    bool is_known = saves != NULL && strcmp(saves->failure.text, cause->text) == 0;
    if (!ok && error == NULL && !is_known) {
        report("%s", cause->text);
        if (saves != NULL) {
            saves->failure = *cause;
        }
        if (saves != NULL && saves->notices != NULL) {
            notices_add(saves->notices, "A problem with your files: %s",
                        without_folder(cause->text));
        }
    }
    return ok || cw_error_set(error, "%s", cause->text);
}

/* ---- files ---- */

static uint64_t checksum(const char *key, const uint8_t *head, const void *bytes, size_t size)
{
    uint64_t seed = XXH3_64bits(key, strlen(key));
    return XXH3_64bits_withSeed(bytes, size, XXH3_64bits_withSeed(head, AT_CHECKSUM, seed));
}

static bool replace_save(const CwSaves *saves, const char *key, const CwSave *save, CwError *error)
{
    char path[PATH_ROOM];
    uint8_t head[HEAD_BYTES] = {0};
    if (!find_place(saves, key, path, error)) {
        return false;
    }
    memcpy(head, MAGIC, AT_FORMAT);
    store_le(head + AT_FORMAT, FORMAT_VERSION, 2);
    store_le(head + AT_VERSION, save->version, 4);
    store_le(head + AT_SIZE, save->size, 8);
    store_le(head + AT_CHECKSUM, checksum(key, head, save->bytes, save->size), 8);
    const FilePart parts[] = {{head, sizeof head}, {save->bytes, save->size}};
    file_make_folder(saves->folder);
    int locked = file_lock_folder(path);
    bool ok = file_replace(path, parts, (int)CW_ARRAY_LENGTH(parts)) ||
              cw_error_set(error, "%s: not saved, the old file stays: %s", path, strerror(errno));
    file_unlock_folder(locked);
    return ok;
}

bool cw_save_write(CwSaves *saves, const char *key, const CwSave *save, CwError *error)
{
    ASSERT_GIVEN(key);
    ASSERT_GIVEN(save);
    CwError cause = {0};
    if (saves != NULL && saves->is_unplayed) {
        return cw_error_set(error, "nothing is saved in a replay or behind the title screen");
    }
    bool has_room =
        save->size <= CW_SAVE_BYTES_MAX ||
        cw_error_set(&cause, "a save has at most 16 MiB, \"%s\" has %zu bytes", key, save->size);
    return pass_failure(saves, has_room && replace_save(saves, key, save, &cause), &cause, error);
}

/* ---- reading ---- */

/* Names what is wrong with a file; NULL: nothing. */
static const char *find_damage(const char *key, const uint8_t *bytes, size_t size)
{
    if (size < HEAD_BYTES || memcmp(bytes, MAGIC, AT_FORMAT) != 0) {
        return "it does not begin like a save";
    }
    if (load_le(bytes + AT_SIZE, 8) != size - HEAD_BYTES) {
        return "its size is wrong";
    }
    uint64_t wanted = checksum(key, bytes, bytes + HEAD_BYTES, size - HEAD_BYTES);
    return load_le(bytes + AT_CHECKSUM, 8) == wanted ? NULL : "its checksum is wrong";
}

static bool put_aside(const char *path, const char *damage, CwError *error)
{
    char bad[PATH_ROOM + 4];
    snprintf(bad, sizeof bad, "%s.bad", path);
    if (!file_rename(path, bad)) {
        return cw_error_set(error, "%s is damaged (%s) and can't be renamed: %s", path, damage,
                            strerror(errno));
    }
    return cw_error_set(error, "%s is damaged (%s): it was renamed to %s and is ignored", path,
                        damage, bad);
}

/* `save` keeps the whole file; save->bytes points behind the head. */
static bool load_save(const char *key, const char *path, CwSave *save, CwError *error)
{
    size_t size = 0;
    uint8_t *file = file_read(path, 0, SAVE_FILE_BYTES_MAX, &size);
    if (file == NULL && errno == EFBIG) {
        return put_aside(path, "it is larger than any save", error);
    }
    if (file == NULL) {
        bool is_missing = errno == ENOENT || errno == ENOTDIR;
        return is_missing || cw_error_set(error, "%s: can't be read: %s", path, strerror(errno));
    }
    bool is_newer = size >= HEAD_BYTES && memcmp(file, MAGIC, AT_FORMAT) == 0 &&
                    load_le(file + AT_FORMAT, 2) > FORMAT_VERSION;
    const char *damage = is_newer ? NULL : find_damage(key, file, size);
    if (is_newer || damage != NULL) {
        free(file);
        return is_newer
                   ? cw_error_set(error, "%s: written by a newer version: update the game", path)
                   : put_aside(path, damage, error);
    }
    *save = (CwSave){(uint32_t)load_le(file + AT_VERSION, 4), file + HEAD_BYTES, size - HEAD_BYTES};
    return true;
}

bool cw_save_read(CwSaves *saves, const char *key, CwSave *save, CwError *error)
{
    ASSERT_GIVEN(key);
    CwError cause = {0};
    char path[PATH_ROOM];
    *save = (CwSave){0};
    if (!find_place(saves, key, path, &cause)) {
        return pass_failure(saves, false, &cause, error);
    }
    int locked = file_lock_folder(path);
    bool ok = load_save(key, path, save, &cause);
    file_unlock_folder(locked);
    return pass_failure(saves, ok, &cause, error);
}

bool saves_put_aside(CwSaves *saves, const char *key, CwSave *save, const char *damage)
{
    char path[PATH_ROOM];
    CwError cause = {0};
    cw_save_free(save);
    return pass_failure(saves,
                        find_place(saves, key, path, &cause) && put_aside(path, damage, &cause),
                        &cause, NULL);
}

void cw_save_free(CwSave *save)
{
    if (save->bytes != NULL) {
        free((uint8_t *)(uintptr_t)save->bytes - HEAD_BYTES);
    }
    *save = (CwSave){0};
}

bool cw_save_remove(CwSaves *saves, const char *key, CwError *error)
{
    CwError cause = {0};
    if (saves != NULL && saves->is_unplayed) {
        return cw_error_set(error, "nothing is removed in a replay or behind the title screen");
    }
    char path[PATH_ROOM];
    bool ok = find_place(saves, key, path, &cause) &&
              (file_remove(path) || errno == ENOENT || errno == ENOTDIR ||
               cw_error_set(&cause, "%s: not removed: %s", path, strerror(errno)));
    return pass_failure(saves, ok, &cause, error);
}

CwSaves saves_in(const char *player_dir)
{
    CwSaves saves = {0};
    path_join(saves.folder, player_dir == NULL ? "" : player_dir, "saves");
    return saves;
}
