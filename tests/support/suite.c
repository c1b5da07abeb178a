#include "suite.h"

#include <stdlib.h>

int suite_run(const SuiteDesc *desc)
{
    Suite *suite = suite_create(desc->name);
    TCase *tcase = tcase_create(desc->name);
    tcase_add_checked_fixture(tcase, desc->set_up, desc->tear_down);
    tcase_set_timeout(tcase, desc->timeout_s);
    for (size_t i = 0; i < desc->count; i++) {
        tcase_add_test(tcase, desc->tests[i]);
    }
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
