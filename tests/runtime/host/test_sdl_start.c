/* The setup before SDL starts. */
#include "host/sdl_start.h"
#include "support/test.h"

#include <SDL.h>

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

TEST(a_failure_that_sdl_does_not_explain_has_a_reason_too)
{
    SDL_ClearError();
    ck_assert_str_eq(sdl_reason(), "SDL gives no reason");
    SDL_SetError("no screens");
    ck_assert_str_eq(sdl_reason(), "no screens");
}
