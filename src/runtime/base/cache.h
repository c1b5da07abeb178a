/* The cache on disk: results that are expensive to compute and can always be computed again, one
 * LZ4 file for each key, in a folder that may be deleted at any time.
 *
 * The key is a hash of everything that a result depends on, so no entry is ever out of date.
 * Unreadable files are misses and unwritable ones are skipped, without a message. Files are written
 * elsewhere, renamed, and checked when read, so threads and processes may share a folder. Above a
 * limit, the oldest are deleted. */
#pragma once

#include "platform/path.h"

enum { CACHE_FACTS = 4 };

/* An open cache, constant so that all threads may use it. Zero: no cache. */
typedef struct Cache {
    char folder[PATH_BYTES_MAX]; /* "": none */
    int64_t bytes_max;           /* limit on all files together */
} Cache;

typedef struct CacheKey {
    uint64_t low, high;
} CacheKey;

/* A found file: its maker's numbers, and the size of its content. */
typedef struct CacheEntry {
    uint32_t facts[CACHE_FACTS];
    size_t size;
    uint8_t *file; /* owned, packed */
    size_t file_size;
} CacheEntry;

/* The user's folder for this program's caches, which need not exist. The environment variable
 * CLOCKWORK_CACHE may name another. "" when that is "off", or without a home. */
void cache_find_folder(char folder[PATH_BYTES_MAX], const char *game_id);

/* Opens a cache whose folder is made with the first file; "": no cache. */
void cache_open(Cache *cache, const char *folder);

/* Extends the key of earlier bytes by more bytes. */
CacheKey cache_key(CacheKey earlier, const void *bytes, size_t size);

/* The key of a file: its place on the disk, size and time. The program's own is its build. */
bool cache_key_of_file(CacheKey *key, const char *path);

/* True if the file is there and whole; cache_take must follow. NULL: a cache without entries. */
bool cache_find(const Cache *cache, CacheKey key, CacheEntry *entry);

/* Unpacks to `place` (NULL: nowhere), with room for its size; frees the entry. False: damaged. */
bool cache_take(CacheEntry *entry, void *place);

/* Content to be written to disk. */
typedef struct CacheContent {
    uint32_t facts[CACHE_FACTS];
    const void *bytes;
    size_t size;
} CacheContent;

void cache_put(const Cache *cache, CacheKey key, const CacheContent *content);

/* Deletes the oldest files until all are below the limit. Returns their bytes. */
int64_t cache_trim(const Cache *cache);
