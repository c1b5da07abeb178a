/* The helpers of system.h, and the small parts of the system for Windows. */
#include "platform/windows/system.h"

#include "platform/arithmetic.h"
#include "platform/clock.h"
#include "platform/display.h"
#include "platform/locale.h"
#include "platform/memory.h"

#include <windows.h>

#include <errno.h>
#include <locale.h>
#include <psapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xmmintrin.h>

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

static bool set_errno(int cause)
{
    errno = cause;
    return false;
}

/* Completes the path first, as the prefix disables handling of slashes, dots and device names. */
bool wide_path(const char *path, wchar_t wide[WIDE_MAX])
{
    static const wchar_t PREFIX[] = L"\\\\?\\", NETWORK[] = L"\\\\?\\UNC\\";
    wchar_t given[WIDE_MAX], full[WIDE_MAX];
    if (path[0] == '\0') {
        return set_errno(ENOENT);
    }
    const char *named = strcmp(path, "/dev/null") == 0 ? "NUL" : path;
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, named, -1, given, WIDE_MAX) == 0) {
        return set_errno(GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : EINVAL);
    }
    DWORD length = GetFullPathNameW(given, WIDE_MAX, full, NULL);
    if (length == 0 || length + 8 >= WIDE_MAX) {
        return set_errno(length == 0 ? ENOENT : ENAMETOOLONG);
    }
    bool has_prefix = wcsncmp(full, L"\\\\", 2) == 0 && (full[2] == '?' || full[2] == '.');
    bool is_network = !has_prefix && wcsncmp(full, L"\\\\", 2) == 0;
    const wchar_t *prefix = has_prefix ? L"" : is_network ? NETWORK : PREFIX;
    bool is_root = length == 3 && full[1] == ':';
    if (full[length - 1] == '\\' && !is_root) {
        full[length - 1] = '\0';
    }
    wcscpy(wide, prefix);
    wcscat(wide, full + (is_network ? 2 : 0));
    return true;
}

bool path_from_wide(const wchar_t *wide, char path[PATH_BYTES_MAX])
{
    char text[PATH_BYTES_MAX + 8];
    bool has_prefix = wcsncmp(wide, L"\\\\?\\", 4) == 0;
    bool is_network = has_prefix && wcsncmp(wide + 4, L"UNC\\", 4) == 0;
    const wchar_t *from = wide + (is_network ? 6 : has_prefix ? 4 : 0);
    int length = WideCharToMultiByte(CP_UTF8, 0, from, -1, text, PATH_BYTES_MAX, NULL, NULL);
    bool is_stored = length > 0 && snprintf(path, PATH_BYTES_MAX, "%s", text) < PATH_BYTES_MAX;
    path[0] = is_stored ? path[0] : '\0';
    path_clean(path);
    if (is_network && is_stored) {
        path[0] = '/'; /* the path was "C/server/share" */
    }
    return is_stored;
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
        return set_errno(ENOENT);
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
        return set_errno(EACCES);
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        return set_errno(EEXIST);
    case ERROR_DIRECTORY:
        return set_errno(ENOTDIR);
    case ERROR_DIR_NOT_EMPTY:
        return set_errno(ENOTEMPTY);
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        return set_errno(ENOSPC);
    case ERROR_WRITE_PROTECT:
        return set_errno(EROFS);
    case ERROR_FILENAME_EXCED_RANGE:
        return set_errno(ENAMETOOLONG);
    case ERROR_TOO_MANY_OPEN_FILES:
        return set_errno(EMFILE);
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
    case ERROR_COMMITMENT_LIMIT:
        return set_errno(ENOMEM);
    default:
        return set_errno(EIO);
    }
}

int64_t wall_from_intervals(uint64_t intervals)
{
    return (int64_t)(intervals - INTERVALS_TO_1970) * 100;
}

/* ---- arithmetic ---- */

void arithmetic_reset(void)
{
    bool is_default = (_mm_getcsr() & ~(unsigned)_MM_EXCEPT_MASK) == _MM_MASK_MASK;
    if (!is_default || fegetround() != FE_TONEAREST) {
        fesetenv(FE_DFL_ENV);
        _mm_setcsr(_MM_MASK_MASK);
    }
}

