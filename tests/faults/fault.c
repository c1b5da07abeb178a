/* A library that faults.sh loads before all others into the program under test. It counts the calls
 * of functions that can fail by their call sites, makes one call fail as the system would, presses
 * keys by a script, and notes where the program dies. Only x86-64: every function is called with
 * six whole numbers or pointers, which suits those with fewer, too. */
#include "fault.h"

#include <SDL.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <unwind.h>

#define PARAMETERS long a, long b, long c, long d, long e, long f
#define ARGUMENTS a, b, c, d, e, f

/* FUNCTIONS(X), from functions.txt: X(kind, function, what it returns, errno, stream). */
#include "functions.h"

typedef enum Function {
#define AS_INDEX(kind, function, failure, code, stream) AT_##function,
    FUNCTIONS(AS_INDEX)
#undef AS_INDEX
        FUNCTION_COUNT
} Function;

typedef long Real(PARAMETERS);

static struct {
    Real *real;
    const char *name;
    FaultKind kind;
    int code;
} functions[] = {
#define AS_ROW(kind, function, failure, code, stream) {NULL, #function, KIND_##kind, code},
    FUNCTIONS(AS_ROW)
#undef AS_ROW
};

static FaultTable *table; /* NULL: nothing is counted */
static struct {
    uint64_t key; /* 0: only counts */
    uint32_t function, hit;
} wanted;
static _Thread_local __attribute__((tls_model("initial-exec"))) bool is_busy;

/* ---- where calls come from ---- */

typedef struct Walk {
    uintptr_t places[64];
    int count;
} Walk;

static _Unwind_Reason_Code take_frame(struct _Unwind_Context *context, void *opaque)
{
    Walk *walk = opaque;
    walk->places[walk->count++] = (uintptr_t)_Unwind_GetIP(context);
    return walk->count == 64 ? _URC_END_OF_STACK : _URC_NO_REASON;
}

/* The object's base; its name in `module`, "" for the program, "?" outside of all objects. */
static uintptr_t find_module(uintptr_t place, const char **module)
{
    struct dl_find_object found;
    if (_dl_find_object((void *)place, &found) != 0) {
        *module = "?";
        return 0;
    }
    const char *path = found.dlfo_link_map->l_name, *slash = strrchr(path, '/');
    *module = slash == NULL ? path : slash + 1;
    return found.dlfo_link_map->l_addr;
}

static void note_trace(FaultTrace *trace, const Walk *walk)
{
    for (int i = 0; i < walk->count && trace->count < TRACE_MAX; i++) {
        FaultFrame *frame = &trace->frames[trace->count];
        const char *module;
        frame->offset = walk->places[i] - find_module(walk->places[i], &module);
        if (strcmp(module, "fault.so") != 0) {
            snprintf(frame->module, sizeof frame->module, "%s", module);
            trace->count++;
        }
    }
}

/* The calls from the program's innermost functions: without these the fault is not its own. */
static bool describe(Function function, const Walk *walk, FaultSite *site)
{
    int count = 0;
    *site = (FaultSite){.key = (14695981039346656037u ^ (uint64_t)function) * 1099511628211u,
                        .function = (uint32_t)function};
    for (int i = 0; i < walk->count && count < CALLERS; i++) {
        const char *module;
        uintptr_t base = find_module(walk->places[i], &module);
        if (module[0] == '\0') {
            site->callers[count++] = (uint32_t)(walk->places[i] - base);
            site->key = (site->key ^ (walk->places[i] - base)) * 1099511628211u;
        }
    }
    return count > 0;
}

static FaultSite *find_site(const FaultSite *like, const char *name)
{
    for (uint64_t i = 0; i < SITES_MAX; i++) {
        FaultSite *site = &table->sites[(like->key + i) % SITES_MAX];
        uint64_t none = 0;
        if (__atomic_compare_exchange_n(&site->key, &none, like->key, false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST)) {
            site->function = like->function;
            snprintf(site->name, sizeof site->name, "%s", name);
            memcpy(site->callers, like->callers, sizeof site->callers);
        }
        if (site->key == like->key) {
            return site;
        }
    }
    table->overflowed = 1;
    return NULL;
}

static bool count_call(Function function)
{
    Walk walk = {.count = 0};
    FaultSite here, *site;
    _Unwind_Backtrace(take_frame, &walk);
    if (!describe(function, &walk, &here) ||
        (site = find_site(&here, functions[function].name)) == NULL) {
        return false;
    }
    uint32_t hit = __atomic_add_fetch(&site->hits, 1, __ATOMIC_SEQ_CST);
    if (site->key != wanted.key || hit != wanted.hit) {
        return false;
    }
    note_trace(&table->at_fault, &walk);
    table->fired = 1;
    return true;
}

