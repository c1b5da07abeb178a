#include "base/user_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool begins_like(const char *bytes, const char *head)
{
    for (; *head != '\0'; head++) {
        size_t count = *head == '#' ? strspn(bytes, "0123456789") : 1;
        if (count == 0 || (*head != '#' && *head != '?' && *bytes != *head)) {
            return false;
        }
        bytes += count;
    }
    return true;
}

bool user_file_is_kind(int file, const char *head, CwError *error)
{
    char bytes[128] = "";
    int64_t size = file_size(file);
    size = size > 0 ? file_read_begin(file, bytes, sizeof bytes - 1) : size;
    if (size < 0) {
        return cw_error_set(error, "%s", strerror(errno));
    }
    return size == 0 || begins_like(bytes, head) ||
           cw_error_set(error, "what is there is of another kind: delete it, or name another file");
}

bool user_file_may_replace(const char *path, const char *head, CwError *error)
{
    bool is_stream = strncmp(path, "/dev/std", 8) == 0 || strncmp(path, "/dev/fd/", 8) == 0;
    if (is_stream || file_facts(path).kind != FILE_REGULAR) {
        return true;
    }
    int file = file_open_descriptor(path, FILE_READ);
    bool ok = file < 0 ? cw_error_set(error, "%s", strerror(errno))
                       : user_file_is_kind(file, head, error);
    file_close_descriptor(file);
    return ok || cw_error_context(error, "%s", path);
}

bool user_file_set_read_error(const char *path, size_t bytes_max, CwError *error)
{
    bool is_large = bytes_max >= 1 << 20;
    return errno == EFBIG
               ? cw_error_set(error, "%s: it is larger than %zu %s, the limit for such a file",
                              path, bytes_max >> (is_large ? 20 : 10), is_large ? "MiB" : "KiB")
               : cw_error_set(error, "%s: %s", path, file_reason(errno));
}

char *user_file_read_text(const char *path, size_t bytes_max, size_t *size, CwError *error)
{
    char *text = (char *)file_read(path, 0, bytes_max, size);
    if (text == NULL) {
        user_file_set_read_error(path, bytes_max, error);
        return NULL;
    }
    size_t mark = file_mark_bytes(text, *size);
    *size -= mark;
    memmove(text, text + mark, *size + 1);
    size_t length = strlen(text);
    if (length == *size) {
        return text;
    }
    int line = 1;
    for (size_t i = 0; i < length; i++) {
        line += text[i] == '\n';
    }
    cw_error_set(error, "%s:%d: holds a zero byte, so it is no text: save it as UTF-8", path, line);
    free(text);
    return NULL;
}
