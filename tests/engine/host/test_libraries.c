#include "host/libraries.h"
#include "support/expect.h"

#include <ctype.h>

/* The libraries in the credits. */

TEST(each_library_has_a_licence_and_most_tell_their_version)
{
    int count = 0, silent = 0;
    const Library *list = libraries(&count);
    ck_assert_int_gt(count, 15);
    for (int i = 0; i < count; i++) {
        ck_assert(list[i].name[0] != '\0' && list[i].licence[0] != '\0');
        silent += list[i].version[0] == '\0';
        ck_assert_msg(list[i].version[0] == '\0' || isdigit((unsigned char)list[i].version[0]),
                      "%s: %s", list[i].name, list[i].version);
    }
    ck_assert_int_eq(silent, 1); /* musl */
    ck_assert_ptr_eq(libraries(&count), list);
}
