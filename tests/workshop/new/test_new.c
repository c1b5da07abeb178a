/* `clockwork new`: what it writes and refuses. tests/packaging/kit.sh plays what it wrote. */
#include "support/program.h"

FIXTURE(PROGRAM);

TEST(a_new_game_is_named_for_its_folder)
{
    expect_text(expect_ok("cw new my_First-Game2/")->out, "cd 'my_First-Game2/' && make run");
    expect_text(temp_read("my_First-Game2/main.c"), ".id = \"my-first-game2\",");
    expect_text(temp_read("my_First-Game2/main.c"), ".title = \"My First Game2\",");
    expect_ok("! grep -r '@ID@\\|@TITLE@' my_First-Game2");
    expect_ok("mkdir '\xc3\xa4 hop' && cw new '\xc3\xa4 hop/.'");
    expect_text(temp_read("\xc3\xa4 hop/main.c"), ".id = \"a-hop\",");
    expect_ok("cw new games/abcdefghijklmnopqrstuvwxyz-0123456789 && grep -q 'id = "
              "\"abcdefghijklmnopqrstuvwxyz-[0-9]*\"' games/*/main.c");
    expect_ok("cw new '\xc3\x9cmlaut'");
    expect_text(temp_read("\xc3\x9cmlaut/main.c"), ".id = \"umlaut\",");
    expect_text(temp_read("\xc3\x9cmlaut/main.c"), ".title = \"\xc3\x9cmlaut\",");
}

/* In the shell that the command is copied into, `pwd` in place of make. */
TEST(the_command_it_prints_enters_the_folder_and_does_nothing_else, .rounds = 3)
{
    static const char *const folders[] = {"it's a game", "a'; touch pwned; echo 'b",
                                          "$(touch pwned) `touch pwned`"};
    setenv("FOLDER", folders[_i], 1);
    expect_ok(
        "cw new \"$FOLDER\" | sed -n 's/make run/pwd/; s/^  cd/cd/p' >next && sh next >went && "
        "grep -qxF \"$PWD/$FOLDER\" went && ! test -e pwned");
}

TEST(a_new_game_has_all_that_the_template_has)
{
    expect_ok("cw new games/small/hop && test -e games/small/hop/main.c");
    expect_ok("cw new toy && cw new toy2 --cpp && (cd assets/template && find . | sort) >a && "
              "find toy toy2 | sed 's/^toy2*/./' | sort -u >b && cmp a b");
    expect_ok("test ! -e toy/main.cpp && test ! -e toy2/main.c");
    expect_ok("cmp assets/template/assets/levels/hills.tmj toy/assets/levels/hills.tmj");
}

TEST(a_folder_that_holds_something_is_left_alone_and_a_full_disk_is_an_error)
{
    expect_ok("mkdir full && echo mine >full/main.c && echo >file");
    expect(1, "cw new full", "full: already exists and is not empty");
    expect(1, "cw new file", "file: already exists");
    expect(1, "cw new file/game", "file/game");
    expect_ok("test \"$(cat full/main.c)\" = mine && test \"$(ls full)\" = main.c");
    expect(1, "limit 4; cw new toy", "toy/");
}

TEST(a_folder_that_names_no_game_is_refused_before_it_is_made)
{
    expect(1, "cw new ./---", "a letter a to z or a digit");
    expect(1, "cw new ''", "a letter a to z or a digit");
    expect_ok("! test -e ./---");
    expect(2, "cw new", "new needs a folder");
    expect(2, "cw new a b", "new does not take \"b\"");
}
