#include "platform/file.h"

#include "platform/clock.h"
#include "platform/windows/system.h"

#include <inttypes.h>
#include <windows.h>

#include <initguid.h>

#include <knownfolders.h>
#include <shlobj.h>

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>

/* Retries: a scanner or a reader holds a file only for a moment. */
enum { TRIES = 50, TRY_NS = 10000000 };

enum { SHARE_ALL = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };

/* ---- facts ---- */

/* Also opens folders. INVALID_HANDLE_VALUE with errno. */
static HANDLE open_handle(const char *path, DWORD access, DWORD disposition)
{
    wchar_t wide[WIDE_MAX];
    HANDLE file = INVALID_HANDLE_VALUE;
    if (wide_path(path, wide)) {
        file = CreateFileW(wide, access, SHARE_ALL, NULL, disposition,
                           FILE_ATTRIBUTE_NORMAL | FILE_FLAG_BACKUP_SEMANTICS, NULL);
        if (file == INVALID_HANDLE_VALUE) {
            fail_as_system();
        }
    }
    return file;
}

static FileKind kind_of(HANDLE file)
{
    BY_HANDLE_FILE_INFORMATION facts;
    bool is_known = GetFileType(file) == FILE_TYPE_DISK && GetFileInformationByHandle(file, &facts);
    return !is_known                                                  ? FILE_SPECIAL
           : (facts.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0 ? FILE_REGULAR
                                                                      : FILE_FOLDER;
}

FileFacts file_facts(const char *path)
{
    BY_HANDLE_FILE_INFORMATION by_handle = {0};
    FILE_BASIC_INFO times = {0};
    HANDLE file = open_handle(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING);
    if (file == INVALID_HANDLE_VALUE) {
        return (FileFacts){.kind = FILE_MISSING};
    }
    FileFacts facts = {.kind = kind_of(file)};
    if (facts.kind != FILE_SPECIAL && GetFileInformationByHandle(file, &by_handle) &&
        GetFileInformationByHandleEx(file, FileBasicInfo, &times, sizeof times)) {
        facts.size_bytes = (int64_t)by_handle.nFileSizeHigh << 32 | by_handle.nFileSizeLow;
        facts.modified_ns = wall_from_intervals((uint64_t)times.LastWriteTime.QuadPart);
        facts.changed_ns = wall_from_intervals((uint64_t)times.ChangeTime.QuadPart);
        facts.volume = by_handle.dwVolumeSerialNumber;
        facts.number = (uint64_t)by_handle.nFileIndexHigh << 32 | by_handle.nFileIndexLow;
    }
    CloseHandle(file);
    return facts;
}

/* For a folder, whether files can be added to it. */
bool file_is_writable(const char *path)
{
    HANDLE file = open_handle(path, FILE_WRITE_DATA, OPEN_EXISTING);
    return file != INVALID_HANDLE_VALUE && CloseHandle(file);
}

bool file_real_path(const char *path, char real[PATH_BYTES_MAX])
{
    wchar_t wide[WIDE_MAX];
    HANDLE file = open_handle(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING);
    if (file == INVALID_HANDLE_VALUE) {
        return false;
    }
    DWORD length = GetFinalPathNameByHandleW(file, wide, WIDE_MAX, VOLUME_NAME_DOS);
    CloseHandle(file);
    bool is_known = length > 0 && length < WIDE_MAX; /* Wine 8 does not report long paths */
    bool is_stored = (is_known || wide_path(path, wide)) && path_from_wide(wide, real);
    errno = is_stored ? errno : ENAMETOOLONG;
    return is_stored;
}

/* ---- opening ---- */

static HANDLE handle_of(int file)
{
    return (HANDLE)_get_osfhandle(file);
}

/* The errno that says why this can't be used as a file; 0: it can. */
static int problem_of(HANDLE file, const char *path)
{
    wchar_t wide[WIDE_MAX];
    FileKind kind = kind_of(file);
    bool is_null =
        kind == FILE_SPECIAL && wide_path(path, wide) && _wcsicmp(wide, L"\\\\.\\NUL") == 0;
    return kind == FILE_REGULAR || is_null ? 0 : kind == FILE_FOLDER ? EISDIR : ESPIPE;
}

static int descriptor_of(HANDLE file, int flags)
{
    int descriptor = _open_osfhandle((intptr_t)file, flags | _O_BINARY | _O_NOINHERIT);
    if (descriptor < 0) {
        CloseHandle(file);
    }
    return descriptor;
}

static int open_file(const char *path, DWORD access, DWORD disposition, int flags)
{
    HANDLE file = open_handle(path, access, disposition);
    int problem = file == INVALID_HANDLE_VALUE ? errno : problem_of(file, path);
    if (problem != 0) {
        if (file != INVALID_HANDLE_VALUE) {
            CloseHandle(file);
        }
        errno = problem;
        return -1;
    }
    return descriptor_of(file, flags);
}

/* Empties a file instead of replacing it, so that other programs keep their position in it. */
static int begin_anew(const char *path)
{
    int file = open_file(path, GENERIC_WRITE, OPEN_ALWAYS, _O_WRONLY);
    if (file >= 0) {
        SetEndOfFile(handle_of(file));
    }
    return file;
}

int file_open_descriptor(const char *path, FileUse use)
{
    switch (use) {
    case FILE_READ:
        return open_file(path, GENERIC_READ, OPEN_EXISTING, _O_RDONLY);
    case FILE_WRITE:
        return begin_anew(path);
    case FILE_EDIT:
        return open_file(path, GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS, _O_RDWR);
    case FILE_NEW:
        return open_file(path, GENERIC_WRITE, CREATE_NEW, _O_WRONLY);
    case FILE_APPEND:
        return open_file(path, FILE_APPEND_DATA | SYNCHRONIZE, OPEN_ALWAYS, _O_WRONLY | _O_APPEND);
    }
    return -1;
}

/* ---- descriptors ---- */

int64_t file_read_begin(int file, void *bytes, size_t size)
{
    __int64 place = _lseeki64(file, 0, SEEK_CUR);
    if (place < 0 || _lseeki64(file, 0, SEEK_SET) < 0) {
        return -1;
    }
    int count = _read(file, bytes, size > INT_MAX ? INT_MAX : (unsigned)size);
    int cause = errno;
    _lseeki64(file, place, SEEK_SET);
    errno = cause;
    return count;
}

/* Tries to lock a byte far behind the content, because others can't read a locked part. */
static bool is_locked(HANDLE file, DWORD flags)
{
    OVERLAPPED far_behind = {.OffsetHigh = 0x40000000};
    return !LockFileEx(file, flags | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &far_behind) &&
           (GetLastError() == ERROR_LOCK_VIOLATION || GetLastError() == ERROR_IO_PENDING);
}

bool file_lock(int file)
{
    return !is_locked(handle_of(file), LOCKFILE_EXCLUSIVE_LOCK);
}

int64_t file_size(int file)
{
    return _filelengthi64(file);
}

bool file_truncate(int file)
{
    errno_t cause = _chsize_s(file, 0);
    errno = cause == 0 ? errno : cause;
    return cause == 0;
}

/* ---- whole files ---- */

/* Folders can't be locked, so one mutex serves for all of them. */
int file_lock_folder(const char *path)
{
    (void)path;
    HANDLE mutex = CreateMutexW(NULL, FALSE, L"Global\\clockwork");
    if (mutex == NULL) {
        return -1;
    }
    WaitForSingleObject(mutex, INFINITE);
    return (int)(intptr_t)mutex; /* handles have 32 significant bits */
}

void file_unlock_folder(int lock)
{
    if (lock >= 0) {
        ReleaseMutex((HANDLE)(intptr_t)lock);
        CloseHandle((HANDLE)(intptr_t)lock);
    }
}

static bool move(const wchar_t *from, const wchar_t *to)
{
    for (int i = 0; i < TRIES; i++) {
        if (MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) {
            return true;
        }
        if (GetLastError() != ERROR_ACCESS_DENIED && GetLastError() != ERROR_SHARING_VIOLATION) {
            break;
        }
        clock_sleep_ns(TRY_NS);
    }
    return fail_as_system();
}

bool file_rename(const char *from, const char *to)
{
    wchar_t wide_from[WIDE_MAX], wide_to[WIDE_MAX];
    return wide_path(from, wide_from) && wide_path(to, wide_to) && move(wide_from, wide_to);
}

/* New files inherit their folder's rights. */
void file_take_rights(int file, const char *from)
{
    (void)file, (void)from;
}

bool file_flush(int file)
{
    return FlushFileBuffers(handle_of(file)) || fail_as_system();
}

/* The file system's journal protects folder entries. */
bool file_sync_folder(const char *path)
{
    (void)path;
    return true;
}

bool file_remove(const char *path)
{
    wchar_t wide[WIDE_MAX];
    return wide_path(path, wide) && (DeleteFileW(wide) || fail_as_system());
}

void file_remove_unlocked(const char *path)
{
    HANDLE file = open_handle(path, GENERIC_READ, OPEN_EXISTING);
    bool in_use = file != INVALID_HANDLE_VALUE && is_locked(file, 0);
    if (file != INVALID_HANDLE_VALUE) {
        CloseHandle(file);
    }
    if (!in_use) {
        file_remove(path);
    }
}

void file_touch(const char *path)
{
    FILETIME now;
    HANDLE file = open_handle(path, FILE_WRITE_ATTRIBUTES, OPEN_EXISTING);
    GetSystemTimeAsFileTime(&now);
    if (file != INVALID_HANDLE_VALUE) {
        SetFileTime(file, NULL, NULL, &now);
        CloseHandle(file);
    }
}

bool file_sync(const char *path)
{
    HANDLE file = open_handle(path, GENERIC_WRITE, OPEN_EXISTING);
    if (file == INVALID_HANDLE_VALUE) {
        return false;
    }
    bool ok = FlushFileBuffers(file) || fail_as_system();
    CloseHandle(file);
    return ok;
}

bool file_make_folder(const char *path)
{
    wchar_t wide[WIDE_MAX];
    return wide_path(path, wide) && (CreateDirectoryW(wide, NULL) || fail_as_system());
}

/* ---- the content of folders ---- */

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

static FileKind entry_kind(const WIN32_FIND_DATAW *found)
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
    *entry = (FolderEntry){folder->name, entry_kind(&folder->found)};
    errno = folder->name == NULL ? ENOMEM : 0;
    return folder->name != NULL;
}