/* Whether this call is the one that fails. Messages for people never do. */
static bool is_due(Function function, FILE *stream, long descriptor)
{
    bool is_message = stream == stderr || (function == AT_write && descriptor <= STDERR_FILENO);
    bool is_other =
        table != NULL && wanted.key != 0 && (table->fired || wanted.function != (uint32_t)function);
    if (table == NULL || is_busy || is_message || is_other) {
        return false;
    }
    int kept = errno;
    is_busy = true;
    bool due = count_call(function);
    if (due && stream != NULL) {
        stream->_flags |= 0x20; /* as ferror() sees it */
    }
    if (due && functions[function].kind <= KIND_FILE) {
        kept = abs(functions[function].code);
    } else if (due) {
        SDL_SetError("made to fail");
    }
    is_busy = false;
    errno = kept;
    return due;
}

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

/* dlsym may allocate, so what it needs is called by other names. */
static Real *find_real(Function function)
{
    static void *const EARLY[] = {[AT_malloc] = (void *)__libc_malloc,
                                  [AT_calloc] = (void *)__libc_calloc,
                                  [AT_realloc] = (void *)__libc_realloc,
                                  [AT_aligned_alloc] = (void *)__libc_memalign};
    void *found = (size_t)function < sizeof EARLY / sizeof *EARLY ? EARLY[function] : NULL;
    found = found != NULL ? found : dlsym(RTLD_NEXT, functions[function].name);
    functions[function].real = (Real *)found;
    return functions[function].real;
}

static Real *real_of(Function function)
{
    return functions[function].real != NULL ? functions[function].real : find_real(function);
}

