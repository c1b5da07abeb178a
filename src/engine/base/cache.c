#include "base/cache.h"

#include "base/grow.h"
#include "platform/clock.h"
#include "platform/file.h"
#include "platform/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <lz4.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum {
    FORMAT = 2,
    NAME_BYTES = 40,
    TOUCH_S = 86400, /* use is noted once a day */
    STALE_S = 3600   /* what a program that was killed left unfinished */
};
static const char EXTENSION[] = ".kept", UNFINISHED[] = ".new-";
static const int64_t BYTES_MAX = INT64_C(64) << 20;
static const uint64_t CONTENT_BYTES_MAX = UINT64_C(1) << 30;

/* In front of the packed content, as this machine has its numbers: no other one reads the file. */
typedef struct Head {
    char magic[8];
    uint64_t format;
    CacheKey key;
    uint64_t checksum; /* of what follows */
    uint64_t size;     /* of the content unpacked */
    uint32_t facts[CACHE_FACTS];
} Head;

static const char MAGIC[8] = "CWcache";

static uint64_t checksum_of(const Head *head, size_t file_size)
{
    size_t skipped = offsetof(Head, size);
    return XXH3_64bits((const char *)head + skipped, file_size - skipped);
}

/* ---- the folder ---- */

void cache_find_folder(char folder[PATH_BYTES_MAX], const char *game_id)
{
    char base[PATH_BYTES_MAX] = "";
    const char *own = getenv("CLOCKWORK_CACHE"), *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    folder[0] = '\0';
    if (own != NULL && strcmp(own, "off") == 0) {
        return;
    }
    if (own != NULL && own[0] == '/') {
        path_join(base, own, "");
    } else if (cache != NULL && cache[0] == '/') {
        path_join(base, cache, "");
    } else if (home != NULL && home[0] == '/') {
        path_join(base, home, ".cache");
    }
    path_join(folder, base, game_id);
}

void cache_open(Cache *cache, const char *folder)
{
    *cache = (Cache){.bytes_max = BYTES_MAX};
    snprintf(cache->folder, sizeof cache->folder, "%s", folder);
}

/* The user's folder for caches, too, may not be there yet. */
static void make_folder(const Cache *cache)
{
    char parent[PATH_BYTES_MAX];
    snprintf(parent, sizeof parent, "%s", cache->folder);
    char *slash = strrchr(parent, '/');
    if (slash != NULL) {
        *slash = '\0';
        mkdir(parent, 0700);
    }
    mkdir(cache->folder, 0700);
}

CacheKey cache_key(CacheKey before, const void *bytes, size_t size)
{
    XXH128_hash_t hash = XXH3_128bits_withSeed(bytes, size, before.low ^ (before.high << 1));
    return (CacheKey){hash.low64, hash.high64};
}

bool cache_key_of_file(CacheKey *key, const char *path)
{
    struct stat facts;
    if (stat(path, &facts) != 0) {
        return false;
    }
    const int64_t file[] = {(int64_t)facts.st_dev, (int64_t)facts.st_ino, facts.st_size,
                            facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec};
    *key = cache_key((CacheKey){0}, file, sizeof file);
    return true;
}

bool cache_key_of_program(CacheKey *key)
{
    return cache_key_of_file(key, PROCESS_FILE);
}

static bool path_of(const Cache *cache, CacheKey key, char path[PATH_BYTES_MAX])
{
    char name[NAME_BYTES];
    snprintf(name, sizeof name, "%016llx%016llx%s", (unsigned long long)key.high,
             (unsigned long long)key.low, EXTENSION);
    return cache != NULL && path_join(path, cache->folder, name);
}

/* ---- reading ---- */

static int64_t now_s(void)
{
    return clock_wall_ns() / 1000000000;
}

static void note_use(int file, const struct stat *facts)
{
    if (now_s() - facts->st_mtime > TOUCH_S) {
        futimens(file, NULL);
    }
}

static bool read_file(const char *path, CacheEntry *entry)
{
    struct stat facts;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        return false;
    }
    if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) &&
        facts.st_size >= (off_t)sizeof(Head) && facts.st_size <= INT32_MAX) {
        entry->file_size = (size_t)facts.st_size;
        entry->file = malloc(entry->file_size);
        note_use(file, &facts);
    }
    bool whole = entry->file != NULL &&
                 read(file, entry->file, entry->file_size) == (ssize_t)entry->file_size;
    close(file);
    return whole;
}

/* Whether it was finished, is for this key, and has not been damaged. */
static bool is_whole(const Head *head, CacheKey key, size_t file_size)
{
    return memcmp(head->magic, MAGIC, sizeof MAGIC) == 0 && head->format == FORMAT &&
           head->key.low == key.low && head->key.high == key.high &&
           head->size <= CONTENT_BYTES_MAX && head->checksum == checksum_of(head, file_size);
}

bool cache_find(const Cache *cache, CacheKey key, CacheEntry *entry)
{
    char path[PATH_BYTES_MAX];
    *entry = (CacheEntry){0};
    if (!path_of(cache, key, path)) {
        return false;
    }
    bool found = read_file(path, entry);
    const Head *head = (const Head *)(const void *)entry->file;
    if (!found || !is_whole(head, key, entry->file_size)) {
        cache_take(entry, NULL);
        return false;
    }
    memcpy(entry->facts, head->facts, sizeof entry->facts);
    entry->size = (size_t)head->size;
    return true;
}

