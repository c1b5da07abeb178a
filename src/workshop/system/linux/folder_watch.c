#include "system/folder_watch.h"

#include "base/array.h"
#include "platform/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

enum { EVENTS_BYTES = 1 << 14, QUEUE_MAX = 256 };

static const uint32_t SAVE_EVENTS =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ONLYDIR;

typedef struct WatchedFolder {
    int watch_id;              /* the kernel's watch descriptor */
    char path[PATH_BYTES_MAX]; /* path below the root; "": the root */
} WatchedFolder;

struct FolderWatch {
    char root[PATH_BYTES_MAX];
    int inotify_fd;
    WatchedFolder *folders;
    size_t folder_count;
    char queue[QUEUE_MAX][PATH_BYTES_MAX]; /* saved files for folder_watch_next */
    int queue_count;
    bool has_unnamed; /* files were saved whose names are unknown */
};

bool folder_watch_ignores(const char *name, bool is_folder)
{
    size_t length = strlen(name);
    bool is_backup = length > 0 && (name[length - 1] == '~' || name[0] == '#');
    bool is_output = is_folder && (strcmp(name, "build") == 0 || strncmp(name, "build-", 6) == 0);
    bool is_vim_probe = strcmp(name, "4913") == 0; /* vim tests with it whether it can write here */
    return name[0] == '.' || is_backup || is_output || is_vim_probe;
}

static void enqueue(FolderWatch *watch, const char *path)
{
    for (int i = 0; i < watch->queue_count; i++) {
        if (strcmp(watch->queue[i], path) == 0) {
            return;
        }
    }
    if (watch->queue_count == QUEUE_MAX) {
        watch->has_unnamed = true;
    } else {
        snprintf(watch->queue[watch->queue_count++], PATH_BYTES_MAX, "%s", path);
    }
}

/* The index of a folder; -1: it is not watched. */
static int find_folder(const FolderWatch *watch, int watch_id)
{
    int index = (int)watch->folder_count - 1;
    while (index >= 0 && watch->folders[index].watch_id != watch_id) {
        index--;
    }
    return index;
}

/* Adds a folder without its contents. False with errno. */
static bool add_folder(FolderWatch *watch, const char *path)
{
    char full_path[PATH_BYTES_MAX];
    if (!path_join(full_path, watch->root, path[0] == '\0' ? "." : path)) {
        return true;
    }
    int watch_id = inotify_add_watch(watch->inotify_fd, full_path, SAVE_EVENTS);
    if (watch_id < 0) { /* a folder that is gone, or closed to this user, has no saves to see */
        return errno == ENOENT || errno == EACCES || errno == ENOTDIR || errno == ELOOP;
    }
    if (find_folder(watch, watch_id) >= 0) { /* known already by another path */
        return true;
    }
    WatchedFolder *folders = grow_for_one(watch->folders, watch->folder_count, sizeof *folders);
    if (folders == NULL) {
        errno = ENOMEM;
        return false;
    }
    watch->folders = folders;
    folders += watch->folder_count++;
    folders->watch_id = watch_id;
    snprintf(folders->path, sizeof folders->path, "%s", path);
    return true;
}

static bool join_below(char joined[PATH_BYTES_MAX], const char *folder, const char *name)
{
    return snprintf(joined, PATH_BYTES_MAX, "%s%s%s", folder, folder[0] == '\0' ? "" : "/", name) <
           PATH_BYTES_MAX;
}

/* Adds the folders below a folder, and enqueues its files modified after `since_ns`. */
static bool search_folder(FolderWatch *watch, const char *path, int64_t since_ns)
{
    char full_path[PATH_BYTES_MAX], below[PATH_BYTES_MAX];
    path_join(full_path, watch->root, path[0] == '\0' ? "." : path);
    Folder *folder = folder_open(full_path);
    bool ok = true;
    for (FolderEntry entry; ok && folder != NULL && folder_next(folder, &entry);) {
        if (!join_below(below, path, entry.name) || !path_join(full_path, watch->root, below)) {
            continue;
        }
        FileFacts facts = file_facts(full_path);
        bool is_folder = facts.kind == FILE_FOLDER;
        if (facts.kind == FILE_MISSING || folder_watch_ignores(entry.name, is_folder)) {
            continue;
        }
        if (is_folder) {
            ok = add_folder(watch, below);
        } else if (facts.modified_ns > since_ns) {
            enqueue(watch, below);
        }
    }
    folder_close(folder);
    return ok;
}

