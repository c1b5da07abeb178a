#include "test.h"

#include "temp_folder.h"

static const double USUAL_TIMEOUT_S = 60;
#define SLOW "slow, so only make check runs it"

extern const Test *const __start_clockwork_tests[], *const __stop_clockwork_tests[];

/* Only in coverage builds: writes this process's counts. */
void __gcov_dump(void) __attribute__((weak));

static void write_counts(int number)
{
    (void)number;
    __gcov_dump();
}

const Package package_gdb = {"gdb", "command -v gdb >/dev/null"},
              package_locales = {"locales", "[ -e /usr/share/i18n/locales/de_DE ]"},
              package_tiled = {"tiled", "command -v tmxrasterizer >/dev/null"},
              package_valgrind = {"valgrind", "command -v valgrind >/dev/null"};

static const char *why_no_file = "its file can't be prepared";

/* tests/run.sh counts these lines. */
void test_skip(const char *name, const char *why)
{
    printf("skipped: %s: %s\n", name, why);
    fflush(stdout);
}

int test_skip_file(const char *why)
{
    why_no_file = why;
    return 0;
}

enum { PLACES_KEPT = 8 };

typedef struct Place {
    const char *file;
    int line;
} Place;

void test_mark(const char *file, int line)
{
    static _Thread_local Place last[PLACES_KEPT];
    static _Thread_local int oldest;
    for (int i = 0; i < PLACES_KEPT; i++) {
        if (last[i].line == line && last[i].file == file) {
            return;
        }
    }
    last[oldest] = (Place){file, line};
    oldest = (oldest + 1) % PLACES_KEPT;
    (_mark_point)(file, line);
}

static bool is_wanted(const Test *test, char **words)
{
    bool wanted = words[0] == NULL;
    for (; *words != NULL; words++) {
        wanted |=
            strstr(test->test.file, *words) != NULL || strstr(test->test.name, *words) != NULL;
    }
    return wanted;
}

/* CLOCKWORK_SLOW is "left" in `make test`, and "only" for the plain build in `make check`. */
static bool is_chosen(const Test *test, const char *slow)
{
    char why[80] = "";
    if (test->left_out) {
        strcpy(why, "not for this build");
    } else if (test->slow && strcmp(slow, "left") == 0) {
        strcpy(why, SLOW);
    } else if (test->needs != NULL && system(test->needs->probe) != 0) {
        snprintf(why, sizeof why, "needs the package %s, which make check installs",
                 test->needs->name);
    }
    if (why[0] != '\0') {
        test_skip(test->test.name, why);
    }
    return why[0] == '\0';
}

/* Not all linkers keep the order of a file. */
static int by_place(const void *a, const void *b)
{
    const TTest *left = &(*(const Test *const *)a)->test, *right = &(*(const Test *const *)b)->test;
    int order = strcmp(left->file, right->file);
    return order != 0 ? order : left->line - right->line;
}

static void add_test(TCase *tcase, const Test *test, int rounds, const char *slow)
{
    int quick = test->quick_rounds > 0 && test->quick_rounds < rounds ? test->quick_rounds : rounds;
    int first = strcmp(slow, "only") == 0 && !test->slow ? quick : 0;
    int end = strcmp(slow, "left") == 0 ? quick : rounds;
    if (end < rounds) {
        char name[120];
        snprintf(name, sizeof name, "%d rounds of %s", rounds - end, test->test.name);
        test_skip(name, SLOW);
    }
    if (test->exit_status != 0) {
        tcase_add_loop_exit_test(tcase, &test->test, test->exit_status, first, end);
    } else {
        tcase_add_loop_test_raise_signal(tcase, &test->test, test->signal, first, end);
    }
}

/* Adds the tests at the front that are of one file, as a suite, and returns how many they are. */
static size_t add_file(SRunner *runner, const Test *const *tests, size_t count, const char *slow)
{
    const Fixture *fixture = tests[0]->fixture;
    int rounds = fixture->prepare == NULL ? 1 : fixture->prepare();
    const char *name = strrchr(tests[0]->test.file, '/') + 1;
    TCase *tcase = tcase_create(name);
    tcase_add_checked_fixture(tcase, NULL, temp_remove); /* after the other tear-downs */
    tcase_add_checked_fixture(tcase, fixture->set_up, fixture->tear_down);
    tcase_set_timeout(tcase, fixture->timeout_s > 0 ? fixture->timeout_s : USUAL_TIMEOUT_S);
    size_t used = 0;
    for (; used < count && tests[used]->fixture == fixture; used++) {
        const Test *test = tests[used];
        if (rounds == 0) {
            test_skip(test->test.name, why_no_file);
        }
        add_test(tcase, test, rounds == 0 || test->rounds == 0 ? rounds : test->rounds, slow);
    }
    Suite *suite = suite_create(name);
    suite_add_tcase(suite, tcase);
    srunner_add_suite(runner, suite);
    return used;
}

int main(int argc, char **argv)
{
    setenv("CLOCKWORK_CACHE", "off", 1); /* none of them hangs on what others kept */
    if (__gcov_dump != NULL) {
        signal(SIGABRT, write_counts); /* and then abort ends the process */
    }
    snprintf(temp_shared, sizeof temp_shared, "/tmp/clockwork-shared-%d", (int)getpid());
    temp_remove_shared();
    const char *slow = getenv("CLOCKWORK_SLOW") == NULL ? "" : getenv("CLOCKWORK_SLOW");
    bool is_slow_only = strcmp(slow, "only") == 0;
    size_t count = 0, found = 0, all = (size_t)(__stop_clockwork_tests - __start_clockwork_tests);
    const Test **tests = malloc(all * sizeof(const Test *));
    for (size_t i = 0; tests != NULL && i < all; i++) {
        const Test *test = __start_clockwork_tests[i];
        if (is_wanted(test, argv + (argc > 0)) &&
            (test->slow || test->quick_rounds > 0 || !is_slow_only)) {
            tests[count] = test;
            count += is_chosen(test, slow);
            found++;
        }
    }
    qsort(tests, count, sizeof(const Test *), by_place);
    SRunner *runner = srunner_create(NULL);
    for (size_t i = 0; i < count;) {
        i += add_file(runner, tests + i, count - i, slow);
    }
    free(tests);
    srunner_run_all(runner, CK_SILENT);
    srunner_print(runner, CK_NORMAL);
    temp_remove_shared();
    if (found == 0) {
        fprintf(stderr, "no test has this name\n");
    }
    bool passed = found > 0 && srunner_ntests_failed(runner) == 0;
    srunner_free(runner);
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
