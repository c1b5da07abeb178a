#include "system/watch.h"

#include "platform/file.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

enum { DEPTH_MAX = 24, EVENTS_BYTES = 1 << 14, QUEUE_MAX = 256 };

static const uint32_t SAVES =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ONLYDIR;

typedef struct WatchedFolder {
    int number; /* the kernel's */
    char *path; /* below the root; "": itself */
} WatchedFolder;

struct Watch {
    char root[PATH_BYTES_MAX];
    int file;
    WatchedFolder *folders;
    size_t folder_count;
    char *queue[QUEUE_MAX]; /* saved files that nobody has asked for yet */
    int queued;
    bool lost; /* there were more */
};

bool watch_leaves_out(const char *name, bool is_folder)
{
    size_t length = strlen(name);
    bool backup = length > 0 && (name[length - 1] == '~' || name[0] == '#');
    bool built = is_folder && (strcmp(name, "build") == 0 || strncmp(name, "build-", 6) == 0);
    bool probe = strcmp(name, "4913") == 0; /* by which vim sees whether it can write here */
    return name[0] == '.' || backup || built || probe;
}

static void enqueue(Watch *watch, const char *path)
{
    for (int i = 0; i < watch->queued; i++) {
        if (strcmp(watch->queue[i], path) == 0) {
            return;
        }
    }
    char *copy = watch->queued < QUEUE_MAX ? strdup(path) : NULL;
    watch->lost = watch->lost || copy == NULL;
    if (copy != NULL) {
        watch->queue[watch->queued++] = copy;
    }
}

static const char *folder_path(const Watch *watch, int number)
{
    for (size_t i = 0; i < watch->folder_count; i++) {
        if (watch->folders[i].number == number) {
            return watch->folders[i].path;
        }
    }
    return NULL;
}

static bool keep_folder(Watch *watch, int number, const char *path)
{
    WatchedFolder *folders = realloc(watch->folders, (watch->folder_count + 1) * sizeof *folders);
    char *copy = folders == NULL ? NULL : strdup(path);
    watch->folders = folders == NULL ? watch->folders : folders;
    if (copy != NULL) {
        watch->folders[watch->folder_count++] = (WatchedFolder){number, copy};
    }
    return copy != NULL;
}

/* A folder that is gone, or closed to this user, has no saves to see. */
static bool is_harmless(int cause)
{
    return cause == 0 || cause == ENOENT || cause == EACCES || cause == ENOTDIR || cause == ELOOP;
}

/* With its folders; files modified after `since_ns` count as saved. False with errno. */
static bool add_folder(Watch *watch, const char *path, int depth, int64_t since_ns)
{
    char whole[PATH_BYTES_MAX], inside[PATH_BYTES_MAX];
    if (depth == DEPTH_MAX || !path_join(whole, watch->root, path[0] == '\0' ? "." : path)) {
        return true;
    }
    int number = inotify_add_watch(watch->file, whole, SAVES);
    if (number < 0) {
        return is_harmless(errno);
    }
    if (folder_path(watch, number) != NULL) { /* the same one by another way */
        return true;
    }
    DIR *entries = keep_folder(watch, number, path) ? opendir(whole) : NULL;
    bool good = entries != NULL || is_harmless(errno);
    for (struct dirent *entry; entries != NULL && good;) {
        errno = 0;
        entry = readdir(entries);
        if (entry == NULL) {
            good = is_harmless(errno);
            break;
        }
        if (snprintf(inside, sizeof inside, "%s%s%s", path, path[0] == '\0' ? "" : "/",
                     entry->d_name) >= (int)sizeof inside) {
            continue;
        }
        bool seeks = entry->d_name[0] != '.' && path_join(whole, watch->root, inside);
        FileFacts facts = seeks ? file_facts(whole) : (FileFacts){.kind = FILE_MISSING};
        good = !seeks || facts.kind != FILE_MISSING || is_harmless(errno);
        bool folder = facts.kind == FILE_FOLDER;
        if (watch_leaves_out(entry->d_name, folder)) {
            continue;
        }
        if (folder) {
            good = add_folder(watch, inside, depth + 1, since_ns);
        } else if (facts.kind != FILE_MISSING && facts.modified_ns > since_ns) {
            enqueue(watch, inside);
        }
    }
    if (entries != NULL) {
        closedir(entries);
    }
    return good;
}

