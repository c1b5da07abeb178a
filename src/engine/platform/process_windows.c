#include "platform/process.h"

#include "platform/clock.h"
#include "platform/folder.h"
#include "platform/system_windows.h"

#include <windows.h>

#include <psapi.h>
#include <shellapi.h>

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>

enum { STATUS_ENDED = 128, KILLED = 137, ARGUMENTS_BYTES = 32767, SHOWN_BYTES = 1024 };

/* In place of the number of a process: there is no such program. */
static const int64_t NOT_THERE = -1;

/* File of the errors of a program that was started without a stream for them; "": none. */
static wchar_t log_path[WIDE_MAX];

/* How the console wrote text before, for the shell that goes on with it. */
static UINT console_before;

/* ---- start ---- */

typedef struct CommandLine {
    char text[ARGUMENTS_BYTES];
    size_t length;
} CommandLine;

/* Counts what has no room, too. */
static void add(CommandLine *line, char c, size_t count)
{
    for (; count > 0; count--) {
        if (line->length < ARGUMENTS_BYTES - 1) {
            line->text[line->length] = c;
        }
        line->length++;
    }
}

/* In quotes, where a backslash stands for itself unless a quote follows. */
static void add_argument(CommandLine *line, const char *argument)
{
    add(line, ' ', line->length > 0);
    add(line, '"', 1);
    for (const char *at = argument;; at++) {
        size_t backslashes = strspn(at, "\\");
        at += backslashes;
        add(line, '\\', *at == '"' || *at == '\0' ? 2 * backslashes : backslashes);
        if (*at == '\0') {
            break;
        }
        add(line, '\\', *at == '"');
        add(line, *at, 1);
    }
    add(line, '"', 1);
}

/* In new memory; NULL without, and when it is longer than the system takes. */
static wchar_t *make_command(const ProcessDesc *desc)
{
    CommandLine *line = calloc(1, sizeof *line);
    wchar_t *wide = NULL;
    if (line != NULL) {
        add_argument(line, desc->again ? process_file() : desc->arguments[0]);
        for (const char *const *argument = desc->arguments + 1; *argument != NULL; argument++) {
            add_argument(line, *argument);
        }
        bool fits = line->length < ARGUMENTS_BYTES;
        wide = fits ? wide_text(line->text) : NULL;
        SetLastError(fits ? ERROR_OUTOFMEMORY : ERROR_FILENAME_EXCED_RANGE);
    }
    free(line);
    return wide;
}

char *process_set_variable(const char *name, const char *value)
{
    wchar_t *wide_name = wide_text(name), *wide = value == NULL ? NULL : wide_text(value);
    DWORD size = GetEnvironmentVariableW(wide_name, NULL, 0); /* 0: there is none */
    wchar_t *own = calloc((size_t)size + 1, sizeof *own);
    GetEnvironmentVariableW(wide_name, own, size);
    SetEnvironmentVariableW(wide_name, wide);
    char *before = size == 0 ? NULL : text_from_wide(own);
    free(wide_name);
    free(wide);
    free(own);
    return before;
}

/* Ends what is in it when this program ends. */
static HANDLE make_group(void)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {.BasicLimitInformation.LimitFlags =
                                                       JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE};
    HANDLE group = CreateJobObjectW(NULL, NULL);
    if (group != NULL) {
        SetInformationJobObject(group, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    }
    return group;
}

/* Starts it in a group, with these as its standard streams. */
static bool create(PROCESS_INFORMATION *made, HANDLE *group, const ProcessDesc *desc,
                   const HANDLE streams[3])
{
    STARTUPINFOW start = {.cb = sizeof start,
                          .dwFlags = STARTF_USESTDHANDLES,
                          .hStdInput = streams[0],
                          .hStdOutput = streams[1],
                          .hStdError = streams[2]};
    wchar_t *command = make_command(desc);
    bool good = command != NULL && (*group = make_group()) != NULL;
    good = good && CreateProcessW(NULL, command, NULL, NULL, TRUE,
                                  CREATE_SUSPENDED | CREATE_NO_WINDOW, NULL, NULL, &start, made);
    DWORD cause = GetLastError();
    if (good && !AssignProcessToJobObject(*group, made->hProcess)) {
        cause = GetLastError();
        TerminateProcess(made->hProcess, KILLED); /* nothing could end what it starts */
        CloseHandle(made->hThread);
        CloseHandle(made->hProcess);
        good = false;
    }
    if (good) {
        ResumeThread(made->hThread);
        CloseHandle(made->hThread);
    } else if (*group != NULL) {
        CloseHandle(*group);
    }
    free(command);
    SetLastError(cause);
    return good;
}