/* Adds a folder with all below it. False with errno. */
static bool add_tree(FolderWatch *watch, const char *path, int64_t since_ns)
{
    size_t next = watch->folder_count;
    bool ok = add_folder(watch, path);
    for (; ok && next < watch->folder_count; next++) {
        WatchedFolder folder = watch->folders[next]; /* the array may move */
        ok = search_folder(watch, folder.path, since_ns);
    }
    return ok;
}

FolderWatch *folder_watch_open(const char *root, int64_t since_ns, CwError *error)
{
    FolderWatch *watch = calloc(1, sizeof *watch);
    bool ok = false;
    if (watch != NULL) {
        snprintf(watch->root, sizeof watch->root, "%s", root);
        watch->inotify_fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
        ok = watch->inotify_fd >= 0 && add_tree(watch, "", since_ns);
        errno = ok ? ENOTDIR : errno;
        ok = ok && watch->folder_count > 0;
    }
    if (ok) {
        return watch;
    }
    cw_error_set(error, "%s can't be watched: %s%s", root, strerror(errno),
                 errno == EMFILE   ? ": raise /proc/sys/fs/inotify/max_user_instances"
                 : errno == ENOSPC ? ": raise /proc/sys/fs/inotify/max_user_watches"
                                   : "");
    folder_watch_close(watch);
    return NULL;
}

void folder_watch_close(FolderWatch *watch)
{
    if (watch == NULL) {
        return;
    }
    close(watch->inotify_fd);
    free(watch->folders);
    free(watch);
}

/* Ends the watches of a folder and of those below it. */
static void drop_tree(FolderWatch *watch, const char *path)
{
    size_t length = strlen(path);
    for (int i = (int)watch->folder_count - 1; i >= 0; i--) {
        const WatchedFolder *folder = &watch->folders[i];
        if (strncmp(folder->path, path, length) == 0 &&
            (folder->path[length] == '/' || folder->path[length] == '\0')) {
            inotify_rm_watch(watch->inotify_fd, folder->watch_id);
            watch->folders[i] = watch->folders[--watch->folder_count];
        }
    }
}

/* A created file is written next, then closed. A folder that is moved away has unnamed files. */
static void handle_event(FolderWatch *watch, const struct inotify_event *event)
{
    bool is_folder = (event->mask & IN_ISDIR) != 0;
    int parent = find_folder(watch, event->wd);
    char path[PATH_BYTES_MAX];
    watch->has_unnamed = watch->has_unnamed || (event->mask & IN_Q_OVERFLOW) != 0;
    if (parent >= 0 && (event->mask & IN_IGNORED) != 0) {
        watch->folders[parent] = watch->folders[--watch->folder_count];
        return;
    }
    if (parent < 0 || event->len == 0 || folder_watch_ignores(event->name, is_folder) ||
        !join_below(path, watch->folders[parent].path, event->name)) {
        return;
    }
    if (!is_folder && (event->mask & ~(uint32_t)IN_CREATE) != 0) {
        enqueue(watch, path);
    } else if (is_folder && (event->mask & IN_MOVED_FROM) != 0) {
        drop_tree(watch, path);
        watch->has_unnamed = true;
    } else if (is_folder && (event->mask & (IN_CREATE | IN_MOVED_TO)) != 0) {
        watch->has_unnamed = !add_tree(watch, path, INT64_MIN) || watch->has_unnamed;
    }
}

static void read_events(FolderWatch *watch)
{
    _Alignas(struct inotify_event) char bytes[EVENTS_BYTES];
    ssize_t length;
    while ((length = read(watch->inotify_fd, bytes, sizeof bytes)) > 0) {
        for (ssize_t at = 0; at < length;) {
            const struct inotify_event *event = (const void *)(bytes + at);
            handle_event(watch, event);
            at += (ssize_t)(sizeof *event + event->len);
        }
    }
}

bool folder_watch_next(FolderWatch *watch, char path[PATH_BYTES_MAX])
{
    if (watch->queue_count == 0) {
        read_events(watch);
    }
    path[0] = '\0';
    if (watch->queue_count > 0) {
        memcpy(path, watch->queue[0], PATH_BYTES_MAX);
        size_t left = (size_t)--watch->queue_count;
        memmove(watch->queue, watch->queue + 1, left * sizeof *watch->queue);
        return true;
    }
    bool has_unnamed = watch->has_unnamed;
    watch->has_unnamed = false;
    return has_unnamed;
}
