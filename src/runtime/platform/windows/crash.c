#include "platform/crash.h"

#include "clockwork/base.h"

#include <windows.h>

#include <signal.h>
#include <string.h>

enum { TEXT_BYTES = 4096 };

/* Windows' own exit status for an aborted program. */
static const UINT ABORTED = 0x40000015;

static const struct {
    DWORD code;
    const char *words;
} FAULTS[] = {{EXCEPTION_ACCESS_VIOLATION, "clockwork: crashed (access violation) "},
              {EXCEPTION_IN_PAGE_ERROR, "clockwork: crashed (page error) "},
              {EXCEPTION_STACK_OVERFLOW, "clockwork: crashed (stack overflow) "},
              {EXCEPTION_INT_DIVIDE_BY_ZERO, "clockwork: crashed (division by zero) "},
              {EXCEPTION_INT_OVERFLOW, "clockwork: crashed (overflow) "},
              {EXCEPTION_ILLEGAL_INSTRUCTION, "clockwork: crashed (illegal instruction) "}};

static CrashDescriber *describer; /* NULL: crashes are not caught */
static void (*last_words_function)(void);
static LPTOP_LEVEL_EXCEPTION_FILTER saved_filter;
static void (*saved_abort_handler)(int);

/* Calls only functions that need no memory. */
static void report_crash(const char *words, const void *fault)
{
    static char text[TEXT_BYTES];
    HANDLE file = GetStdHandle(STD_ERROR_HANDLE);
    DWORD written;
    size_t length = describer(text, sizeof text, fault);
    WriteFile(file, words, (DWORD)strlen(words), &written, NULL);
    WriteFile(file, text, (DWORD)length, &written, NULL);
    if (last_words_function != NULL) {
        last_words_function();
    }
}

/* The address of a fault as CrashDescriber gets it. */
static const void *fault_address(const EXCEPTION_RECORD *fault)
{
    uintptr_t address = fault->ExceptionInformation[1];
    return fault->ExceptionCode == EXCEPTION_ACCESS_VIOLATION
               ? (const void *)(address == 0 ? 1 : address)
               : NULL;
}

/* Reports a fault; then the system ends the program with the fault's number. */
static LONG WINAPI on_fault(EXCEPTION_POINTERS *fault)
{
    const EXCEPTION_RECORD *record = fault->ExceptionRecord;
    const char *words = "clockwork: crashed ";
    for (size_t i = 0; i < CW_ARRAY_LENGTH(FAULTS); i++) {
        words = FAULTS[i].code == record->ExceptionCode ? FAULTS[i].words : words;
    }
    report_crash(words, fault_address(record));
    TerminateProcess(GetCurrentProcess(), record->ExceptionCode);
    return EXCEPTION_EXECUTE_HANDLER;
}

/* Reports an abort and ends the program; the C library's exit status would be 3. */
static void on_abort(int number)
{
    (void)number;
    report_crash("clockwork: aborted ", NULL);
    TerminateProcess(GetCurrentProcess(), ABORTED);
}

void crash_join_thread(CrashStack *own)
{
    ULONG bytes = sizeof *own;
    SetThreadStackGuarantee(&bytes);
}

bool crash_catch(CrashDescriber *describe, void (*last_words)(void))
{
    if (describer != NULL) {
        return false;
    }
    ULONG bytes = sizeof(CrashStack);
    describer = describe;
    last_words_function = last_words;
    SetThreadStackGuarantee(&bytes);
    saved_filter = SetUnhandledExceptionFilter(on_fault);
    saved_abort_handler = signal(SIGABRT, on_abort);
    return true;
}

void crash_restore(void)
{
    if (describer != NULL) {
        SetUnhandledExceptionFilter(saved_filter);
        signal(SIGABRT, saved_abort_handler);
    }
    describer = NULL;
}
