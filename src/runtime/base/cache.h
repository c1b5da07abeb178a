/* The cache keeps expensive results on disk: rasterised pictures and decoded sounds. Each result is
 * one LZ4 file in a folder that may be deleted at any time.
 *
 * The key is a hash of everything that a result depends on, so no entry is ever out of date.
 * A file that can't be read is a miss, and one that can't be written is skipped, without a message.
 * Files are written under another name, renamed, and checked when read, so threads and processes
 * may share a folder. Above a limit, the oldest files are deleted. */
#pragma once

#include "platform/path.h"

enum { CACHE_FACTS = 4 };

/* An open cache. It is never changed, so all threads may use it. Zero: no cache. */
typedef struct Cache {
    char folder[PATH_BYTES_MAX]; /* "": none */
    int64_t bytes_max;           /* limit on all files together */
} Cache;

typedef struct CacheKey {
    uint64_t low, high;
} CacheKey;

/* An entry that was found. */
typedef struct CacheEntry {
    uint32_t facts[CACHE_FACTS]; /* numbers that cache_put was given */
    size_t size;                 /* size of the unpacked content */
    uint8_t *file;               /* the packed file, owned */
    size_t file_size;
} CacheEntry;

/* Writes the user's folder for this program's caches, which need not exist, or the folder that the
 * environment variable CLOCKWORK_CACHE names. Writes "" if that is "off", or without a home. */
void cache_find_folder(char folder[PATH_BYTES_MAX], const char *game_id);

/* Opens a cache. The first file creates the folder. A folder of "" makes no cache. */
void cache_open(Cache *cache, const char *folder);

/* Extends a key by more bytes. Begin with a key of zeros. */
CacheKey cache_key(CacheKey earlier, const void *bytes, size_t size);

/* The key of a file: its place on the disk, size and time. For the program's own file, it stands
 * for the build. False: there is no such file. */
bool cache_key_of_file(CacheKey *key, const char *path);

/* Finds a whole entry; cache_free must follow. A cache of NULL has no entries. */
bool cache_find(const Cache *cache, CacheKey key, CacheEntry *entry);

/* Unpacks the content to `place`, which has room for its size. False: the content is damaged, or
 * `place` is NULL. */
bool cache_unpack(const CacheEntry *entry, void *place);

void cache_free(CacheEntry *entry);

/* Content to be written to disk. */
typedef struct CacheContent {
    uint32_t facts[CACHE_FACTS];
    const void *bytes;
    size_t size;
} CacheContent;

void cache_put(const Cache *cache, CacheKey key, const CacheContent *content);

/* Deletes the oldest files until the rest is below the limit. Returns the bytes of the rest. */
int64_t cache_trim(const Cache *cache);