Watch *watch_open(const char *root, int64_t since_ns, CwError *error)
{
    Watch *watch = calloc(1, sizeof *watch);
    errno = watch == NULL ? ENOMEM : 0;
    int file = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    bool is_folder = file >= 0 && file_facts(root).kind == FILE_FOLDER;
    if (watch == NULL || !is_folder) {
        cw_error_set(error,
                     errno == EMFILE ? "%s can't be watched, because other programs watch too "
                                       "many: raise /proc/sys/fs/inotify/max_user_instances"
                                     : "%s can't be watched: %s",
                     root, strerror(errno == 0 ? ENOTDIR : errno));
        if (file >= 0) {
            close(file);
        }
        free(watch);
        return NULL;
    }
    watch->file = file;
    snprintf(watch->root, sizeof watch->root, "%s", root);
    if (!add_folder(watch, "", 0, since_ns)) {
        cw_error_set(error,
                     errno == ENOSPC ? "%s has more folders than may be watched: raise "
                                       "/proc/sys/fs/inotify/max_user_watches"
                                     : "%s can't be watched: %s",
                     root, strerror(errno));
        watch_close(watch);
        return NULL;
    }
    return watch;
}

void watch_close(Watch *watch)
{
    if (watch == NULL) {
        return;
    }
    close(watch->file);
    for (size_t i = 0; i < watch->folder_count; i++) {
        free(watch->folders[i].path);
    }
    for (int i = 0; i < watch->queued; i++) {
        free(watch->queue[i]);
    }
    free(watch->folders);
    free(watch);
}

static void forget_folder(Watch *watch, int number)
{
    for (size_t i = 0; i < watch->folder_count; i++) {
        if (watch->folders[i].number == number) {
            free(watch->folders[i].path);
            watch->folders[i] = watch->folders[--watch->folder_count];
            return;
        }
    }
}

/* Ends the watches of a folder and of those below it. */
static void drop_folders(Watch *watch, const char *path)
{
    size_t length = strlen(path);
    for (size_t i = watch->folder_count; i-- > 0;) {
        const WatchedFolder *folder = &watch->folders[i];
        if (strncmp(folder->path, path, length) == 0 &&
            (folder->path[length] == '/' || folder->path[length] == '\0')) {
            inotify_rm_watch(watch->file, folder->number);
            forget_folder(watch, folder->number);
        }
    }
}

/* The kernel knows a folder that was moved here by its old number, also if a link led to it. */
static void drop_moved(Watch *watch, const char *path)
{
    char whole[PATH_BYTES_MAX], old[PATH_BYTES_MAX];
    int number = path_join(whole, watch->root, path)
                     ? inotify_add_watch(watch->file, whole, SAVES | IN_DONT_FOLLOW)
                     : -1;
    const char *known = folder_path(watch, number);
    if (known != NULL && strcmp(known, path) != 0) {
        snprintf(old, sizeof old, "%s", known);
        drop_folders(watch, old);
    }
}

/* A file that is only created is written next, and then closed. */
static void take_event(Watch *watch, const struct inotify_event *event)
{
    bool folder = (event->mask & IN_ISDIR) != 0;
    const char *parent = folder_path(watch, event->wd);
    char path[PATH_BYTES_MAX];
    watch->lost = watch->lost || (event->mask & IN_Q_OVERFLOW) != 0;
    if ((event->mask & IN_IGNORED) != 0) {
        forget_folder(watch, event->wd);
        return;
    }
    if (parent == NULL || event->len == 0 || watch_leaves_out(event->name, folder) ||
        snprintf(path, sizeof path, "%s%s%s", parent, parent[0] == '\0' ? "" : "/", event->name) >=
            (int)sizeof path) {
        return;
    }
    if (folder && (event->mask & IN_MOVED_FROM) != 0) {
        drop_folders(watch, path);
    } else if (folder && (event->mask & IN_MOVED_TO) != 0) {
        drop_moved(watch, path);
    }
    if (folder && (event->mask & (IN_CREATE | IN_MOVED_TO)) != 0) {
        watch->lost = !add_folder(watch, path, 1, INT64_MIN) || watch->lost;
    } else if (!folder && (event->mask & ~(uint32_t)IN_CREATE) != 0) {
        enqueue(watch, path);
    }
}

static void read_events(Watch *watch)
{
    _Alignas(struct inotify_event) char bytes[EVENTS_BYTES];
    ssize_t length;
    while ((length = read(watch->file, bytes, sizeof bytes)) > 0) {
        for (ssize_t at = 0; at < length;) {
            const struct inotify_event *event = (const void *)(bytes + at);
            take_event(watch, event);
            at += (ssize_t)(sizeof *event + event->len);
        }
    }
}

bool watch_next(Watch *watch, char path[PATH_BYTES_MAX])
{
    if (watch->queued == 0) {
        read_events(watch);
    }
    path[0] = '\0';
    if (watch->queued > 0) {
        char *first = watch->queue[0];
        snprintf(path, PATH_BYTES_MAX, "%s", first);
        memmove(watch->queue, watch->queue + 1, (size_t)--watch->queued * sizeof *watch->queue);
        free(first);
        return true;
    }
    bool lost = watch->lost;
    watch->lost = false;
    return lost;
}
