#include "platform/file.h"
#include "platform/sandbox.h"
#include "support/expect.h"
#include "support/temp_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

enum { REFUSED = 7 };

static pthread_barrier_t together;

/* NULL: it could write. */
static void *write_after(void *unused)
{
    pthread_barrier_wait(&together); /* it runs */
    pthread_barrier_wait(&together); /* the sandbox is entered */
    return open("/dev/null", O_WRONLY) < 0 ? &together : NULL;
}

/* A program that counts coverage keeps its rights, to write the counts. */
static bool keeps_rights(void)
{
    const char *mode = getenv("CLOCKWORK_MODE");
    return mode != NULL && strcmp(mode, "coverage") == 0;
}

/* Check itself can't go on in the sandbox. */
static void skip_in_coverage(void)
{
    if (keeps_rights()) {
        _exit(REFUSED);
    }
}

TEST(a_thread_that_runs_already_can_not_write_either, .exit_status = REFUSED)
{
    pthread_t thread;
    void *refused = NULL;
    skip_in_coverage();
    ck_assert_int_eq(pthread_barrier_init(&together, NULL, 2), 0);
    ck_assert_int_eq(pthread_create(&thread, NULL, write_after, NULL), 0);
    pthread_barrier_wait(&together);
    sandbox_enter(-1);
    pthread_barrier_wait(&together);
    pthread_join(thread, &refused);
    _exit(refused != NULL ? REFUSED : 1);
}

static void refuse(const char *what, long result)
{
    if (result != -1 || errno != EPERM) {
        fprintf(stderr, "not refused: %s\n", what);
        _exit(1);
    }
}

#define REFUSE(...) refuse(#__VA_ARGS__, syscall(__VA_ARGS__))

/* Calls that are refused with any arguments. */
static const long REFUSED_CALLS[] = {
    SYS_process_vm_writev, SYS_pidfd_open,     SYS_prlimit64, SYS_ptrace, SYS_kill,
    SYS_process_vm_readv,  SYS_io_uring_setup, SYS_fchmodat,  SYS_socket, SYS_tkill,
    SYS_pidfd_send_signal, SYS_inotify_init1,  SYS_unlinkat,  SYS_keyctl, SYS_flock,
    SYS_rt_tgsigqueueinfo, SYS_memfd_create,   SYS_truncate,  SYS_execve, SYS_prctl,
    SYS_rt_sigqueueinfo,   SYS_setpriority,    SYS_openat2,   SYS_shmget, SYS_bpf,
    SYS_sched_setaffinity, SYS_renameat2,      SYS_unshare,   SYS_mount,  SYS_utimensat,
    SYS_perf_event_open,
};

TEST(calls_that_reach_other_processes_the_system_or_other_files_are_refused, .exit_status = REFUSED)
{
    const pid_t parent = getppid();
    skip_in_coverage();
    sandbox_enter(-1);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(REFUSED_CALLS); i++) {
        refuse(textf("call %ld", REFUSED_CALLS[i]), syscall(REFUSED_CALLS[i], 0, 0, 0, 0, 0, 0));
    }
    REFUSE(SYS_tgkill, parent, parent, 0);
    REFUSE(SYS_fcntl, STDERR_FILENO, F_SETOWN, parent);
    REFUSE(SYS_fcntl, STDERR_FILENO, F_SETSIG, 0);
    REFUSE(SYS_fcntl, STDERR_FILENO, F_SETFL, O_ASYNC);
    REFUSE(SYS_fcntl, STDERR_FILENO, F_SETLK, 0);
    REFUSE(SYS_fcntl, STDERR_FILENO, F_SETLEASE, F_RDLCK);
    REFUSE(SYS_fcntl, STDERR_FILENO, F_NOTIFY, 0);
    REFUSE(SYS_fcntl, STDERR_FILENO, F_SETPIPE_SZ, 4096);
    REFUSE(SYS_ioctl, STDERR_FILENO, TIOCSTI, "x");
    REFUSE(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    REFUSE(SYS_openat, AT_FDCWD, "x", O_RDONLY | O_CREAT, 0600);
    REFUSE(SYS_openat, AT_FDCWD, ".", O_TMPFILE | O_RDWR, 0600);
    REFUSE(SYS_openat, AT_FDCWD, "/dev/null", O_RDONLY | O_TRUNC);
    _exit(syscall(SYS_tgkill, getpid(), gettid(), 0) == 0 ? REFUSED : 1);
}

TEST(only_a_kept_file_can_be_written_inside)
{
    temp_make();
    const char *path = textf("%s/kept", temp_folder), *other = textf("%s/other", temp_folder);
    ck_assert(sandbox_keep(path));
    pid_t inside = keeps_rights() ? -1 : fork();
    if (inside == 0) {
        sandbox_enter(-1);
        FILE *file = file_open(path, FILE_WRITE);
        bool written = file != NULL && fputs("x", file) >= 0 && fclose(file) == 0;
        _exit(!written || file_open(other, FILE_WRITE) != NULL ||
              file_open(path, FILE_WRITE) != NULL);
    }
    int status = 0;
    ck_assert_int_eq(waitpid(inside, &status, 0), inside);
    ck_assert_int_eq(status, 0);
    ck_assert(keeps_rights() || strcmp(temp_read("kept"), "x") == 0);
}

static void look_into(void *path)
{
    int file = open(path, O_RDONLY);
    if (file < 0 || write(STDOUT_FILENO, "x", 1) >= 0) { /* streams are closed */
        abort();
    }
}

TEST(a_try_sees_only_its_file_and_reports_its_crash)
{
    char path[] = "/etc/hostname", missing[] = "/etc/none";
    if (!keeps_rights()) {
        ck_assert(sandbox_try(look_into, path, path));
        ck_assert(!sandbox_try(look_into, missing, path));
    }
}
