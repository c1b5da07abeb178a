#include "platform/process.h"

#include "platform/clock.h"
#include "platform/file.h"
#include "platform/windows/system.h"

#include <windows.h>

#include <shellapi.h>

#include <fcntl.h>
#include <io.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_BYTES = 1024 };

/* File for errors of a program that was started without a stream for them; "": none. */
static wchar_t log_path[WIDE_MAX];

/* The console's earlier code page, restored for the shell. */
static UINT saved_code_page;

const char *process_file(void)
{
    static char path[PATH_BYTES_MAX];
    wchar_t wide[WIDE_MAX];
    if (path[0] == '\0' && GetModuleFileNameW(NULL, wide, WIDE_MAX) > 0) {
        path_from_wide(wide, path);
    }
    return path;
}

int64_t process_id(void)
{
    return GetCurrentProcessId();
}

/* The linker sets a sufficient size, and the user can't limit it. */
size_t process_stack_bytes(void)
{
    return SIZE_MAX;
}

/* ---- begin ---- */

/* The arguments stay until the process ends. */
static char **make_arguments(int *count)
{
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), count);
    char **arguments = wide == NULL ? NULL : calloc((size_t)*count + 1, sizeof *arguments);
    for (int i = 0; arguments != NULL && i < *count; i++) {
        arguments[i] = text_from_wide(wide[i]);
        if (arguments[i] == NULL) {
            return NULL;
        }
    }
    LocalFree(wide);
    return arguments;
}

/* Appends to the file if another program has it open. */
static void open_log(void)
{
    char folder[PATH_BYTES_MAX], path[PATH_BYTES_MAX];
    if (GetFileType(GetStdHandle(STD_ERROR_HANDLE)) != FILE_TYPE_UNKNOWN ||
        !folder_of_user(true, folder) || !path_join(path, folder, "log.txt") ||
        !wide_path(path, log_path)) {
        return;
    }
    folder_make_private(folder);
    DeleteFileW(log_path);
    FILE *log = _wfreopen(log_path, L"ab", stderr);
    if (log == NULL && (log = _wfopen(log_path, L"ab")) != NULL) {
        *stderr = *log; /* Wine 8 reopens no stream that has no file */
    }
    if (log == NULL) {
        log_path[0] = '\0';
        return;
    }
    SetStdHandle(STD_ERROR_HANDLE, (HANDLE)_get_osfhandle(_fileno(stderr)));
}

/* Also shows the end of the log to the user. */
void process_end(int status)
{
    SetConsoleOutputCP(saved_code_page);
    static char text[SHOWN_BYTES + 1];
    static wchar_t wide[SHOWN_BYTES + 1];
    FILE *log = status == 0 || log_path[0] == '\0' ? NULL : _wfopen(log_path, L"rb");
    if (log != NULL) {
        fseek(log, -SHOWN_BYTES, SEEK_END); /* fails for a shorter log, shown whole */
        fread(text, 1, SHOWN_BYTES, log);
        fclose(log);
        MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, SHOWN_BYTES + 1);
        if (wide[0] != L'\0') { /* a game may end with its own status and no message */
            MessageBoxW(NULL, wide, log_path + wcslen(L"\\\\?\\"), MB_ICONERROR | MB_SETFOREGROUND);
        }
    }
}

char **process_begin(int *count, char **given)
{
    /* Keeps the library loaded: a thread of Wine 8 would crash after SDL frees it. */
    LoadLibraryExW(L"XInput1_4.dll", NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
    open_log();
    setvbuf(stderr, NULL, _IONBF, 0); /* Wine 8 buffers stderr */
    _setmode(0, _O_BINARY);
    _setmode(1, _O_BINARY);
    _setmode(2, _O_BINARY);
    saved_code_page = GetConsoleOutputCP();
    SetConsoleOutputCP(CP_UTF8);
    bool are_mains = *count == __argc;
    for (int i = 0; are_mains && i < __argc; i++) {
        are_mains = strcmp(given[i], __argv[i]) == 0;
    }
    char **own = are_mains ? make_arguments(count) : NULL;
    return own == NULL ? given : own;
}

/* ---- quitting ---- */

enum { CALLS_AT_START = 2 };

static const int64_t PATIENCE_NS = INT64_C(2000000000);

/* Set by the system's own thread. */
static atomic_bool has_request;
static atomic_int starting_calls; /* calls of quit_wished until a request is only noted */
static int64_t first_ns;          /* time of the first request; only the handler uses it */
static bool is_catching;

/* When a console closes or a user logs out, the system waits some seconds while this runs. */
static BOOL WINAPI on_request(DWORD kind)
{
    if (starting_calls > 0) {
        _exit(0);
    }
    bool is_repeated = atomic_exchange(&has_request, true);
    first_ns = is_repeated ? first_ns : clock_now_ns();
    if (is_repeated && clock_now_ns() - first_ns >= PATIENCE_NS) {
        return FALSE; /* the system ends the program */
    }
    if (kind != CTRL_C_EVENT && kind != CTRL_BREAK_EVENT) {
        Sleep(INFINITE);
    }
    return TRUE;
}

void quit_catch(void)
{
    has_request = false;
    is_catching = is_catching || SetConsoleCtrlHandler(on_request, TRUE);
}

void quit_catch_at_start(void)
{
    quit_catch();
    starting_calls = CALLS_AT_START;
}

void quit_restore(void)
{
    if (is_catching) {
        SetConsoleCtrlHandler(on_request, FALSE);
    }
    is_catching = false;
    starting_calls = 0;
}

bool quit_wished(void)
{
    starting_calls -= starting_calls > 0;
    return has_request;
}
