#include "support/test.h"
#include "system/code_lines.h"

#include <sys/mman.h>

static void count(void *context)
{
    ++*(int *)context;
}

TEST(only_changes_of_trapped_bytes_are_reported)
{
    int changes = 0;
    volatile int *page =
        mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    WriteTrap trap = {(void *)(page + 5), sizeof *page, count, &changes, ""};
    if (!write_trap_begin(&trap)) {
        SKIP("this processor has no single steps");
    }
    for (int i = 0; i < 1000; i++) {
        page[4] = page[6] = page[2000] = i;
        page[5] = i / 100;
    }
    ck_assert_int_eq(changes, 9);
    write_trap_end();
    page[5] = 77;
    ck_assert_int_eq(changes, 9);
    ck_assert_int_eq(page[4] + page[6] + page[2000], 3 * 999);
}

TEST(a_crash_beside_trapped_bytes_is_one, .signal = SIGSEGV)
{
    static char page[1 << 14];
    int changes = 0;
    WriteTrap trap = {page + 8000, 1, count, &changes, ""};
    signal(SIGSEGV, SIG_DFL); /* the sanitizers' handler ends otherwise */
    write_trap_begin(&trap);
    *(volatile int *)(uintptr_t)8 = 1;
}
