/* faults PROGRAM LIBRARY [SECONDS]: makes every call that can fail, fail once, in sessions of the
 * program, and looks how each ends: it goes on, or ends with a message and loses nothing. LIBRARY
 * is fault.c. Without SECONDS it runs only the rows of handful.txt; 0 lists all
 * that could be such rows. What was tried is kept in
 * CLOCKWORK_TRUST/faults (~/.cache/clockwork-trust/faults) and left out by the next call; findings
 * are tried again. Prints the findings and one line of counts; exit status 1 with findings. */
#include "fault.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { JOBS_MAX = 65536, SYMBOLS_MAX = 32768, SLOTS_MAX = 16, TEXT_BYTES = 16384, ID_BYTES = 256 };

typedef struct Session {
    const char *name;
    const char *before; /* shell, without faults */
    const char *arguments;
    const char *keys;  /* FRAME:KEY+ and FRAME:KEY- for a window; NULL: headless */
    const char *after; /* shell: fails where something is lost; $REF is the folder without faults */
    int limit_s;
} Session;

static const Session SESSIONS[] = {
    {"play", ":", "play first-wind --headless --bot --ticks 150 --record run.cwr", NULL,
     "$CW verify run.cwr | grep -q '^ok .*ticks=150'", 10},
    {"logs", ":",
     "play first-wind --headless --monkey 3 --ticks 90 --record run.cwr --probe-log p --frame-log "
     "f "
     "--hash-log h --trace t --screenshot s.png@60 --render-sound w.wav --sound-log c --stats",
     NULL,
     "for f in p h s.png w.wav c; do cmp -s $f $REF/$f || exit 1; done; $CW verify run.cwr && "
     "tail -c 3 t | grep -q ]",
     20},
    {"verify", "cp $REPLAYS/first-wind.cwr .", "verify --times first-wind.cwr", NULL,
     "cmp -s out $REF/out", 10},
    {"replay", "cp $REPLAYS/first-wind.cwr .",
     "replay first-wind.cwr --headless --ticks 90 --record run.cwr --hash-log h", NULL,
     "cmp -s h $REF/h && $CW verify run.cwr | grep -q ^ok", 10},
    {"query", "cp $REPLAYS/first-wind.cwr .",
     "query first-wind.cwr --fields probe.progress --ticks 1..50 --csv", NULL,
     "cmp -s out $REF/out", 10},
    {"rerun", "cp $REPLAYS/first-wind.cwr .", "rerun first-wind.cwr", NULL, "cmp -s out $REF/out",
     10},
    {"config", ":", "config", NULL,
     "sed 's/;.*//' $REF/out >plain && sed 's/;.*//' out | cmp -s plain -", 10},
    {"window", "[ ! -d $REF/.cache ] || cp -r $REF/.cache .",
     "play first-wind --record run.cwr --probe-log p --set display.background=run "
     "--set display.width=480 --set display.height=270 --set display.renderer=software "
     "--set game.resume_countdown=0",
     "5:Right+ 20:Right- 22:Escape+ 24:Escape- 26:Down+ 28:Down- 30:Down+ 32:Down- 34:Return+ "
     "36:Return- 38:Return+ 40:Return- 42:Down+ 44:Down- 46:Right+ 48:Right- 50:Escape+ "
     "52:Escape- 54:Escape+ 56:Escape- 58:Down+ 60:Down- 62:Return+ 64:Return-  80:Down+ "
     "82:Down- 85:Return+ 87:Return- 90:Right+ 92:Right- 95:Return+ 97:Return-  104:Right+ "
     "124:Right- 126:Backspace+ 134:Backspace- 136:F3+ 138:F3- 140:F9+ 142:F9- 144:F2+ 146:F2- "
     "148:Escape+ 150:Escape- 152:I+ 154:I- 156:F+ 158:F-  172:quit ",
     "cd .local/share/*/windup && grep -q 'reduced_motion = on' config.ini && "
     "! $CW verify $HOME/run.cwr runs/*.cwr | grep -v ^ok && [ $(ls runs | wc -l) -ge 2 ]",
     25},
    {"title", ":",
     "play --set display.background=run --set display.width=480 --set display.height=270 "
     "--set display.renderer=software",
     "5:Down+ 7:Down- 9:Down+ 11:Down- 13:Return+ 15:Return- 17:Down+ 19:Down- 21:Return+ "
     "23:Return- 45:Space+ 47:Space- 49:Escape+ 51:Escape- 53:Escape+ 55:Escape- 57:Escape+ "
     "59:Escape- 61:Down+ 63:Down- 65:Down+ 67:Down- 69:Return+ 71:Return- 83:quit ",
     ":", 25},
    {"picture", ":",
     "play first-wind --bot --ticks 40 --record run.cwr --set display.background=run "
     "--set display.width=320 --set display.height=180 --set display.renderer=software",
     "", "$CW verify run.cwr | grep -q ^ok", 15},
    {"opengl", ":",
     "play gear-works --bot --ticks 40 --record run.cwr --set display.background=run "
     "--set display.width=320 --set display.height=180 --set display.renderer=opengl",
     "", "$CW verify run.cwr | grep -q ^ok", 40},
    {"new", ":", "new game", NULL, "diff -r game $REF/game", 10},
};
enum { SESSION_COUNT = sizeof SESSIONS / sizeof *SESSIONS };

