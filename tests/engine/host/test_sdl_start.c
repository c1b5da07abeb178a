/* The setup before SDL starts. */
#include "host/sdl_start.h"
#include "support/test.h"

static const char NAME[] = "XCOMPOSECACHE";

TEST(compose_rules_are_kept_where_the_cache_is_unless_the_player_says_otherwise)
{
    unsetenv(NAME);
    sdl_keep_compose_rules("");
    ck_assert_ptr_null(getenv(NAME));
    sdl_keep_compose_rules("/player/cache");
    ck_assert_str_eq(getenv(NAME), "/player/cache");
    sdl_keep_compose_rules("/elsewhere");
    ck_assert_str_eq(getenv(NAME), "/player/cache");
}