Arithmetic arithmetic_begin(void)
{
    Arithmetic saved = {.vectors = _mm_getcsr()};
    fegetenv(&saved.environment);
    arithmetic_reset();
    return saved;
}

void arithmetic_end(const Arithmetic *saved)
{
    fesetenv(&saved->environment);
    _mm_setcsr(saved->vectors);
}

/* ---- clock ---- */

/* CREATE_WAITABLE_TIMER_HIGH_RESOLUTION, which the headers of mingw-w64 10 lack. */
enum { HIGH_RESOLUTION = 2 };

/* The calling thread's timer; the system closes it with the process. */
static _Thread_local HANDLE timer;

static uint64_t intervals_of(FILETIME time)
{
    return (uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime;
}

int64_t clock_now_ns(void)
{
    LARGE_INTEGER count, rate_hz;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&rate_hz);
    return count.QuadPart / rate_hz.QuadPart * NS_PER_S +
           count.QuadPart % rate_hz.QuadPart * NS_PER_S / rate_hz.QuadPart;
}

/* Windows before 2018 has no such timer; its sleeps are as coarse as its scheduler. */
void clock_sleep_until_ns(int64_t deadline_ns)
{
    if (timer == NULL) {
        timer = CreateWaitableTimerExW(NULL, NULL, HIGH_RESOLUTION, TIMER_ALL_ACCESS);
    }
    for (int64_t left_ns; (left_ns = deadline_ns - clock_now_ns()) > 0;) {
        LARGE_INTEGER due = {.QuadPart = -((left_ns + 99) / 100)};
        if (timer == NULL || !SetWaitableTimer(timer, &due, 0, NULL, NULL, FALSE)) {
            Sleep((DWORD)(left_ns / 1000000 + 1));
        } else {
            WaitForSingleObject(timer, INFINITE);
        }
    }
}

int64_t clock_wall_ns(void)
{
    FILETIME now;
    GetSystemTimePreciseAsFileTime(&now);
    return wall_from_intervals(intervals_of(now));
}

void clock_print(char *text, size_t size, const char *format)
{
    time_t now = (time_t)(clock_wall_ns() / NS_PER_S);
    struct tm local = {0};
    localtime_s(&local, &now);
    strftime(text, size, format, &local);
}

int64_t clock_work_ns(void)
{
    FILETIME began, ended, system, own;
    GetProcessTimes(GetCurrentProcess(), &began, &ended, &system, &own);
    return (int64_t)(intervals_of(system) + intervals_of(own)) * 100;
}

int64_t clock_thread_work_ns(void)
{
    FILETIME began, ended, system, own;
    GetThreadTimes(GetCurrentThread(), &began, &ended, &system, &own);
    return (int64_t)(intervals_of(system) + intervals_of(own)) * 100;
}

/* ---- locale ---- */

/* NULL: the locale was plain already. */
void *locale_plain_begin(void)
{
    _configthreadlocale(_ENABLE_PER_THREAD_LOCALE);
    const char *now = setlocale(LC_ALL, NULL);
    char *previous = now == NULL || strcmp(now, "C") == 0 ? NULL : strdup(now);
    if (previous != NULL) {
        setlocale(LC_ALL, "C");
    }
    return previous;
}

void locale_plain_end(void *previous)
{
    if (previous != NULL) {
        setlocale(LC_ALL, previous);
        free(previous);
    }
}

/* ---- memory ---- */

/* The whole block counts towards the system's commit limit; pages take no memory until written. */
void *memory_reserve(void *wish, size_t bytes)
{
    void *block = VirtualAlloc(wish, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    if (block == NULL && wish != NULL) {
        block = VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    }
    errno = block == NULL ? ENOMEM : errno;
    return block;
}

void memory_release(void *block, size_t bytes)
{
    (void)bytes;
    VirtualFree(block, 0, MEM_RELEASE);
}

bool memory_protect(void *block, size_t bytes, bool read_only)
{
    DWORD saved;
    return VirtualProtect(block, bytes, read_only ? PAGE_READONLY : PAGE_READWRITE, &saved) != 0;
}

size_t memory_spare(size_t bytes)
{
    return bytes;
}

size_t memory_of_process(void)
{
    PROCESS_MEMORY_COUNTERS counters;
    bool is_known = K32GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters) != 0;
    return is_known ? counters.WorkingSetSize : 0;
}