typedef struct Job {
    const Session *session;
    FaultSite site;
    uint32_t hit;
    char id[ID_BYTES];
} Job;

typedef struct Slot {
    pid_t pid; /* 0: free */
    const Job *job;
    double deadline_s;
    bool was_stopped, is_second; /* a finding is one when it comes again */
} Slot;

typedef enum Outcome { WENT_ON, ENDED, LIBRARY, NOT_MET, FINDING, OUTCOME_COUNT } Outcome;
static const char *const OUTCOMES[] = {"went-on", "ended", "library", "not-met", "FINDING"};

static struct {
    uint64_t start;
    char name[64];
} symbols[SYMBOLS_MAX];
static int symbol_count;
static Job jobs[JOBS_MAX];
static int job_count;
static Slot slots[SLOTS_MAX];
static char slot_folders[SLOTS_MAX][64];
static int slot_count;
static long outcomes[OUTCOME_COUNT];
static char work[64], state[PATH_MAX], program[PATH_MAX];
static char *done; /* lines "ID HIT OUTCOME" of earlier calls */

static void fail(const char *what)
{
    perror(what);
    exit(2);
}

static const char *textf(const char *format, ...)
{
    static char texts[8][PATH_MAX + 512];
    static int next;
    va_list values;
    va_start(values, format);
    next = (next + 1) % 8;
    vsnprintf(texts[next], sizeof texts[next], format, values);
    va_end(values);
    return texts[next];
}

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The file's text up to `size` - 1 bytes; "" where there is none. */
static char *read_text(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    size_t length = file == NULL ? 0 : fread(text, 1, size - 1, file);
    text[length] = '\0';
    if (file != NULL) {
        fclose(file);
    }
    return text;
}

/* ---- names of places ---- */

static void read_symbols(void)
{
    FILE *list = popen(textf("nm --defined-only '%s' | grep -i ' t ' | sort", program), "r");
    while (list != NULL && symbol_count < SYMBOLS_MAX &&
           fscanf(list, "%lx %*c %63s", &symbols[symbol_count].start, symbols[symbol_count].name) ==
               2) {
        symbols[symbol_count].name[strcspn(symbols[symbol_count].name, ".")] = '\0';
        symbol_count++;
    }
    if (list == NULL || pclose(list) != 0 || symbol_count == 0) {
        fail("nm");
    }
}

static const char *name_of(uint64_t place)
{
    int low = 0, high = symbol_count;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        *(symbols[middle].start < place ? &low : &high) = middle;
    }
    return symbols[low].name;
}

