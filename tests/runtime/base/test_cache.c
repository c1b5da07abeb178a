/* Kept results: what comes back, and what never does. */
#include "base/cache.h"
#include "support/temp_folder.h"
#include "support/test.h"

#include <pthread.h>
#include <sys/stat.h>

enum { BYTES = 5000 };

static Cache cache;
static char bytes[BYTES], place[BYTES];

SET_UP()
{
    temp_make();
    cache_open(&cache, temp_folder);
    for (int i = 0; i < BYTES; i++) {
        bytes[i] = (char)(i * i / 7);
    }
}

static CacheKey key_of(int number)
{
    return cache_key((CacheKey){0}, &number, sizeof number);
}

static void put(int number)
{
    cache_put(&cache, key_of(number), &(CacheContent){{7, (uint32_t)number}, bytes, BYTES});
}

/* True when it is there, whole and the same. */
static bool has(const Cache *kept, int number)
{
    CacheEntry entry;
    if (!cache_find(kept, key_of(number), &entry)) {
        return false;
    }
    ck_assert(entry.facts[0] == 7 && entry.facts[1] == (uint32_t)number);
    ck_assert_uint_eq(entry.size, BYTES);
    memset(place, 0, BYTES);
    ck_assert(cache_unpack(&entry, place));
    cache_free(&entry);
    ck_assert_mem_eq(place, bytes, BYTES);
    return true;
}

TEST(stored_entries_come_back_and_nothing_else)
{
    put(1);
    put(2);
    put(2);
    ck_assert(has(&cache, 1) && has(&cache, 2) && !has(&cache, 3));
    ck_assert_int_eq(temp_list(), 2);
    ck_assert(!has(NULL, 1));
}

/* Every byte changed, and every length that it may be cut to. */
TEST(a_damaged_or_cut_file_is_no_entry)
{
    put(1);
    ck_assert_int_eq(temp_list(), 1);
    char file[8192];
    size_t size = read_bytes(temp_path(temp_names[0]), file, sizeof file);
    for (size_t at = 0; at < 2 * size; at += 11) {
        file[at % size] = (char)(file[at % size] ^ 16);
        temp_write_bytes(temp_names[0], file, at < size ? size : at - size);
        file[at % size] = (char)(file[at % size] ^ 16);
        ck_assert(!has(&cache, 1));
    }
    put(1);
    ck_assert(has(&cache, 1));
}

TEST(above_the_limit_the_least_recently_used_files_are_deleted)
{
    for (int i = 0; i < 10; i++) {
        put(i);
        ck_assert_int_eq(temp_list(), i + 1);
    }
    int64_t all = cache_trim(&cache);
    for (int i = 0; i < 10; i++) { /* whatever their order: the time says it */
        const struct timespec used[2] = {{1000 + i % 4, 0}, {1000 + i % 4, 0}};
        ck_assert_int_eq(utimensat(0, temp_path(temp_names[i]), used, 0), 0);
    }
    cache.bytes_max = all / 2;
    int64_t left = cache_trim(&cache);
    ck_assert(left <= all / 2 && left > all / 4);
    for (int i = 0; i < 10; i++) {
        bool old = i % 4 == 0;
        ck_assert(!old || access(temp_path(temp_names[i]), F_OK) != 0);
    }
    cache.bytes_max = 100; /* for one file it is too small */
    put(77);
    ck_assert(!has(&cache, 77));
}

TEST(an_entry_that_is_read_counts_as_recently_used)
{
    struct stat facts;
    put(1);
    temp_list();
    const struct timespec used[2] = {{1000, 0}, {1000, 0}};
    ck_assert_int_eq(utimensat(0, temp_path(temp_names[0]), used, 0), 0);
    ck_assert(has(&cache, 1));
    ck_assert_int_eq(stat(temp_path(temp_names[0]), &facts), 0);
    ck_assert_int_gt(facts.st_mtime, 1000);
}

/* A killed program leaves such files. */
TEST(unfinished_files_go_after_a_while)
{
    temp_write(".new-abcdef", "half");
    temp_write(".new-ghijkl", "half, just now");
    temp_write("letter.txt", "of somebody else");
    const struct timespec used[2] = {{1000, 0}, {1000, 0}};
    ck_assert_int_eq(utimensat(0, temp_path(".new-abcdef"), used, 0), 0);
    cache.bytes_max = 1;
    cache_trim(&cache);
    ck_assert(access(temp_path(".new-abcdef"), F_OK) != 0);
    ck_assert(access(temp_path(".new-ghijkl"), F_OK) == 0);
    ck_assert(access(temp_path("letter.txt"), F_OK) == 0);
}

static void *put_and_look(void *context)
{
    for (int i = 0; i < 300; i++) {
        CacheEntry entry;
        char own[BYTES];
        put(i % 5);
        ck_assert(cache_find(&cache, key_of(i % 5), &entry));
        ck_assert(cache_unpack(&entry, own));
        cache_free(&entry);
        ck_assert_mem_eq(own, bytes, BYTES);
    }
    return NULL;
}

TEST(threads_and_programs_share_a_folder)
{
    pthread_t other;
    ck_assert_int_eq(pthread_create(&other, NULL, put_and_look, NULL), 0);
    put_and_look(NULL);
    pthread_join(other, NULL);
    ck_assert_int_eq(temp_list(), 5);
}

TEST(without_a_writable_folder_there_is_no_cache, .rounds = 4)
{
    temp_write("file", "");
    const char *folders[] = {"", temp_path("no/such/folder"), temp_path("file/folder"),
                             "/proc/folder"};
    cache_open(&cache, folders[_i]);
    put(1);
    ck_assert(!has(&cache, 1));
    ck_assert_int_eq(cache_trim(&cache), 0);
}

TEST(the_folder_is_made_with_the_first_file)
{
    cache_open(&cache, temp_path("user/game"));
    ck_assert(!has(&cache, 1) && cache_trim(&cache) == 0);
    ck_assert_int_eq(temp_list(), 0);
    put(1);
    ck_assert(has(&cache, 1) && cache_trim(&cache) > 0);
}

TEST(the_environment_moves_the_cache_or_turns_it_off)
{
    char folder[PATH_BYTES_MAX];
    setenv("HOME", "/home/somebody", 1);
    unsetenv("CLOCKWORK_CACHE");
    unsetenv("XDG_CACHE_HOME");
    cache_find_folder(folder, "toy");
    ck_assert_str_eq(folder, "/home/somebody/.cache/toy");
    setenv("XDG_CACHE_HOME", "/elsewhere", 1);
    cache_find_folder(folder, "toy");
    ck_assert_str_eq(folder, "/elsewhere/toy");
    setenv("CLOCKWORK_CACHE", "off", 1);
    cache_find_folder(folder, "toy");
    ck_assert_str_eq(folder, "");
    unsetenv("CLOCKWORK_CACHE");
    setenv("XDG_CACHE_HOME", "relative", 1); /* which its rules say to ignore */
    unsetenv("HOME");
    cache_find_folder(folder, "toy");
    ck_assert_str_eq(folder, "");
}
