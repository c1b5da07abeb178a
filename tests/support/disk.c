#include "support/disk.h"

#include "support/test.h"

#include <sys/stat.h>

enum { SECTOR_BYTES = 512, NEVER = 1 << 30, ROOT = 0, EXTREMES = 4 };

typedef enum Kind { NAME, UNNAME, MOVE, BYTES, EMPTY, SYNC } Kind;

struct DiskChange {
    Kind kind;
    int node; /* the file or folder itself */
    bool is_folder;
    int folder, old_folder; /* where its name is or was */
    char name[128], old_name[128];
    size_t at, end;
    const uint8_t *bytes;
    int empties;    /* how often this file had been emptied, by this change too */
    int certain_at; /* the sync after which it is certain */
};

/* ---- names ---- */

typedef struct Names {
    const DiskChange *entries[DISK_FILES_MAX]; /* which gave the name */
    int count;
} Names;

static int find_name(const Names *names, int folder, const char *name)
{
    int i = 0;
    while (i < names->count &&
           (names->entries[i]->folder != folder || strcmp(names->entries[i]->name, name) != 0)) {
        i++;
    }
    return i;
}

static void drop(Names *names, int folder, const char *name)
{
    int i = find_name(names, folder, name);
    if (i < names->count) {
        names->entries[i] = names->entries[--names->count];
    }
}

static void apply_name(Names *names, const DiskChange *change)
{
    if (change->kind == MOVE) {
        drop(names, change->old_folder, change->old_name);
    }
    drop(names, change->folder, change->name);
    if (change->kind != UNNAME) {
        ck_assert_int_lt(names->count, DISK_FILES_MAX);
        names->entries[names->count++] = change;
    }
}

/* ---- taking a log ---- */

static int find_node(const Disk *disk, const char *path, DiskChange *place)
{
    Names names = {0};
    int node = ROOT;
    for (int i = 0; i < disk->count; i++) {
        if (disk->changes[i].kind <= MOVE) {
            apply_name(&names, &disk->changes[i]);
        }
    }
    while (*path == '/' && node >= 0) {
        size_t length = strcspn(++path, "/");
        place->folder = node;
        snprintf(place->name, sizeof place->name, "%.*s", (int)length, path);
        int i = find_name(&names, node, place->name);
        node = i < names.count ? names.entries[i]->node : -1;
        path += length;
    }
    return *path == '\0' ? node : -1;
}

static void add_change(Disk *disk, DiskChange change)
{
    ck_assert_int_lt(disk->count, DISK_CHOICES_MAX);
    disk->changes = realloc(disk->changes, ((size_t)disk->count + 1) * sizeof change);
    change.empties = change.kind == EMPTY;
    for (int i = 0; i < disk->count; i++) {
        const DiskChange *before = &disk->changes[i];
        change.empties += before->kind == EMPTY && before->node == change.node;
    }
    change.certain_at = NEVER;
    disk->changes[disk->count++] = change;
}

static void add_sync(Disk *disk, int node)
{
    for (int i = 0; i < disk->count; i++) {
        DiskChange *change = &disk->changes[i];
        bool is_name =
            change->kind <= MOVE &&
            (change->folder == node || (change->kind == MOVE && change->old_folder == node));
        bool is_content = change->kind > MOVE && change->node == node;
        if ((is_name || is_content) && change->certain_at == NEVER) {
            change->certain_at = disk->count;
        }
    }
    add_change(disk, (DiskChange){.kind = SYNC, .node = -1});
}

