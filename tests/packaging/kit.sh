#!/bin/sh
# kit.sh MAKE OUT: plays a game maker, from `make install` to a folder that can be given away, without the source tree.
# outside.sh, beside it, and dev.sh use the same installation. At the end `make uninstall` removes it.
set -eu
make=$1 out=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/clockwork-kit-XXXXXX")
outside=
trap '[ -z "$outside" ] || kill "$outside" 2>/dev/null || :; rm -rf "$work"' EXIT
root=$work/root usr=$work/root/usr
failed=0
complain() { echo "kit.sh: $*" >&2; cat "$work/log" >&2; failed=1; }
engine() { $make -s OUT="$out" MODE=plain DESTDIR="$root" PREFIX=/usr "$@" >"$work/log" 2>&1; }
game() { env -u MAKEFLAGS -u MAKEOVERRIDES make -s "$@" >"$work/log" 2>&1; }

# The second installation removes files that only the first one had.
engine install || complain "make install fails"
touch "$usr/share/clockwork/template/old" "$usr/include/clockwork/old.h" "$usr/share/doc/clockwork/docs/example/old.c"
engine install || complain "make install fails over an installation"
[ -z "$(find "$root" -name 'old*')" ] || complain "an installation keeps files of an older one"
export HOME="$work" PKG_CONFIG_PATH="$usr/lib/pkgconfig" PATH="$usr/bin:$PATH"
unset XDG_DATA_HOME DISPLAY WAYLAND_DISPLAY
lib=$(cd "$out/plain" && pwd)
cd "$work"
"$here/outside.sh" "$usr" "$lib" & # beside all that follows: both only read the installation
outside=$!
clockwork levels | grep -q first-wind || complain "the installed game has no levels"

# The man page names the same options and commands as --help.
words() { tee text | grep -oE -e '--[a-z][a-z-]*' | sort -u; sed -n "s/$1/\1/p" text | sort; }
clockwork --help | words '^  \([a-z][a-z]*\) .*' >help
sed 's/\\-/-/g' "$usr/share/man/man1/clockwork.1" | sed -n '/OPTION/,/EXIT/p' | words '^\.B "\([a-z][a-z]*\).*' >page
cmp -s help page || complain "the man page differs from --help: $(diff help page)"
for key in $(clockwork config --defaults | sed -n 's/^\([a-z_0-9]*\) =.*/\1/p'); do grep -q "^\.B \"$key " "$usr/share/man/man5/clockwork-config.5" || echo "$key"; done >log
[ ! -s log ] || complain "clockwork-config(5) lacks keys"
if command -v groff >log; then
    [ -z "$(groff -man -ww -z "$usr"/share/man/man?/clockwork* 2>&1)" ] || complain "the man pages have mistakes"
fi

