#include "platform/library.h"
#include "support/test.h"

#include <zlib.h>

TEST(a_library_is_found_beside_another)
{
    char path[PATH_BYTES_MAX];
    library_find_next_to(path, (const void *)(uintptr_t)zlibVersion, "libz.so.1");
    ck_assert_int_eq(path[0], '/');
    ck_assert_ptr_nonnull(strstr(path, "/libz.so.1"));
}

TEST(a_library_that_is_not_beside_it_is_left_to_the_system)
{
    static const int ours = 0;
    char path[PATH_BYTES_MAX];
    library_find_next_to(path, (const void *)(uintptr_t)zlibVersion, "libnobody.so.7");
    ck_assert_str_eq(path, "libnobody.so.7");
    library_find_next_to(path, &ours, "libz.so.1"); /* of the program, which has none beside it */
    ck_assert_str_eq(path, "libz.so.1");
    library_find_next_to(path, NULL, "libz.so.1");
    ck_assert_str_eq(path, "libz.so.1");
}