/* ---- making folders ---- */

/* Windows already makes a user's folders private. */
void folder_make_private(const char *path)
{
    char parent[PATH_BYTES_MAX];
    snprintf(parent, sizeof parent, "%s", path);
    char *slash = strrchr(parent, '/');
    if (slash != NULL) {
        *slash = '\0';
        file_make_folder(parent);
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
    snprintf(name, sizeof name, "%s%lx-%" PRIx64, prefix, GetCurrentProcessId(),
             (uint64_t)clock_now_ns());
    return path_join(path, folder, name) && file_make_folder(path);
}

bool folder_remove(const char *path)
{
    wchar_t wide[WIDE_MAX];
    return wide_path(path, wide) && (RemoveDirectoryW(wide) || fail_as_system());
}

/* ---- folders of the system ---- */

const char FOLDER_ADVICE[] = "let your user write in %APPDATA%";

bool working_folder(char path[PATH_BYTES_MAX])
{
    wchar_t wide[WIDE_MAX];
    DWORD length = GetCurrentDirectoryW(WIDE_MAX, wide);
    path[0] = '\0';
    return length > 0 && length < WIDE_MAX && path_from_wide(wide, path);
}

bool folder_of_user(bool is_roaming, char path[PATH_BYTES_MAX])
{
    wchar_t *wide = NULL;
    char base[PATH_BYTES_MAX];
    path[0] = '\0';
    const KNOWNFOLDERID *parent = is_roaming ? &FOLDERID_RoamingAppData : &FOLDERID_LocalAppData;
    bool is_found = SHGetKnownFolderPath(parent, KF_FLAG_CREATE, NULL, &wide) == S_OK &&
                    path_from_wide(wide, base) && path_join(path, base, "Clockwork");
    CoTaskMemFree(wide);
    return is_found;
}

bool folder_of_caches(char path[PATH_BYTES_MAX])
{
    return folder_of_user(false, path);
}