#define AS_FUNCTION(kind, function, failure, code, stream)                                         \
    long fault_##function(PARAMETERS) __asm__(#function);                                          \
    long fault_##function(PARAMETERS)                                                              \
    {                                                                                              \
        bool due = is_due(AT_##function, (FILE *)(stream), a);                                     \
        if (!due || (code) < 0) {                                                                  \
            long given = real_of(AT_##function)(ARGUMENTS);                                        \
            return due ? (failure) : given;                                                        \
        }                                                                                          \
        return failure;                                                                            \
    }
FUNCTIONS(AS_FUNCTION)

/* Not whole numbers, or too many, so these are written out. */
#define AS_PRINTER(function, name, TARGET, stream, descriptor)                                     \
    int print_##function(TARGET target, int flag, const char *format, ...) __asm__(name);          \
    int print_##function(TARGET target, int flag, const char *format, ...)                         \
    {                                                                                              \
        va_list values;                                                                            \
        va_start(values, format);                                                                  \
        (void)flag;                                                                                \
        bool due = is_due(AT_##function, stream, descriptor);                                      \
        int length = due ? -1                                                                      \
                         : ((int (*)(TARGET, const char *, va_list))real_of(AT_##function))(       \
                               target, format, values);                                            \
        va_end(values);                                                                            \
        return length;                                                                             \
    }
AS_PRINTER(vfprintf, "__fprintf_chk", FILE *, target, 0)
AS_PRINTER(vdprintf, "__dprintf_chk", int, NULL, target)
AS_PRINTER(vasprintf, "__asprintf_chk", char **, NULL, 0)

/* It returns twice into its caller's frame, so none may lie between. */
bool fault_is_vfork_due(void);
bool fault_is_vfork_due(void)
{
    return is_due(AT_fork, NULL, 0);
}
__asm__(".globl vfork\n.type vfork, @function\nvfork: sub $8, %rsp\ncall fault_is_vfork_due@PLT\n"
        "add $8, %rsp\ntest %al, %al\njnz 1f\nmov fault_vfork@GOTPCREL(%rip), %rax\njmp *(%rax)\n"
        "1: mov $-1, %eax\nret");
void *fault_vfork;

/* ---- keys ---- */

/* The script's word for a frame: "FRAME:KEY+" or "FRAME:KEY-"; "FRAME:NAME!" runs the shell script
 * of that name; "FRAME:quit" closes the window. */
static void apply_word(const char *word, long frame)
{
    char name[32], line[40], how = 0;
    long when = 0;
    if (sscanf(word, "%ld:%31[A-Za-z0-9]%c", &when, name, &how) < 2 || when != frame) {
        return;
    }
    if (how == '!') {
        is_busy = true;
        snprintf(line, sizeof line, "sh ./%s", name);
        when = system(line);
        is_busy = false;
        return;
    }
    SDL_Event event = {.type = SDL_QUIT};
    if (strcmp(name, "quit") != 0) {
        event.key = (SDL_KeyboardEvent){.type = how == '+' ? SDL_KEYDOWN : SDL_KEYUP,
                                        .state = how == '+' ? SDL_PRESSED : SDL_RELEASED};
        event.key.keysym.scancode = SDL_GetScancodeFromName(name);
        event.key.keysym.sym = SDL_GetKeyFromScancode(event.key.keysym.scancode);
    }
    SDL_PushEvent(&event);
}

/* Frames count only while there is no file `hold`. */
int fault_poll(SDL_Event *event) __asm__("SDL_PollEvent");
int fault_poll(SDL_Event *event)
{
    static int (*real)(SDL_Event *);
    static long frame;
    real = real != NULL ? real : (int (*)(SDL_Event *))dlsym(RTLD_NEXT, "SDL_PollEvent");
    int given = real(event);
    const char *script = given == 0 ? getenv("FAULT_KEYS") : NULL;
    if (script == NULL || (int)real_of(AT_access)((long)"hold", F_OK, 0, 0, 0, 0) == 0) {
        return given;
    }
    for (frame++; script != NULL; script = strpbrk(script, " \n")) {
        script += strspn(script, " \n");
        apply_word(script, frame);
    }
    return given;
}

/* ---- death ---- */

static void on_death(int number)
{
    Walk walk = {.count = 0};
    is_busy = true;
    table->signal = (uint32_t)number;
    _Unwind_Backtrace(take_frame, &walk);
    note_trace(&table->at_death, &walk);
    signal(number, SIG_DFL);
    raise(number);
}

/* Libraries end a program, too. */
void fault_exit(int status) __asm__("exit");
void fault_exit(int status)
{
    void (*real)(int) = (void (*)(int))dlsym(RTLD_NEXT, "exit");
    if (table != NULL && table->fired) {
        Walk walk = {.count = 0};
        is_busy = true;
        _Unwind_Backtrace(take_frame, &walk);
        note_trace(&table->at_death, &walk);
        is_busy = false;
    }
    real(status);
    __builtin_unreachable();
}

static const int DEADLY[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/* The program would report its crash, which takes long; here the table does. */
int fault_sigaction(int number, const struct sigaction *action,
                    struct sigaction *before) __asm__("sigaction");
int fault_sigaction(int number, const struct sigaction *action, struct sigaction *before)
{
    static int (*real)(int, const struct sigaction *, struct sigaction *);
    bool is_deadly = false;
    for (size_t i = 0; i < sizeof DEADLY / sizeof *DEADLY; i++) {
        is_deadly |= number == DEADLY[i];
    }
    if (real == NULL) {
        *(void **)&real = dlsym(RTLD_NEXT, "sigaction");
    }
    return real(number, is_deadly && table != NULL && !is_busy ? NULL : action, before);
}

/* Compilers and other programs that it starts inherit this library. Of the processes of `dev` it
 * is the one with this word. */
static bool is_subject(char **arguments)
{
    const char *role = getenv("FAULT_ROLE"), *own = "";
    bool is_program = strcmp(program_invocation_short_name, "clockwork") == 0 ||
                      strcmp(program_invocation_name, "/proc/self/exe") == 0;
    for (; *arguments != NULL; arguments++) {
        own = arguments[0][0] == '=' ? *arguments : own;
    }
    return is_program && strcmp(own, role == NULL ? "" : role) == 0;
}

/* Not emptied: dev starts a process again. */
static FaultTable *map_table(const char *path)
{
    int file = (int)real_of(AT_open)((long)path, O_RDWR | O_CREAT | O_CLOEXEC, 0666, 0, 0, 0);
    void *memory = MAP_FAILED;
    if (real_of(AT_ftruncate)(file, sizeof *table, 0, 0, 0, 0) == 0) {
        memory =
            (void *)real_of(AT_mmap)(0, sizeof *table, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    }
    real_of(AT_close)(file, 0, 0, 0, 0, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

__attribute__((constructor)) static void begin(int count, char **arguments)
{
    const char *path = getenv("FAULT_TABLE"), *site = getenv("FAULT_SITE");
    (void)count;
    is_busy = true;
    for (Function i = 0; i < FUNCTION_COUNT; i++) {
        find_real(i);
    }
    fault_vfork = dlsym(RTLD_NEXT, "vfork");
    if (path != NULL && site != NULL && is_subject(arguments) &&
        sscanf(site, "%lu %u %u", &wanted.key, &wanted.function, &wanted.hit) == 3) {
        struct sigaction action = {.sa_handler = on_death, .sa_flags = SA_ONSTACK};
        for (size_t i = 0; i < sizeof DEADLY / sizeof *DEADLY; i++) {
            sigaction(DEADLY[i], &action, NULL);
        }
        table = map_table(path);
    }
    is_busy = false;
}