/* The ends that are read and, for the new process alone, those that are written. */
static bool make_pipe(HANDLE *reader, HANDLE *writer)
{
    return CreatePipe(reader, writer, NULL, PROCESS_TEXT_BYTES) &&
           SetHandleInformation(*writer, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
}

static void close_all(const HANDLE *handles, int count)
{
    for (int i = 0; i < count; i++) {
        if (handles[i] != NULL && handles[i] != INVALID_HANDLE_VALUE) {
            CloseHandle(handles[i]);
        }
    }
}

bool process_spawn(Process *process, const ProcessDesc *desc, CwError *error)
{
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    HANDLE readers[PROCESS_STREAMS] = {NULL}, streams[3] = {NULL}, group = NULL;
    PROCESS_INFORMATION made;
    *process = (Process){.started_ns = clock_now_ns()};
    streams[0] = CreateFileW(L"NUL", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                             OPEN_EXISTING, 0, NULL);
    bool good = make_pipe(&readers[0], &streams[1]) && make_pipe(&readers[1], &streams[2]);
    const HANDLE given[3] = {streams[0], streams[1], streams[desc->one_stream ? 1 : 2]};
    good = good && create(&made, &group, desc, given);
    bool missing =
        !good && (GetLastError() == ERROR_FILE_NOT_FOUND || GetLastError() == ERROR_PATH_NOT_FOUND);
    char words[256];
    if (!good && !missing) {
        describe_failure(words, sizeof words);
        cw_error_set(error, "%s: %s", desc->arguments[0], words);
    }
    close_all(streams, 3);
    if (!good) {
        close_all(readers, PROCESS_STREAMS);
        process->id = missing ? NOT_THERE : 0;
        return missing;
    }
    process->id = (intptr_t)made.hProcess;
    process->group = (intptr_t)group;
    process->pipes[0] = (intptr_t)readers[0];
    process->pipes[1] = (intptr_t)readers[1];
    return true;
}

/* ---- output and end ---- */

static HANDLE handle_of(int64_t number)
{
    return (HANDLE)(intptr_t)number;
}

static void take(Process *process, int stream)
{
    char bytes[4096];
    HANDLE pipe = handle_of(process->pipes[stream]);
    DWORD there = 0, count = 0;
    for (size_t taken = 0; taken < PROCESS_TAKEN_BYTES; taken += count) {
        if (!PeekNamedPipe(pipe, NULL, 0, NULL, &there, NULL) || there == 0 ||
            !ReadFile(pipe, bytes, sizeof bytes, &count, NULL)) {
            break;
        }
        process_keep(process, stream, bytes, count);
    }
}

/* Faults have numbers with the two highest bits; so have exit(-1) and the end by Ctrl+C. */
static int status_of(DWORD status, ProcessEnd *end)
{
    bool crashed =
        (status >= 0xC0000000u && status != UINT32_MAX && status != (DWORD)STATUS_CONTROL_C_EXIT) ||
        status == EXIT_ABORTED;
    *end = crashed ? PROCESS_CRASHED : PROCESS_ENDED;
    return status < 256 ? (int)status : STATUS_ENDED + (int)(status % 128);
}

static void end(Process *process)
{
    DWORD status = 0;
    GetExitCodeProcess(handle_of(process->id), &status);
    TerminateJobObject(handle_of(process->group), KILLED);
    for (int i = 0; i < PROCESS_STREAMS; i++) {
        take(process, i);
        CloseHandle(handle_of(process->pipes[i]));
    }
    CloseHandle(handle_of(process->group));
    CloseHandle(handle_of(process->id));
    process->status = status_of(status, &process->end);
    process->id = 0;
}

bool process_poll(Process *process)
{
    if (process->id == NOT_THERE) {
        process->id = 0;
        process->status = PROCESS_NOT_FOUND;
        return true;
    }
    bool runs = process->id != 0;
    bool ended = runs && WaitForSingleObject(handle_of(process->id), 0) == WAIT_OBJECT_0;
    if (ended) {
        end(process);
    }
    for (int i = 0; i < PROCESS_STREAMS && runs && !ended; i++) {
        take(process, i);
    }
    return ended;
}

void process_kill(Process *process)
{
    if (process->id > 0) {
        TerminateJobObject(handle_of(process->group), KILLED);
        WaitForSingleObject(handle_of(process->id), INFINITE);
        end(process);
    }
    process->id = 0;
}

bool process_open_with(const char *const *programs, const char *path)
{
    char quoted[PATH_BYTES_MAX + 2];
    snprintf(quoted, sizeof quoted, "\"%s\"", path);
    for (char *at = quoted; (at = strchr(at, '/')) != NULL;) {
        *at = '\\'; /* Explorer takes a slash for an option */
    }
    wchar_t *wide = wide_text(quoted);
    bool opened = false;
    for (; wide != NULL && !opened && *programs != NULL; programs++) {
        wchar_t *program = wide_text(*programs);
        SHELLEXECUTEINFOW open = {.cbSize = sizeof open,
                                  .fMask = SEE_MASK_FLAG_NO_UI,
                                  .lpFile = program,
                                  .lpParameters = wide,
                                  .nShow = SW_SHOWNORMAL};
        opened = program != NULL && ShellExecuteExW(&open);
        free(program);
    }
    free(wide);
    return opened;
}

/* It can't be asked where it is. */
void process_interrupt(const Process *process)
{
    if (process->id > 0) {
        TerminateProcess(handle_of(process->id), KILLED);
    }
}

/* `clockwork dev`, which is for Linux, needs these three; sweep does without the last one. */
void process_become(const char *const *arguments)
{
    (void)arguments;
    errno = ENOSYS;
}

int process_run_in_foreground(const char *const *arguments, ProcessEnd *end)
{
    (void)arguments;
    *end = PROCESS_ENDED;
    return -1;
}

FILE *process_take_output(void)
{
    errno = ENOSYS;
    return NULL;
}

/* ---- facts ---- */

static int64_t in_ns(const FILETIME *time)
{
    return (int64_t)((uint64_t)time->dwHighDateTime << 32 | time->dwLowDateTime) * 100;
}

ProcessCost process_cost(const Process *process)
{
    FILETIME began, ended, system = {0}, own = {0};
    PROCESS_MEMORY_COUNTERS memory = {.cb = sizeof memory};
    if (process->id > 0) {
        GetProcessTimes(handle_of(process->id), &began, &ended, &system, &own);
        GetProcessMemoryInfo(handle_of(process->id), &memory, sizeof memory);
    }
    return (ProcessCost){.work_ns = in_ns(&system) + in_ns(&own),
                         .resident_bytes = (int64_t)memory.WorkingSetSize};
}

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

/* The linker's size is enough, and no limit can be set. */
size_t process_stack_bytes(void)
{
    return SIZE_MAX;
}

/* ---- begin ---- */

/* They stay until the process ends. */
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

/* A program that runs already keeps the file, and this one adds to it. */
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

/* Also shows the end of the log. */
void process_end(int status)
{
    SetConsoleOutputCP(console_before);
    static char text[SHOWN_BYTES + 1];
    static wchar_t wide[SHOWN_BYTES + 1];
    FILE *log = status == 0 || log_path[0] == '\0' ? NULL : _wfopen(log_path, L"rb");
    if (log != NULL) {
        fseek(log, -SHOWN_BYTES, SEEK_END); /* a shorter one is shown whole */
        fread(text, 1, SHOWN_BYTES, log);
        fclose(log);
        MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, SHOWN_BYTES + 1);
        if (wide[0] != L'\0') { /* a game may end with a status of its own, and no words */
            MessageBoxW(NULL, wide, log_path + wcslen(L"\\\\?\\"), MB_ICONERROR | MB_SETFOREGROUND);
        }
    }
}

char **process_begin(int *count, char **given)
{
    /* SDL frees it at the end, and a thread of Wine 8 would crash in what is gone: it stays. */
    LoadLibraryExW(L"XInput1_4.dll", NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
    open_log();
    setvbuf(stderr, NULL, _IONBF, 0); /* Wine 8 keeps it in a buffer */
    _setmode(0, _O_BINARY);
    _setmode(1, _O_BINARY);
    _setmode(2, _O_BINARY);
    console_before = GetConsoleOutputCP();
    SetConsoleOutputCP(CP_UTF8);
    bool are_mains = *count == __argc;
    for (int i = 0; are_mains && i < __argc; i++) {
        are_mains = strcmp(given[i], __argv[i]) == 0;
    }
    char **own = are_mains ? make_arguments(count) : NULL;
    return own == NULL ? given : own;
}