static void print_trace(const char *what, const FaultTrace *trace)
{
    printf("  %s", what);
    for (int i = 0; i < trace->count; i++) {
        const FaultFrame *frame = &trace->frames[i];
        bool is_own = frame->module[0] == '\0';
        printf(" %s", is_own ? name_of(frame->offset) : frame->module);
    }
    printf("\n");
}

/* ---- one run ---- */

static const char *folder_of(const Slot *slot)
{
    return slot_folders[slot - slots];
}

static FaultTable *map_table(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0 || ftruncate(file, sizeof(FaultTable)) != 0) {
        fail(path);
    }
    void *table = mmap(NULL, sizeof(FaultTable), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return table == MAP_FAILED ? (fail(path), NULL) : table;
}

static int run_shell(const char *folder, const char *session, const char *line)
{
    return system(textf("cd '%s' && export HOME=$PWD REF='%s/ref-%s' && { %s\n} >>.check 2>&1",
                        folder, work, session, line));
}

/* Begins the session in a new folder of its own; without a job it only counts. */
static pid_t begin_run(const Session *session, const char *folder, const Job *job)
{
    run_shell(work, session->name, textf("rm -rf '%s' && mkdir -p '%s'", folder, folder));
    FaultTable *table = map_table(textf("%s/.table", folder));
    table->wanted_key = job == NULL ? 0 : job->site.key;
    table->wanted_hit = job == NULL ? 0 : job->hit;
    table->wanted_function = job == NULL ? 0 : job->site.function;
    munmap(table, sizeof *table);
    pid_t pid = fork();
    if (pid == 0) {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        setenv("HOME", folder, 1);
        setenv("REF", textf("%s/ref-%s", work, session->name), 1);
        setenv("FAULT_TABLE", textf("%s/.table", folder), 1);
        if (session->keys != NULL) {
            setenv("FAULT_KEYS", session->keys, 1);
        } else {
            unsetenv("DISPLAY");
        }
        const char *line = textf("%s\nexport LD_PRELOAD=\"$FAULT_LIBRARY\"\nexec \"$CW\" %s "
                                 ">out 2>err </dev/null",
                                 session->before, session->arguments);
        _exit(chdir(folder) == 0 ? execl("/bin/sh", "sh", "-c", line, NULL) : 127);
    }
    return pid;
}