bool cache_take(CacheEntry *entry, void *place)
{
    bool good = false;
    if (place != NULL) {
        const char *packed = (const char *)entry->file + sizeof(Head);
        int size = (int)entry->size, packed_size = (int)(entry->file_size - sizeof(Head));
        good = LZ4_decompress_safe(packed, place, packed_size, size) == size;
    }
    free(entry->file);
    *entry = (CacheEntry){0};
    return good;
}

/* ---- writing ---- */

/* The whole file in memory; NULL when there is none to be kept. */
static char *pack(CacheKey key, const CacheContent *content, size_t *file_size)
{
    if (content->size > CONTENT_BYTES_MAX) {
        return NULL;
    }
    int size = (int)content->size, bound = LZ4_compressBound(size);
    Head head = {.format = FORMAT, .key = key, .size = content->size};
    char *file = malloc(sizeof head + (size_t)bound);
    if (file == NULL) {
        return NULL;
    }
    *file_size =
        sizeof head + (size_t)LZ4_compress_default(content->bytes, file + sizeof head, size, bound);
    memcpy(head.magic, MAGIC, sizeof MAGIC);
    memcpy(head.facts, content->facts, sizeof head.facts);
    memcpy(file, &head, sizeof head);
    head.checksum = checksum_of((const Head *)(const void *)file, *file_size);
    memcpy(file, &head, sizeof head);
    return file;
}

static int open_beside(const Cache *cache, char beside[PATH_BYTES_MAX])
{
    static const char name[] = ".new-XXXXXX";
    int file = path_join(beside, cache->folder, name) ? mkostemp(beside, O_CLOEXEC) : -1;
    if (file < 0 && errno == ENOENT) {
        make_folder(cache);
        file = path_join(beside, cache->folder, name) ? mkostemp(beside, O_CLOEXEC) : -1;
    }
    return file;
}

void cache_put(const Cache *cache, CacheKey key, const CacheContent *content)
{
    char path[PATH_BYTES_MAX], beside[PATH_BYTES_MAX];
    int file = path_of(cache, key, path) ? open_beside(cache, beside) : -1;
    if (file < 0) {
        return;
    }
    size_t size = 0;
    char *bytes = pack(key, content, &size);
    bool written =
        bytes != NULL && (int64_t)size <= cache->bytes_max / 4 && file_write_all(file, bytes, size);
    written = close(file) == 0 && written;
    if (!written || rename(beside, path) != 0) {
        unlink(beside);
    }
    free(bytes);
}

/* ---- the limit ---- */

typedef struct Kept {
    char name[NAME_BYTES];
    struct timespec used;
    int64_t bytes;
} Kept;

static int by_use(const void *left, const void *right)
{
    const struct timespec *a = &((const Kept *)left)->used, *b = &((const Kept *)right)->used;
    bool same = a->tv_sec == b->tv_sec;
    return same ? (a->tv_nsec > b->tv_nsec) - (a->tv_nsec < b->tv_nsec)
                : (a->tv_sec > b->tv_sec) - (a->tv_sec < b->tv_sec);
}

/* Only names of our own are looked at, and what a killed program left. */
static bool is_kept(int folder, const char *name, Kept *kept)
{
    struct stat facts;
    size_t length = strlen(name);
    bool unfinished = strncmp(name, UNFINISHED, sizeof UNFINISHED - 1) == 0;
    bool ours = length == 32 + sizeof EXTENSION - 1 && strcmp(name + 32, EXTENSION) == 0;
    if ((!ours && !unfinished) || length >= NAME_BYTES ||
        fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(facts.st_mode)) {
        return false;
    }
    if (unfinished && now_s() - facts.st_mtime > STALE_S) {
        unlinkat(folder, name, 0);
    }
    *kept = (Kept){.used = facts.st_mtim, .bytes = facts.st_size};
    memcpy(kept->name, name, length + 1);
    return ours;
}

static int list_files(DIR *folder, Kept **files, int64_t *bytes)
{
    int count = 0;
    Kept kept;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        Kept *grown = is_kept(dirfd(folder), entry->d_name, &kept)
                          ? grow_for_one(*files, (size_t)count, sizeof *grown)
                          : NULL;
        if (grown != NULL) {
            *files = grown;
            grown[count++] = kept;
            *bytes += kept.bytes;
        }
    }
    return count;
}

int64_t cache_trim(const Cache *cache)
{
    DIR *folder = cache->folder[0] == '\0' ? NULL : opendir(cache->folder);
    if (folder == NULL) {
        return 0;
    }
    Kept *files = NULL;
    int64_t bytes = 0;
    int count = list_files(folder, &files, &bytes);
    if (files != NULL && bytes > cache->bytes_max) {
        qsort(files, (size_t)count, sizeof *files, by_use);
    }
    for (int i = 0; i < count && bytes > cache->bytes_max; i++) {
        if (unlinkat(dirfd(folder), files[i].name, 0) == 0) {
            bytes -= files[i].bytes;
        }
    }
    free(files);
    closedir(folder);
    return bytes;
}
