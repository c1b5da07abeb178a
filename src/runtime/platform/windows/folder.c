#include "platform/folder.h"

#include "platform/clock.h"
#include "platform/windows/system.h"

#include <windows.h>

#include <initguid.h>

#include <knownfolders.h>
#include <shlobj.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- content ---- */

struct Folder {
    HANDLE search;
    WIN32_FIND_DATAW found;
    bool is_read; /* `found` was handed out */
    char *name;
};

Folder *folder_open(const char *path)
{
    wchar_t wide[WIDE_MAX + 2];
    Folder *folder = calloc(1, sizeof *folder);
    if (folder == NULL || !wide_path(path, wide)) {
        free(folder);
        return NULL;
    }
    wcscat(wide, wide[wcslen(wide) - 1] == '\\' ? L"*" : L"\\*");
    folder->search = FindFirstFileW(wide, &folder->found);
    if (folder->search == INVALID_HANDLE_VALUE) {
        fail_as_system();
        free(folder);
        return NULL;
    }
    return folder;
}

void folder_close(Folder *folder)
{
    if (folder != NULL) {
        FindClose(folder->search);
        free(folder->name);
        free(folder);
    }
}

static FileKind kind_of(const WIN32_FIND_DATAW *found)
{
    bool is_link = (found->dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
                   IsReparseTagNameSurrogate(found->dwReserved0);
    bool is_folder = (found->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    return is_link ? FILE_SPECIAL : is_folder ? FILE_FOLDER : FILE_REGULAR;
}

bool folder_next(Folder *folder, FolderEntry *entry)
{
    const wchar_t *name = folder->found.cFileName;
    do {
        if (folder->is_read && !FindNextFileW(folder->search, &folder->found)) {
            errno = 0;
            return GetLastError() != ERROR_NO_MORE_FILES && fail_as_system();
        }
        folder->is_read = true;
    } while (wcscmp(name, L".") == 0 || wcscmp(name, L"..") == 0);
    free(folder->name);
    folder->name = text_from_wide(name);
    *entry = (FolderEntry){folder->name, kind_of(&folder->found)};
    errno = folder->name == NULL ? ENOMEM : 0;
    return folder->name != NULL;
}

/* ---- making ---- */

/* Windows already makes a user's folders private. */
void folder_make_private(const char *path)
{
    char around[PATH_BYTES_MAX];
    snprintf(around, sizeof around, "%s", path);
    char *slash = strrchr(around, '/');
    if (slash != NULL) {
        *slash = '\0';
        file_make_folder(around);
    }
    file_make_folder(path);
}

bool folder_make_temporary(char path[PATH_BYTES_MAX], const char *prefix)
{
    wchar_t wide[MAX_PATH + 1];
    char folder[PATH_BYTES_MAX], name[PATH_NAME_BYTES];
    DWORD length = GetTempPathW(MAX_PATH + 1, wide);
    if (length == 0 || length > MAX_PATH || !path_from_wide(wide, folder)) {
        errno = ENOENT;
        return false;
    }
    snprintf(name, sizeof name, "%s%lx-%llx", prefix, GetCurrentProcessId(),
             (unsigned long long)clock_now_ns());
    return path_join(path, folder, name) && file_make_folder(path);
}

bool folder_remove(const char *path)
{
    wchar_t wide[WIDE_MAX];
    return wide_path(path, wide) && (RemoveDirectoryW(wide) || fail_as_system());
}

/* ---- folders of the system ---- */

const char FOLDER_ADVICE[] = "let your user write in %APPDATA%";

bool folder_of_work(char path[PATH_BYTES_MAX])
{
    wchar_t wide[WIDE_MAX];
    DWORD length = GetCurrentDirectoryW(WIDE_MAX, wide);
    path[0] = '\0';
    return length > 0 && length < WIDE_MAX && path_from_wide(wide, path);
}

bool folder_of_user(bool roams, char path[PATH_BYTES_MAX])
{
    wchar_t *wide = NULL;
    char base[PATH_BYTES_MAX];
    path[0] = '\0';
    const KNOWNFOLDERID *around = roams ? &FOLDERID_RoamingAppData : &FOLDERID_LocalAppData;
    bool found = SHGetKnownFolderPath(around, KF_FLAG_CREATE, NULL, &wide) == S_OK &&
                 path_from_wide(wide, base) && path_join(path, base, "Clockwork");
    CoTaskMemFree(wide);
    return found;
}

bool folder_of_caches(char path[PATH_BYTES_MAX])
{
    return folder_of_user(false, path);
}