/* The lines of stderr that the run without faults does not have. */
static char *new_lines(const char *folder, const Session *session, char *text)
{
    static char usual[TEXT_BYTES], said[TEXT_BYTES];
    read_text(textf("%s/ref-%s/err", work, session->name), usual, sizeof usual);
    read_text(textf("%s/err", folder), said, sizeof said / 2);
    read_text(textf("%s/out", folder), said + strlen(said), sizeof said / 2);
    text[0] = '\0';
    char *rest = NULL;
    for (char *line = strtok_r(said, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        if (strstr(usual, line) == NULL &&
            (strncmp(line, "clockwork: ", 11) == 0 || strstr(line, " what=") != NULL)) {
            strcat(strcat(text, line), "\n");
        }
    }
    return text;
}

static bool is_vague(const char *text)
{
    return strstr(text, "(null)") != NULL || strstr(text, "Success") != NULL ||
           strstr(text, ": \n") != NULL || strstr(text, ":\n") != NULL;
}

/* The innermost frame outside of the C library. */
static const char *top_module(const FaultTrace *trace)
{
    for (int i = 0; i < trace->count; i++) {
        if (strncmp(trace->frames[i].module, "libc.so", 7) != 0) {
            return trace->frames[i].module;
        }
    }
    return "?";
}

/* Says in `why` what is wrong with it. */
static Outcome judge(const Slot *slot, const char *folder, int status, const char **why)
{
    static char text[TEXT_BYTES];
    const Session *session = slot->job->session;
    FaultTable *table = map_table(textf("%s/.table", folder));
    bool in_library = top_module(&table->at_fault)[0] != '\0';
    bool is_theirs =
        in_library && table->at_death.count > 0 && top_module(&table->at_death)[0] != '\0';
    bool has_fired = table->fired != 0;
    munmap(table, sizeof *table);
    bool has_message = new_lines(folder, session, text)[0] != '\0';
    if (!has_fired) {
        return NOT_MET;
    }
    *why = slot->was_stopped     ? "does not end"
           : WIFSIGNALED(status) ? textf("dies of signal %d", WTERMSIG(status))
                                 : NULL;
    if (*why != NULL) {
        return is_theirs ? LIBRARY : FINDING;
    }
    *why = is_vague(text) ? "its message has no cause" : NULL;
    if (WEXITSTATUS(status) != 0 && is_theirs) {
        return LIBRARY;
    }
    if (WEXITSTATUS(status) != 0) {
        bool is_kept = run_shell(folder, session->name,
                                 "for run in run.cwr .local/share/*/*/runs/*.cwr; do "
                                 "[ ! -s $run ] || $CW verify $run | grep '^ok\\|^cut' || exit 1; "
                                 "done") == 0;
        *why = !has_message ? textf("ends with status %d and no message", WEXITSTATUS(status))
               : !is_kept   ? "its recording is broken"
                            : *why;
        return *why != NULL ? FINDING : ENDED;
    }
    bool is_whole = run_shell(folder, session->name, session->after) == 0;
    if (!is_whole && !has_message) { /* a library that goes on by itself tells nobody */
        *why = "loses something and says nothing";
        return in_library ? LIBRARY : FINDING;
    }
    return *why != NULL ? FINDING : WENT_ON;
}

static void report_finding(const Slot *slot, const char *folder, const char *why)
{
    static char text[TEXT_BYTES];
    FaultTable *table = map_table(textf("%s/.table", folder));
    printf("FINDING %s hit=%u: %s\n", slot->job->id, slot->job->hit, why);
    print_trace("failed:", &table->at_fault);
    if (table->signal != 0) {
        print_trace("died:  ", &table->at_death);
    }
    printf("%s", new_lines(folder, slot->job->session, text));
    fflush(stdout);
    munmap(table, sizeof *table);
}

static void begin_job(Slot *slot, const Job *job, bool is_second)
{
    *slot =
        (Slot){.job = job, .deadline_s = now_s() + job->session->limit_s, .is_second = is_second};
    slot->pid = begin_run(job->session, folder_of(slot), job);
}

static void end_run(Slot *slot, int status)
{
    const char *why = NULL;
    Outcome outcome = judge(slot, folder_of(slot), status, &why);
    if (outcome == FINDING && !slot->is_second) {
        begin_job(slot, slot->job, true);
        return;
    }
    outcomes[outcome]++;
    if (outcome == FINDING) {
        report_finding(slot, folder_of(slot), why);
    }
    FILE *file = fopen(textf("%s/done", state), "a");
    if (file != NULL) {
        fprintf(file, "%s %u %s\n", slot->job->id, slot->job->hit, OUTCOMES[outcome]);
        fclose(file);
    }
    slot->pid = 0;
}

static void watch_run(Slot *slot)
{
    int status;
    if (waitpid(slot->pid, &status, WNOHANG) == slot->pid) {
        kill(-slot->pid, SIGKILL);
        end_run(slot, status);
    } else if (now_s() > slot->deadline_s) {
        kill(slot->was_stopped ? -slot->pid : slot->pid, slot->was_stopped ? SIGKILL : SIGABRT);
        slot->was_stopped = true;
        slot->deadline_s = now_s() + 2;
    }
}

/* A slot that is free once the others were looked at. */
static Slot *wait_slot(void)
{
    for (;; usleep(5000)) {
        for (int i = 0; i < slot_count; i++) {
            if (slots[i].pid != 0) {
                watch_run(&slots[i]);
            }
            if (slots[i].pid == 0) {
                return &slots[i];
            }
        }
    }
}

/* ---- what is to be tried ---- */

static int compare_sites(const void *a, const void *b)
{
    const FaultSite *left = a, *right = b;
    int order = strcmp(left->name, right->name);
    return order != 0 ? order : memcmp(left->callers, right->callers, sizeof left->callers);
}

/* The same name at another place of the same functions gets a number. */
static void name_job(Job *job, const Job *first)
{
    char name[ID_BYTES];
    int again = 1, length = snprintf(name, ID_BYTES, "%s:%s", job->session->name, job->site.name);
    for (int i = 0; i < CALLERS && job->site.callers[i] != 0 && length < ID_BYTES; i++) {
        length += snprintf(name + length, (size_t)(ID_BYTES - length), "<%s",
                           name_of(job->site.callers[i]));
    }
    for (const Job *other = first; other < job; other++) {
        again += other->hit == 1 && strncmp(other->id, name, strcspn(other->id, "#")) == 0 &&
                 strlen(name) == strcspn(other->id, "#");
    }
    snprintf(job->id, ID_BYTES, again > 1 ? "%.240s#%d" : "%.240s", name, again);
}

static void add_jobs(const Session *session, const FaultSite *sites, int count)
{
    const Job *first = &jobs[job_count];
    for (int i = 0; i < count && job_count + 1 < JOBS_MAX; i++) {
        Job *job = &jobs[job_count++];
        *job = (Job){.session = session, .site = sites[i], .hit = 1};
        name_job(job, first);
        if (sites[i].hits > 1) {
            jobs[job_count] = *job;
            jobs[job_count++].hit = (sites[i].hits + 3) / 2;
        }
    }
}

/* Runs the session without a fault. Returns how many sites it has. */
static int count_session(const Session *session)
{
    char folder[128];
    snprintf(folder, sizeof folder, "%s/ref-%.40s", work, session->name);
    int status = -1, count = 0;
    pid_t pid = begin_run(session, folder, NULL);
    if (waitpid(pid, &status, 0) != pid || status != 0 ||
        run_shell(folder, session->name, session->after) != 0) {
        fprintf(stderr, "faults: %s fails without a fault (%d): see %s\n", session->name, status,
                folder);
        exit(2);
    }
    FaultTable *table = map_table(textf("%s/.table", folder));
    for (int i = 0; i < SITES_MAX; i++) {
        if (table->sites[i].key != 0) {
            table->sites[count++] = table->sites[i];
        }
    }
    qsort(table->sites, (size_t)count, sizeof *table->sites, compare_sites);
    add_jobs(session, table->sites, count);
    munmap(table, sizeof *table);
    return count;
}

static bool is_wanted(const Job *job, const char *only, bool is_short)
{
    const char *line = textf("%s%s %u ", is_short ? "" : "\n", job->id, job->hit);
    const char *found = is_short ? NULL : strstr(done, line);
    for (const char *last = found; last != NULL; last = strstr(last + 1, line)) {
        found = last;
    }
    bool is_done = found != NULL && strncmp(found + strlen(line), "FINDING", 7) != 0;
    bool is_row = !is_short || (job->hit == 1 && strstr(only, textf("\n%s\n", job->id)) != NULL);
    return is_row && !is_done;
}

/* Every so many-th, then the next ones: a call that ends early has tried some of everything. */
static void run_jobs(double seconds, const char *rows)
{
    double end_s = now_s() + seconds;
    const int STRIDE = 61;
    for (int first = 0; first < STRIDE; first++) {
        for (int i = first; i < job_count && now_s() < end_s; i += STRIDE) {
            if (is_wanted(&jobs[i], rows, seconds > 1e8)) {
                begin_job(wait_slot(), &jobs[i], false);
            }
        }
    }
    for (int i = 0; i < slot_count; i++) {
        while (slots[i].pid != 0) {
            watch_run(&slots[i]);
            usleep(5000);
        }
    }
}

/* ---- preparations ---- */

static void start_display(void)
{
    static char number[16];
    int ends[2];
    if (pipe(ends) != 0 || fork() == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        execlp("Xvfb", "Xvfb", "-displayfd", textf("%d", ends[1]), "-screen", "0", "1280x800x24",
               "-noreset", "-nolisten", "tcp", NULL);
        _exit(127);
    }
    close(ends[1]);
    if (read(ends[0], number, sizeof number - 1) <= 0) {
        fail("Xvfb");
    }
    setenv("DISPLAY", textf(":%d", atoi(number)), 1);
}

static void prepare(const char *given, const char *library)
{
    const char *trust = getenv("CLOCKWORK_TRUST"), *home = getenv("HOME");
    char path[PATH_MAX];
    snprintf(state, sizeof state, "%s/faults",
             trust != NULL ? trust : textf("%s/.cache/clockwork-trust", home));
    strcpy(work, "/tmp/clockwork-faults-XXXXXX");
    if (system(textf("mkdir -p '%s'", state)) != 0 || mkdtemp(work) == NULL ||
        realpath(given, program) == NULL) {
        fail(given);
    }
    setenv("CW", program, 1);
    setenv("FAULT_LIBRARY", realpath(library, path), 1);
    setenv("REPLAYS", realpath("assets/replays", path), 1);
    setenv("SDL_AUDIODRIVER", "dummy", 1);
    done = calloc(1, 1 << 24);
    done[0] = '\n';
    read_text(textf("%s/done", state), done + 1, (1 << 24) - 1);
    slot_count = 2 * (int)sysconf(_SC_NPROCESSORS_ONLN); /* windows mostly wait */
    slot_count = slot_count < SLOTS_MAX ? slot_count : SLOTS_MAX;
    for (int i = 0; i < slot_count; i++) {
        snprintf(slot_folders[i], sizeof *slot_folders, "%.40s/run-%d", work, i);
    }
    read_symbols();
    start_display();
}

/* Rows of functions that are no more, or that this compiler has put into others. */
static void print_gone(char *rows)
{
    char *rest = NULL;
    for (char *row = strtok_r(rows, "\n", &rest); row != NULL; row = strtok_r(NULL, "\n", &rest)) {
        bool is_there = row[0] == '#';
        for (int i = 0; i < job_count && !is_there; i++) {
            is_there = strcmp(jobs[i].id, row) == 0;
        }
        if (!is_there) {
            printf("not there: %s\n", row);
        }
    }
}

int main(int argc, char **argv)
{
    static char rows[1 << 16] = "\n";
    int sites = 0;
    if (argc < 3) {
        fprintf(stderr, "faults PROGRAM LIBRARY [SECONDS]\n");
        return 2;
    }
    prepare(argv[1], argv[2]);
    read_text("tests/faults/handful.txt", rows + 1, sizeof rows - 1);
    for (int i = 0; i < SESSION_COUNT; i++) {
        const char *only = getenv("FAULTS"); /* names of sessions */
        bool is_row = argc > 3 || strstr(rows, textf("\n%s:", SESSIONS[i].name)) != NULL;
        if (is_row && (only == NULL || strstr(only, SESSIONS[i].name) != NULL)) {
            sites += count_session(&SESSIONS[i]);
        }
    }
    if (argc > 3 && atof(argv[3]) <= 0) {
        for (int i = 0; i < job_count; i++) {
            printf("%u %u %s\n", jobs[i].site.kind, jobs[i].hit, jobs[i].id);
        }
    }
    run_jobs(argc > 3 ? atof(argv[3]) : 1e9, rows);
    if (argc == 3) {
        print_gone(rows);
    }
    long runs = 0;
    for (int i = 0; i < OUTCOME_COUNT; i++) {
        runs += outcomes[i];
    }
    printf("faults: %d sites, %d faults, %ld runs: %ld went on, %ld ended, %ld for a library, "
           "%ld not met, %ld findings\n",
           sites, job_count, runs, outcomes[WENT_ON], outcomes[ENDED], outcomes[LIBRARY],
           outcomes[NOT_MET], outcomes[FINDING]);
    run_shell("/", "", textf("rm -rf '%s'", work));
    return outcomes[FINDING] > 0;
}