/* Changes of files that have no name any more don't count. */
static void add_entry(Disk *disk, const LogHead *head, const char *folder, const char *path)
{
    size_t skipped = strlen(folder);
    const char *to = path + head->path_bytes;
    DiskChange change = {0};
    change.node = find_node(disk, path + skipped, &change);
    if (head->kind <= LOG_FOLDER && change.node < 0) {
        change.node = disk->nodes++;
        change.is_folder = head->kind == LOG_FOLDER;
        add_change(disk, change);
    } else if (change.node >= 0 && head->kind == LOG_SYNC) {
        add_sync(disk, change.node);
    } else if (change.node >= 0 && head->kind == LOG_RENAME) {
        change.kind = MOVE;
        change.old_folder = change.folder;
        memcpy(change.old_name, change.name, sizeof change.name);
        find_node(disk, to + skipped, &change);
        add_change(disk, change);
    } else if (change.node >= 0 && (head->kind >= LOG_WRITE || head->at == 1)) {
        change.kind = head->kind == LOG_REMOVE ? UNNAME : head->kind == LOG_WRITE ? BYTES : EMPTY;
        change.at = change.kind == BYTES ? head->at : 0;
        change.end = change.at + head->size;
        change.bytes = (const uint8_t *)to + head->to_bytes;
        add_change(disk, change);
    }
}

void disk_load(Disk *disk, const char *folder, const char *log)
{
    FILE *file = fopen(log, "rb");
    struct stat facts;
    ck_assert(file != NULL && fstat(fileno(file), &facts) == 0);
    char *bytes = malloc((size_t)facts.st_size);
    ck_assert_uint_eq(fread(bytes, 1, (size_t)facts.st_size, file), (size_t)facts.st_size);
    fclose(file);
    disk->nodes = ROOT + 1;
    for (char *at = bytes; at < bytes + facts.st_size;) {
        LogHead head;
        memcpy(&head, at, sizeof head);
        add_entry(disk, &head, folder, at + sizeof head);
        at += sizeof head + head.path_bytes + head.to_bytes + head.size;
    }
}

/* ---- choosing ---- */

static uint64_t roll(Disk *disk)
{
    disk->seed = disk->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return disk->seed >> 33;
}

/* How much of `most` survives. The first samples are the extremes: all, nothing, only names, only
 * content; of the others a third has nearly all, and a third next to nothing. */
static int choose(Disk *disk, int most, bool is_name)
{
    ck_assert_int_lt(disk->digit_at, DISK_CHOICES_MAX);
    int at = disk->digit_at++, taste = disk->tried % 3;
    disk->radix[at] = most + 1;
    if (disk->at_random && disk->tried < EXTREMES) {
        return disk->tried == 0 || disk->tried == (is_name ? 2 : 3) ? most : 0;
    }
    if (disk->at_random) {
        bool any = taste == 0 || roll(disk) % 8 == 0;
        return any ? (int)(roll(disk) % (uint64_t)(most + 1)) : taste == 1 ? most : 0;
    }
    if (at == disk->digit_count) {
        disk->digits[disk->digit_count++] = 0;
    }
    return disk->digits[at];
}

static bool is_certain(const Disk *disk, const DiskChange *change)
{
    return disk->prefix > change->certain_at && !(disk->ignores_syncs && change->kind > MOVE);
}

/* Of the changes that matter, those that are certain come first; so many more survive. */
static int choose_survivors(Disk *disk, const int *changes, int count)
{
    int certain = 0;
    while (certain < count && is_certain(disk, &disk->changes[changes[certain]])) {
        certain++;
    }
    return certain == count ? count : certain + choose(disk, count - certain, false);
}

/* ---- building ---- */

/* A sector has what was written to it up to some moment. */
static void build_sector(Disk *disk, int node, int empties, DiskFile *file, size_t from)
{
    static int writes[DISK_CHOICES_MAX];
    int count = 0;
    size_t to = from + SECTOR_BYTES < file->size ? from + SECTOR_BYTES : file->size;
    for (int i = 0; i < disk->prefix; i++) {
        const DiskChange *change = &disk->changes[i];
        if (change->kind == BYTES && change->node == node && change->empties == empties &&
            change->at < to && change->end > from) {
            writes[count++] = i;
        }
    }
    count = choose_survivors(disk, writes, count);
    for (int i = 0; i < count; i++) {
        const DiskChange *change = &disk->changes[writes[i]];
        size_t begin = from > change->at ? from : change->at;
        size_t end = to < change->end ? to : change->end;
        memcpy(file->bytes + begin, change->bytes + (begin - change->at), end - begin);
    }
}

