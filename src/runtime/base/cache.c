#include "base/cache.h"

#include "base/array.h"
#include "platform/clock.h"
#include "platform/file.h"

#include <errno.h>
#include <inttypes.h>
#include <lz4.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum {
    FORMAT = 2,
    NAME_BYTES = 40,
    STALE_S = 3600 /* age of unfinished files that a killed program left */
};
static const char EXTENSION[] = ".kept", UNFINISHED[] = ".new-";
static const int64_t BYTES_MAX = INT64_C(64) << 20;
static const uint64_t CONTENT_BYTES_MAX = UINT64_C(1) << 30;

/* The header of a file, before the packed content, in this machine's byte order. */
typedef struct Head {
    char magic[8];
    uint64_t format;
    CacheKey key;
    uint64_t checksum; /* checksum of the file's rest */
    uint64_t size;     /* size of the unpacked content */
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
    char base[PATH_BYTES_MAX];
    const char *own = getenv("CLOCKWORK_CACHE");
    folder[0] = '\0';
    if (own != NULL && strcmp(own, "off") == 0) {
        return;
    }
    if (own != NULL && path_is_absolute(own) ? path_join(base, own, "") : folder_of_caches(base)) {
        path_join(folder, base, game_id);
    }
}

void cache_open(Cache *cache, const char *folder)
{
    *cache = (Cache){.bytes_max = BYTES_MAX};
    snprintf(cache->folder, sizeof cache->folder, "%s", folder);
}

CacheKey cache_key(CacheKey earlier, const void *bytes, size_t size)
{
    XXH128_hash_t hash = XXH3_128bits_withSeed(bytes, size, earlier.low ^ (earlier.high << 1));
    return (CacheKey){hash.low64, hash.high64};
}

bool cache_key_of_file(CacheKey *key, const char *path)
{
    FileFacts facts = file_facts(path);
    const int64_t file[] = {(int64_t)facts.volume, (int64_t)facts.number, facts.size_bytes,
                            facts.modified_ns};
    *key = cache_key((CacheKey){0}, file, sizeof file);
    return facts.kind != FILE_MISSING;
}

static bool path_of(const Cache *cache, CacheKey key, char path[PATH_BYTES_MAX])
{
    char name[NAME_BYTES];
    snprintf(name, sizeof name, "%016" PRIx64 "%016" PRIx64 "%s", key.high, key.low, EXTENSION);
    return cache != NULL && path_join(path, cache->folder, name);
}

/* ---- reading ---- */

/* Whether the file was finished, is for this key, and has not been damaged. */
static bool is_valid(const Head *head, CacheKey key, size_t file_size)
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
    entry->file = file_read(path, 0, sizeof(Head) + CONTENT_BYTES_MAX, &entry->file_size);
    const Head *head = (const Head *)(const void *)entry->file;
    if (head == NULL || entry->file_size < sizeof *head || !is_valid(head, key, entry->file_size)) {
        cache_free(entry);
        return false;
    }
    file_touch(path); /* cache_trim deletes the oldest */
    memcpy(entry->facts, head->facts, sizeof entry->facts);
    entry->size = (size_t)head->size;
    return true;
}

bool cache_unpack(const CacheEntry *entry, void *place)
{
    const char *packed = (const char *)entry->file + sizeof(Head);
    int size = (int)entry->size, packed_size = (int)(entry->file_size - sizeof(Head));
    return place != NULL && LZ4_decompress_safe(packed, place, packed_size, size) == size;
}

void cache_free(CacheEntry *entry)
{
    free(entry->file);
    *entry = (CacheEntry){0};
}

/* ---- writing ---- */

/* Makes the whole file in memory. NULL: too large, or out of memory. */
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

static int open_unfinished(const Cache *cache, char unfinished[PATH_BYTES_MAX])
{
    int file = file_open_unique(unfinished, cache->folder, UNFINISHED);
    if (file < 0 && errno == ENOENT) {
        folder_make_private(cache->folder);
        file = file_open_unique(unfinished, cache->folder, UNFINISHED);
    }
    return file;
}

void cache_put(const Cache *cache, CacheKey key, const CacheContent *content)
{
    char path[PATH_BYTES_MAX], unfinished[PATH_BYTES_MAX];
    int file = path_of(cache, key, path) ? open_unfinished(cache, unfinished) : -1;
    if (file < 0) {
        return;
    }
    size_t size = 0;
    char *bytes = pack(key, content, &size);
    bool is_written =
        bytes != NULL && (int64_t)size <= cache->bytes_max / 4 && file_write_all(file, bytes, size);
    is_written = file_close_descriptor(file) && is_written;
    if (!is_written || !file_rename(unfinished, path)) {
        file_remove(unfinished);
    }
    free(bytes);
}

/* ---- the limit ---- */

typedef struct CachedFile {
    char name[NAME_BYTES];
    int64_t used_ns, bytes;
} CachedFile;

static int compare_use(const void *left, const void *right)
{
    const CachedFile *a = left, *b = right;
    return (a->used_ns > b->used_ns) - (a->used_ns < b->used_ns);
}

/* Whether an entry is a file of the cache. Deletes unfinished files that a killed program left. */
static bool read_entry(const Cache *cache, const FolderEntry *entry, CachedFile *cached)
{
    char path[PATH_BYTES_MAX];
    const char *name = entry->name;
    size_t length = strlen(name);
    bool is_unfinished = strncmp(name, UNFINISHED, sizeof UNFINISHED - 1) == 0;
    bool is_finished = length == 32 + sizeof EXTENSION - 1 && strcmp(name + 32, EXTENSION) == 0;
    if ((!is_finished && !is_unfinished) || length >= NAME_BYTES || entry->kind != FILE_REGULAR ||
        !path_join(path, cache->folder, name)) {
        return false;
    }
    FileFacts facts = file_facts(path);
    int64_t age_ns = clock_wall_ns() - facts.modified_ns;
    if (is_unfinished && age_ns > STALE_S * INT64_C(1000000000)) {
        file_remove(path);
    }
    *cached = (CachedFile){.used_ns = facts.modified_ns, .bytes = facts.size_bytes};
    memcpy(cached->name, name, length + 1);
    return is_finished;
}

int64_t cache_trim(const Cache *cache)
{
    Folder *folder = cache->folder[0] == '\0' ? NULL : folder_open(cache->folder);
    CachedFile *files = NULL, file;
    int64_t bytes = 0;
    int count = 0;
    for (FolderEntry entry; folder != NULL && folder_next(folder, &entry);) {
        bool is_ours = read_entry(cache, &entry, &file);
        CachedFile *grown = is_ours ? grow_for_one(files, (size_t)count, sizeof *grown) : NULL;
        if (grown != NULL) {
            files = grown;
            files[count++] = file;
            bytes += file.bytes;
        }
    }
    folder_close(folder);
    if (files != NULL && bytes > cache->bytes_max) {
        qsort(files, (size_t)count, sizeof *files, compare_use);
    }
    char path[PATH_BYTES_MAX];
    for (int i = 0; i < count && bytes > cache->bytes_max; i++) {
        if (path_join(path, cache->folder, files[i].name) && file_remove(path)) {
            bytes -= files[i].bytes;
        }
    }
    free(files);
    return bytes;
}
