#include "platform/file.h"
#include "support/temp_folder.h"
#include "support/test.h"

FIXTURE(.set_up = temp_make);

static const FilePart text = {"new\n", 4};

TEST(a_link_that_leads_to_nothing_stays_a_link)
{
    char target[8];
    ck_assert_int_eq(symlink("target", temp_path("link")), 0);
    ck_assert(file_replace(temp_path("link"), &text, 1));
    ck_assert_int_eq(readlink(temp_path("link"), target, sizeof target), 6);
    ck_assert_str_eq(temp_read("target"), "new\n");
}

TEST(a_copy_that_fails_leaves_nothing)
{
    ck_assert(!file_copy(temp_folder, temp_path("copy")));
    ck_assert_int_eq(temp_list(), 0);
}