/* Its size, too, is that of some moment, and so is how often it had been emptied. */
static void build_file(Disk *disk, int node, DiskFile *file)
{
    static int changes[DISK_CHOICES_MAX];
    int count = 0, empties = 0;
    for (int i = 0; i < disk->prefix; i++) {
        const DiskChange *change = &disk->changes[i];
        if (change->kind > MOVE && change->node == node) {
            changes[count++] = i;
            file->certain |= is_certain(disk, change);
            file->writes += change->kind == BYTES;
        }
    }
    count = choose_survivors(disk, changes, count);
    for (int i = 0; i < count; i++) {
        const DiskChange *change = &disk->changes[changes[i]];
        empties = change->empties;
        file->size = change->kind == EMPTY || change->end > file->size ? change->end : file->size;
    }
    file->bytes = calloc(1, file->size + 1);
    for (size_t at = 0; at < file->size; at += SECTOR_BYTES) {
        build_sector(disk, node, empties, file, at);
    }
}

static void build_folder(Disk *disk, const Names *names, int node, DiskState *state)
{
    char path[128] = "";
    if (state->count > 0) {
        snprintf(path, sizeof path, "%.120s/", state->files[state->count - 1].path);
    }
    for (int i = 0; i < names->count; i++) {
        const DiskChange *entry = names->entries[i];
        DiskFile *file = &state->files[state->count];
        if (entry->folder != node) {
            continue;
        }
        *file = (DiskFile){0};
        snprintf(file->path, sizeof file->path, "%s%s", path, entry->name);
        state->count++;
        if (entry->is_folder) {
            build_folder(disk, names, entry->node, state);
        } else {
            build_file(disk, entry->node, file);
        }
    }
}

void disk_free(DiskState *state)
{
    for (int i = 0; i < state->count; i++) {
        free(state->files[i].bytes);
    }
    state->count = 0;
}

static void build(Disk *disk, DiskState *state)
{
    Names names = {0};
    disk_free(state);
    disk->digit_at = 0;
    for (int i = 0; i < disk->prefix; i++) {
        const DiskChange *change = &disk->changes[i];
        if (change->kind <= MOVE && (is_certain(disk, change) || choose(disk, 1, true) == 1)) {
            apply_name(&names, change);
        }
    }
    build_folder(disk, &names, ROOT, state);
}

void disk_see(Disk *disk, int prefix, DiskState *state)
{
    disk->prefix = prefix;
    disk->at_random = true;
    disk->tried = 0;
    build(disk, state);
}

void disk_cut(Disk *disk, int prefix, int most, uint64_t seed)
{
    DiskState all = {0};
    double ways = 1;
    disk_see(disk, prefix, &all); /* which has the most to choose */
    disk_free(&all);
    for (int i = 0; i < disk->digit_at; i++) {
        ways *= disk->radix[i];
    }
    disk->at_random = ways > most;
    disk->seed = seed * 1000003 + (uint64_t)prefix;
    disk->digit_count = 0;
    disk->most = most;
}

static bool count_up(Disk *disk)
{
    int last = disk->digit_count - 1;
    while (last >= 0 && disk->digits[last] == disk->radix[last] - 1) {
        last--;
    }
    disk->digit_count = last + 1;
    if (last >= 0) {
        disk->digits[last]++;
    }
    return last >= 0;
}

bool disk_next(Disk *disk, DiskState *state)
{
    bool more = disk->tried < disk->most && (disk->tried == 0 || disk->at_random || count_up(disk));
    if (more) {
        build(disk, state);
        disk->tried++;
    }
    return more;
}

void disk_write(const DiskState *state, const char *folder)
{
    char path[512];
    snprintf(path, sizeof path, "rm -rf '%s'; mkdir -p '%s'", folder, folder);
    ck_assert_int_eq(system(path), 0);
    for (int i = 0; i < state->count; i++) {
        const DiskFile *file = &state->files[i];
        snprintf(path, sizeof path, "%.200s/%s", folder, file->path);
        if (file->bytes == NULL) {
            ck_assert_int_eq(mkdir(path, 0777), 0);
            continue;
        }
        FILE *written = fopen(path, "wb");
        ck_assert_ptr_nonnull(written);
        fwrite(file->bytes, 1, file->size, written);
        fclose(written);
    }
}
