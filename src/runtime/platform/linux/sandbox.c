#include "platform/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clockwork/base.h"
#include "platform/clock.h"
#include "platform/file.h"
#include "platform/linux/processor.h"

/* ---- paths ---- */

enum {
    FILE_RIGHTS = LANDLOCK_ACCESS_FS_READ_FILE,
    FOLDER_RIGHTS = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    RIGHTS_OF_ABI_1 = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1,
    RIGHTS_OF_ABI_2 = RIGHTS_OF_ABI_1 | LANDLOCK_ACCESS_FS_REFER,
};

int sandbox_begin(void)
{
    long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    struct landlock_ruleset_attr handled = {.handled_access_fs =
                                                abi >= 2 ? RIGHTS_OF_ABI_2 : RIGHTS_OF_ABI_1};
    return abi < 1 ? -1 : (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
}

void sandbox_allow(int sandbox, const char *path)
{
    int file = open(path, O_PATH | O_CLOEXEC);
    struct stat status;
    if (file >= 0 && fstat(file, &status) == 0) {
        struct landlock_path_beneath_attr rule = {
            .parent_fd = file,
            .allowed_access = S_ISDIR(status.st_mode) ? FOLDER_RIGHTS : FILE_RIGHTS};
        syscall(SYS_landlock_add_rule, sandbox, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    }
    if (file >= 0) {
        close(file);
    }
}

/* ---- files to write ---- */

enum { KEPT_MAX = 16 };

static struct {
    const char *path; /* NULL: the file was taken */
    int file;
} kept_files[KEPT_MAX];
static int kept_count;

/* Keeps the content of a regular file until it is taken, and locks it, as for recordings. */
bool sandbox_keep(const char *path)
{
    bool is_special = strncmp(path, "/dev/", 5) == 0 || file_facts(path).kind == FILE_SPECIAL;
    int file = file_open_descriptor(path, is_special ? FILE_WRITE : FILE_EDIT);
    if (file < 0 || (!is_special && !file_lock(file))) {
        return false;
    }
    CW_ASSERT(kept_count < KEPT_MAX, "raise KEPT_MAX");
    kept_files[kept_count].path = path;
    kept_files[kept_count++].file = file;
    return true;
}

int sandbox_take(const char *path)
{
    for (int i = 0; i < kept_count; i++) {
        if (kept_files[i].path != NULL && strcmp(kept_files[i].path, path) == 0) {
            kept_files[i].path = NULL;
            return kept_files[i].file;
        }
    }
    return -1;
}

/* ---- system calls ---- */

/* New threads make this call under the sanitizers. */
enum { AFFINITY = SYS_sched_getaffinity };

/* Calls for reading files, memory and time, and for writing to open files. */
static const long ALLOWED_CALLS[] = {
    PROCESSOR_ACCESS,    PROCESSOR_READLINK, SYS_ftruncate,   SYS_read,       SYS_readv,
    SYS_pread64,         SYS_write,          SYS_writev,      SYS_lseek,      SYS_close,
    SYS_fstat,           SYS_newfstatat,     SYS_statx,       SYS_faccessat,  SYS_faccessat2,
    SYS_readlinkat,      SYS_getcwd,         SYS_getdents64,  SYS_mmap,       SYS_munmap,
    SYS_mremap,          SYS_mprotect,       SYS_madvise,     SYS_brk,        SYS_rt_sigaction,
    SYS_rt_sigreturn,    SYS_rt_sigprocmask, SYS_sigaltstack, SYS_setitimer,  SYS_getpid,
    SYS_gettid,          SYS_futex,          SYS_sched_yield, SYS_nanosleep,  SYS_clock_gettime,
    SYS_clock_nanosleep, SYS_getrandom,      SYS_exit,        SYS_exit_group, SYS_rseq,
    SYS_set_robust_list, AFFINITY, /* calls of a starting thread */
};

enum {
    ALLOWED_COUNT = CW_ARRAY_LENGTH(ALLOWED_CALLS),
    HEAD_COUNT = 25, /* instructions before the list `ALLOWED_CALLS` */
    FILTER_COUNT = HEAD_COUNT + 2 * ALLOWED_COUNT + 1,
    OPENS_TO_WRITE = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC,
};

#define LOAD(member)                                                                               \
    (struct sock_filter) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define RETURN(action) (struct sock_filter) BPF_STMT(BPF_RET | BPF_K, action)
/* Continues if the loaded word equals `value`, otherwise skips `count` instructions. */
#define UNLESS_EQUAL_SKIP(value, count)                                                            \
    (struct sock_filter) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, count)

/* Restricts all threads by seccomp, unless one has its own filter. Other calls fail with EPERM. */
static void restrict_calls(void)
{
    const struct sock_filter refuse = RETURN(SECCOMP_RET_ERRNO | EPERM);
    const struct sock_filter allow = RETURN(SECCOMP_RET_ALLOW);
    const struct sock_filter no_such_call = RETURN(SECCOMP_RET_ERRNO | ENOSYS);
    struct sock_filter filter[FILTER_COUNT] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PROCESSOR_AUDIT_ARCH, 1, 0),
        refuse,
        LOAD(nr),
        UNLESS_EQUAL_SKIP(SYS_clone3, 1), /* flags are in memory: libc falls back to clone */
        no_such_call,
        UNLESS_EQUAL_SKIP(SYS_clone, 4),
        LOAD(args[0]), /* flags must start a thread, not a process */
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
        refuse,
        allow,
        UNLESS_EQUAL_SKIP(SYS_tgkill, 4), /* signals only to this process */
        LOAD(args[0]),
        UNLESS_EQUAL_SKIP(getpid(), 1),
        allow,
        refuse,
        UNLESS_EQUAL_SKIP(SYS_fcntl, 4), /* no fcntl for signals, locks and leases */
        LOAD(args[1]),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, F_GETFL, 1, 0),
        allow, /* F_DUPFD, F_GETFD, F_SETFD, F_GETFL */
        refuse,
        UNLESS_EQUAL_SKIP(SYS_openat, 3),
        LOAD(args[2]), /* open flags; the low half comes first */
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, OPENS_TO_WRITE, FILTER_COUNT - HEAD_COUNT, 0),
        allow,
    };
    struct sock_filter *next = filter + HEAD_COUNT;
    for (int i = 0; i < ALLOWED_COUNT; i++) {
        *next++ = UNLESS_EQUAL_SKIP(ALLOWED_CALLS[i], 1);
        *next++ = allow;
    }
    *next = refuse;
    struct sock_fprog program = {FILTER_COUNT, filter};
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0) {
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
    }
}

bool sandbox_try(void (*work)(void *context), void *context, const char *path)
{
    enum { POLLS = 5000, POLL_NS = 2000000 };
    int status = 0;
    signal(SIGCHLD, SIG_DFL); /* the kernel drops exit statuses if SIGCHLD is ignored */
    pid_t process = fork(), ended = 0;
    if (process == 0) {
        for (int number = 1; number < NSIG; number++) {
            signal(number, SIG_DFL);
        }
        closefrom(0); /* also the connection to the display */
        int sandbox = sandbox_begin();
        sandbox_allow(sandbox, path);
        sandbox_enter(sandbox);
        work(context);
        _exit(0);
    }
    for (int i = 0; i < POLLS && process > 0 && ended == 0; i++) {
        clock_sleep_ns(POLL_NS);
        ended = waitpid(process, &status, WNOHANG);
    }
    if (process > 0 && ended == 0) {
        kill(process, SIGKILL);
        waitpid(process, &status, 0);
    }
    return process < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

void sandbox_enter(int sandbox)
{
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (sandbox >= 0) { /* Landlock restricts this thread and those it starts */
        syscall(SYS_landlock_restrict_self, sandbox, 0);
        close(sandbox);
    }
    restrict_calls();
}
