#include "platform/windows/system.h"

#include "platform/display.h"

#include <windows.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t INTERVALS_TO_1970 = 116444736000000000;

/* ---- text ---- */

char *text_from_wide(const wchar_t *wide)
{
    int length = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *text = calloc((size_t)length + 1, 1);
    if (text != NULL) {
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, length, NULL, NULL);
    }
    return text;
}

/* ---- paths ---- */

static bool refuse(int cause)
{
    errno = cause;
    return false;
}

/* Completes the path first, as the prefix disables handling of slashes, dots and device names. */
bool wide_path(const char *path, wchar_t wide[WIDE_MAX])
{
    static const wchar_t PREFIX[] = L"\\\\?\\", NETWORK[] = L"\\\\?\\UNC\\";
    wchar_t given[WIDE_MAX], whole[WIDE_MAX];
    if (path[0] == '\0') {
        return refuse(ENOENT);
    }
    const char *named = strcmp(path, "/dev/null") == 0 ? "NUL" : path;
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, named, -1, given, WIDE_MAX) == 0) {
        return refuse(GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : EINVAL);
    }
    DWORD length = GetFullPathNameW(given, WIDE_MAX, whole, NULL);
    if (length == 0 || length + 8 >= WIDE_MAX) {
        return refuse(length == 0 ? ENOENT : ENAMETOOLONG);
    }
    bool prefixed = wcsncmp(whole, L"\\\\", 2) == 0 && (whole[2] == '?' || whole[2] == '.');
    bool network = !prefixed && wcsncmp(whole, L"\\\\", 2) == 0;
    const wchar_t *prefix = prefixed ? L"" : network ? NETWORK : PREFIX;
    bool root = length == 3 && whole[1] == ':';
    if (whole[length - 1] == '\\' && !root) {
        whole[length - 1] = '\0';
    }
    wcscpy(wide, prefix);
    wcscat(wide, whole + (network ? 2 : 0));
    return true;
}

bool path_from_wide(const wchar_t *wide, char path[PATH_BYTES_MAX])
{
    char text[PATH_BYTES_MAX + 8];
    bool prefixed = wcsncmp(wide, L"\\\\?\\", 4) == 0;
    bool network = prefixed && wcsncmp(wide + 4, L"UNC\\", 4) == 0;
    const wchar_t *from = wide + (network ? 6 : prefixed ? 4 : 0);
    int length = WideCharToMultiByte(CP_UTF8, 0, from, -1, text, PATH_BYTES_MAX, NULL, NULL);
    bool fits = length > 0 && snprintf(path, PATH_BYTES_MAX, "%s", text) < PATH_BYTES_MAX;
    path[0] = fits ? path[0] : '\0';
    path_clean(path);
    if (network && fits) {
        path[0] = '/'; /* the path was "C/server/share" */
    }
    return fits;
}

bool path_is_absolute(const char *path)
{
    return path[0] == '/' || path[0] == '\\' ||
           (path[0] != '\0' && path[1] == ':'); /* also for another drive */
}

void path_clean(char *path)
{
    while ((path = strchr(path, '\\')) != NULL) {
        *path = '/';
    }
}

/* ---- displays: always there ---- */

bool display_may_exist(void)
{
    return true;
}

bool display_may_have_gpu(void)
{
    return true;
}

/* ---- failures ---- */

bool fail_as_system(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
    case ERROR_BAD_NETPATH:
    case ERROR_NOT_READY:
        return refuse(ENOENT);
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
        return refuse(EACCES);
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        return refuse(EEXIST);
    case ERROR_DIRECTORY:
        return refuse(ENOTDIR);
    case ERROR_DIR_NOT_EMPTY:
        return refuse(ENOTEMPTY);
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        return refuse(ENOSPC);
    case ERROR_WRITE_PROTECT:
        return refuse(EROFS);
    case ERROR_FILENAME_EXCED_RANGE:
        return refuse(ENAMETOOLONG);
    case ERROR_TOO_MANY_OPEN_FILES:
        return refuse(EMFILE);
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
    case ERROR_COMMITMENT_LIMIT:
        return refuse(ENOMEM);
    default:
        return refuse(EIO);
    }
}

int64_t wall_from_intervals(uint64_t intervals)
{
    return (int64_t)(intervals - INTERVALS_TO_1970) * 100;
}
