#include "platform/file.h"
#include "support/temp_folder.h"
#include "support/test.h"

FIXTURE(.set_up = temp_make);

TEST(a_copy_that_fails_leaves_nothing)
{
    ck_assert(!file_copy(temp_folder, temp_path("copy")));
    ck_assert_int_eq(temp_list(), 0);
}
