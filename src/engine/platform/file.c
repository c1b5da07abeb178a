#include "platform/file.h"

#include "platform/thread.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *file_reason(int cause)
{
    return cause == ESPIPE  ? "it is a pipe or a device, not a file"
           : cause == ENXIO ? "nobody reads from this pipe"
                            : strerror(cause);
}

uint8_t *file_read(const char *path, size_t before, size_t most, size_t *size)
{
    FILE *file = file_open(path);
    long end = file != NULL && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    size_t room = end > 0 && (size_t)end > most ? most : (size_t)end;
    uint8_t *bytes = end < 0 ? NULL : malloc(before + room + 1);
    bool good = bytes != NULL && fseek(file, 0, SEEK_SET) == 0 &&
                (*size = fread(bytes + before, 1, room, file), !ferror(file));
    int cause = errno;
    if (!good) {
        free(bytes);
    }
    if (file != NULL) {
        fclose(file);
    }
    errno = cause;
    return good ? bytes : NULL;
}

static int sync_and_free(void *path)
{
    file_sync(path);
    free(path);
    return 0;
}

void file_sync_later(const char *path)
{
    char *copy = strdup(path);
    Thread *thread = copy == NULL ? NULL : thread_start(sync_and_free, "sync", copy);
    if (thread == NULL) {
        free(copy);
        return;
    }
    thread_detach(thread);
}
