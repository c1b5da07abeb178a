#include "test.h"

#include "temp_folder.h"

static const double USUAL_TIMEOUT_S = 60;

extern const Test *const __start_clockwork_tests[], *const __stop_clockwork_tests[];

/* Only in coverage builds: writes this process's counts. */
void __gcov_dump(void) __attribute__((weak));

static void write_counts(int number)
{
    (void)number;
    __gcov_dump();
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

/* Not all linkers keep the order of a file. */
static int by_place(const void *a, const void *b)
{
    const TTest *left = &(*(const Test *const *)a)->test, *right = &(*(const Test *const *)b)->test;
    int order = strcmp(left->file, right->file);
    return order != 0 ? order : left->line - right->line;
}

static void add_test(TCase *tcase, const Test *test, int rounds)
{
    if (test->exit_status != 0) {
        tcase_add_loop_exit_test(tcase, &test->test, test->exit_status, 0, rounds);
    } else {
        tcase_add_loop_test_raise_signal(tcase, &test->test, test->signal, 0, rounds);
    }
}

/* Adds the tests at the front that are of one file, as a suite, and returns how many they are. */
static size_t add_file(SRunner *runner, const Test *const *tests, size_t count)
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
        add_test(tcase, test, rounds == 0 || test->rounds == 0 ? rounds : test->rounds);
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
    size_t count = 0, left_out = 0,
           all = (size_t)(__stop_clockwork_tests - __start_clockwork_tests);
    const Test **tests = malloc(all * sizeof(const Test *));
    for (size_t i = 0; tests != NULL && i < all; i++) {
        const Test *test = __start_clockwork_tests[i];
        if (is_wanted(test, argv + (argc > 0))) {
            left_out += test->left_out;
            tests[count] = test;
            count += !test->left_out;
            if (test->left_out) {
                fprintf(stderr, "left out of this build: %s\n", test->test.name);
            }
        }
    }
    qsort(tests, count, sizeof(const Test *), by_place);
    SRunner *runner = srunner_create(NULL);
    for (size_t i = 0; i < count;) {
        i += add_file(runner, tests + i, count - i);
    }
    free(tests);
    srunner_run_all(runner, CK_NORMAL);
    temp_remove_shared();
    bool none = srunner_ntests_run(runner) == 0 && left_out == 0;
    if (none) {
        fprintf(stderr, "no test ran\n");
    }
    bool passed = !none && srunner_ntests_failed(runner) == 0;
    srunner_free(runner);
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
