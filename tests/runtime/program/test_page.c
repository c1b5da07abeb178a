/* The address of a page, read by node where it is installed. */
#include "support/program.h"

FIXTURE(PROGRAM);

TEST(an_address_names_a_level_a_recording_a_seed_and_settings_and_nothing_else)
{
    if (program_run("node --version")->status != 0) {
        fprintf(stderr, "SKIPPED: node is not installed\n");
        return;
    }
    expect_ok(
        "cw config >settings && node $(readlink assets)/../tests/packaging/address.js settings");
}