# The manual has every file that it links to, and its examples build as it says.
grep -q cw_world_add_body "$usr/share/doc/clockwork/html/body_8h.html" || complain "the reference is not installed"
for page in $(cd "$usr/share/doc/clockwork" && echo README.md docs/*.md); do
    grep -oE '\]\([a-zA-Z/._-]+\)' "$usr/share/doc/clockwork/$page" | tr -d '()]' | while read -r file; do
        [ -s "$usr/share/doc/clockwork/$(dirname "$page")/$file" ] || echo "$page: $file"
    done
done >log
[ ! -s log ] || complain "the installed manual links to files that are not there"
cp -r "$(pkg-config --variable=docdir clockwork)/docs/example" . && game -C example CFLAGS='-O1 -Wall -Wextra -Werror' &&
    (cd example && build/lander play lander.tmj --headless --ticks 60) >log 2>&1 &&
    (cd example/platformer && ../build/platformer --headless --bot --ticks 60) >log 2>&1 && [ ! -s log ] ||
    complain "the installed examples are not built or not played"
for c in "$here"/../../docs/example/*.c; do [ -x "example/build/$(basename "$c" .c)" ] || complain "$c is not built where it is installed"; done

# Each sample of C in the manual compiles: it is part of a file if it declares a function, else of a function.
mkdir samples
for page in "$usr"/share/doc/clockwork/docs/*.md; do
    awk -v stem="samples/$(basename "$page" .md)" '
        /^```/ && file { printf "%s%s%s", whole ? "" : "void sample(void) {\n", text, whole ? "" : "}\n" >file; close(file); file = ""; next }
        /^```c$/ { file = stem NR ".c"; whole = 0; text = "#line " NR + 1 " \"" FILENAME "\"\n"; next }
        file { gsub(/\.\.\./, ""); text = text $0 "\n"; if (/^static [^=]*\)(;| *\/\*| *$)/) whole = 1 }' "$page"
done
for c in samples/*.c; do
    cc -std=gnu17 -fsyntax-only -Wall -Werror -Wno-unused $(pkg-config --cflags clockwork) -include "$here/../../docs/fragments.h" "$c" || echo "$c"
done >log 2>&1
[ ! -s log ] || complain "samples of the manual do not compile"

# A new game is built, played and verified with one command each, without a warning, by both compilers.
clockwork new my-game >log || complain "clockwork new fails"
cd my-game
if PKG_CONFIG_LIBDIR=$work PKG_CONFIG_PATH= game; then complain "it is built without an engine"; fi
grep -q 'set PKG_CONFIG_PATH' "$work/log" || complain "nothing says that the engine was not found"
game CC=gcc CFLAGS='-O2 -Wall -Wextra -Wpedantic -Werror' || complain "the template does not compile"
game CC=gcc test && grep -q '^ok build/test.cwr' "$work/log" || complain "make test fails"
game run && grep -q '^hills' "$work/log" || complain "make run fails without a display"
sed -i 's/HOP_NS, 6/HOP_NS, 7/' main.c && game && ! build/my-game verify build/test.cwr >"$work/log" 2>&1 &&
    grep -q 'raise CwGame.rules_version' "$work/log" || complain "nothing points at rules_version after a change of the rules"
sed -i 's/HOP_NS, 7/HOP_NS, 6/' main.c && game
sed -i -e 's/"flag"/"flga"/' -e 's/"pixels_per_metre"/"pixel_per_metre"/' assets/levels/hills.tmj
build/my-game --headless --ticks 1 >"$work/log" 2>&1
grep -q 'object 5: the game has no class "flga"; the nearest is "flag"' "$work/log" &&
    grep -q 'property "pixel_per_metre".* nearest is "pixels_per_metre"' "$work/log" || complain "misspelt names of Tiled are not mentioned"
cp "$usr"/share/clockwork/template/assets/levels/hills.tmj assets/levels
# An unsupported element of a picture is reported once for two sprites.
cp main.c kept.txt && cp assets/art/ball.svg kept.svg
sed -i 's/flag\.svg/ball.svg/' main.c && sed -i 's|</svg>|<text>Hi</text></svg>|' assets/art/ball.svg && game
build/my-game --headless --ticks 1 --screenshot a.png >"$work/log" 2>&1
[ "$(grep -c 'ball.svg:6: <text> is not drawn: turn it into a path' "$work/log")" = 1 ] || complain "a text in an SVG is not mentioned once"
mv kept.txt main.c && mv kept.svg assets/art/ball.svg && game
rm build/*.o
game CC=clang || complain "the template does not compile with clang"
build/my-game verify build/test.cwr >"$work/log" 2>&1 || complain "gcc's recording is another run for clang"

# A game in C++ is held to the same: both compilers, the sync test, a verified run, and no inexact maths.
cd "$work"
clockwork new cpp-game --cpp >log && cd cpp-game
for cxx in g++ clang++; do
    game clean && game CXX=$cxx CFLAGS='-O2 -Wall -Wextra -Wpedantic -Werror' || complain "the template in C++ does not compile with $cxx"
    game CXX=$cxx test && grep -q '^ok build/test.cwr' "$work/log" && mv build/test.cwr $cxx.cwr || complain "make test fails in C++"
    build/cpp-game doctor --ticks 60 >"$work/log" 2>&1 || complain "the doctor finds a fault in the template in C++"
done
cmp g++.cwr clang++.cwr >"$work/log" 2>&1 || complain "g++ and clang++ play other runs"
game CXX=g++ game.so && clockwork verify --game build/game.so clang++.cwr >"$work/log" 2>&1 || complain "clockwork does not load a game in C++"
grep -qx -- -ffp-contract=off compile_flags.txt || complain "editors do not get the flags of the compiler"
sed -i 's/double way = /double way = std::erf(0.5) + /; s/^#include.*/&\n#include <cmath>/' main.cpp
game && ! build/cpp-game doctor --ticks 60 >"$work/log" 2>&1 && grep -q '^inexact erf' "$work/log" || complain "inexact maths of C++ is not found"
PKG_CONFIG_PATH= game clean || complain "make clean needs the engine"

# The tutorial's steps lead from a new game to its end: each builds, plays and verifies. A step that changes a rule or the level
# refuses the recording of the step before; any other step plays it the same.
cd "$work"
tutorial=$(pkg-config --variable=docdir clockwork)/docs
clockwork new hopper >log && cd hopper
game test || complain "step 1 of the tutorial fails"
awk '/^```diff/ {on = 1; count++; next} /^```/ {on = 0} on {print >("../step" count + 1)}' "$tutorial/tutorial.md"
for step in 2 3 4 5 6 7 8; do
    cp build/test.cwr ../before.cwr
    [ "$step" != 3 ] || cp "$tutorial/tutorial/hills.tmj" assets/levels/hills.tmj
    git apply "../step$step" 2>"$work/log" && game CFLAGS='-O1 -Wall -Wextra -Werror' test && grep -q '^ok build/test.cwr' "$work/log" ||
        complain "step $step of the tutorial fails"
    build/hopper verify ../before.cwr >"$work/log" 2>&1 || grep -q 'under rules version\|level hills has changed' "$work/log" ||
        complain "step $step of the tutorial changes a rule but not rules_version"
done
build/hopper --headless --ticks 900 --hold right --tap hop@1 >"$work/log" 2>&1 && [ ! -s "$work/log" ] || complain "the tutorial's game complains"

# The packed game starts from any folder and lists the packages that it needs.
cd "$work/my-game"
game dist || complain "make dist fails"
cd "$work" && tar -xzf my-game/build/my-game-linux-x86_64.tar.gz && mv my-game gone
away=$work/my-game-linux-x86_64
(cd / && env -i HOME="$work" "$away/my-game.x86_64" config) >log 2>&1
grep -q "zoom = 1 ; from $away/config.ini" log || complain "a game handed out does not find its settings"
(cd / && env -i HOME="$work" "$away/my-game.x86_64" --headless --ticks 60 --stats --screenshot "$work/a.png") >log 2>&1
grep -q '^level hills' log && [ "$(wc -l <log)" -gt 10 ] && [ -s a.png ] || complain "a game handed out does not play"
"$away/my-game.x86_64" --headless --ticks 1 --monkey 1 >log 2>&1 && complain "a game handed out has its maker's tools"
for word in libSDL2-2.0.so.0 libSDL2_image-2.0.so.0 libsdl2-image Debian; do grep -q "$word" "$away/README.txt" || complain "README.txt lacks $word"; done
grep -E 'ld-linux|lib[cm]\.so|libc6' "$away/README.txt" >log && complain "README.txt names the C library"
grep -q 'Howling Moon' "$away/licences.txt" || complain "the licence of Chipmunk is not handed out"

"$here/dev.sh" "$usr" || failed=1
wait $outside || failed=1
cd "$here/../.."
engine uninstall && [ -z "$(find "$root" -type f)" ] || complain "make uninstall leaves $(find "$root" -type f | head -n 5 | xargs)"
exit $failed
