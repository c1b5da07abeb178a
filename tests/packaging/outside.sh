#!/bin/sh
# outside.sh USR LIB: builds games outside the tree against the installation in USR. They link in any order, their names do not
# clash with the engine's, and mistakes that would break replays are refused by name.
set -eu
usr=$1 lib=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/clockwork-outside-XXXXXX")
trap 'rm -rf "$work"' EXIT
failed=0
complain() { echo "outside.sh: $*" >&2; cat "$work/log" >&2; failed=1; }

export PKG_CONFIG_PATH="$usr/lib/pkgconfig"
[ -n "$(pkg-config --modversion clockwork)" ] || complain "clockwork.pc has no version"
cflags=$(pkg-config --cflags clockwork-workshop) libs=$(pkg-config --libs clockwork-workshop)
cp "$here/../../docs/example/bounce.c" "$work"
cd "$work"

# hashes PROGRAM: of a run, one line.
hashes() { "$1" --headless --ticks 200 --monkey 1 --hash-log hashes >log 2>&1 && cksum <hashes; }

gcc -O2 $cflags bounce.c -o bounce $libs || complain "README's game does not link"
right=$(hashes ./bounce)

# A finished game is linked with the runtime alone. It has none of its maker's tools, says so, starts no program, and is smaller.
gcc -O2 $cflags bounce.c -o shipped $(pkg-config --libs clockwork) || complain "a finished game does not link"
./bounce --headless --ticks 200 --hold kick --hash-log made --record run.cwr >log 2>&1 &&
    ./shipped --headless --ticks 200 --hold kick --hash-log shipped.hashes >log 2>&1 && cmp made shipped.hashes >log && ./shipped verify run.cwr >log 2>&1 ||
    complain "a finished game plays another run than its maker's build"
for words in 'query run.cwr' 'doctor' 'dev .' '--monkey 1' '--synctest 8'; do
    status=0
    case $words in --*) set -- --headless --ticks 1 $words ;; *) set -- $words ;; esac
    ./shipped "$@" >log 2>&1 || status=$?
    [ $status = 2 ] && grep -q 'is no command\|unknown option' log || complain "a finished game takes $words"
done
./shipped query run.cwr >log 2>&1 || grep -q '"query" is no command.*a build for the game.s maker has more' log || complain "a finished game does not say where query is"
./shipped --help | grep -qE 'query|doctor|--monkey' && complain "the help of a finished game names its maker's tools"
grep -q addr2line bounce && ! grep -q addr2line shipped || complain "a finished game starts addr2line"
strip -o small shipped && strip -o large bounce
[ $((100 * $(wc -c <small))) -le $((75 * $(wc -c <large))) ] || complain "a finished game has $(wc -c <small) bytes, its maker's build $(wc -c <large)"

# Names that the engine has inside, stock libraries in front, the other compiler and level of optimisation.
cat >names.c <<'END'
#include <stdio.h>
void report(const char *format, ...) { (void)format; puts("swallowed"); }
void arena_free(void *memory) { (void)memory; puts("freed"); }
int loop_run(void) { return 1; }
END
gcc -O2 $cflags names.c bounce.c -o names $libs || complain "names of a game clash with hidden ones"
./names --no-such-option >log 2>&1 && complain "an unknown option is accepted"
grep -q 'unknown option' log || complain "a game's own report() swallows the engine's messages"
[ "$(hashes ./names)" = "$right" ] || complain "names of a game change a run"
gcc -O3 $cflags bounce.c -lm -lchipmunk -o stock $libs || complain "stock Chipmunk's shared library is no harm, but fails"
[ "$(hashes ./stock)" = "$right" ] || complain "another order of libraries changes a run"
clang -O0 $cflags bounce.c -o clang $libs || complain "clang does not link it"
[ "$(hashes ./clang)" = "$right" ] || complain "another compiler changes a run"
gcc -O2 $cflags bounce.c -o static "$(gcc -print-file-name=libchipmunk.a)" $libs >log 2>&1 &&
    complain "a second Chipmunk is linked in"

# The engine's objects, gathered by hand: with stock Chipmunk, which would play but not rewind, they do not link.
# gathered WHAT ARCHIVE...: linked with those, it is refused for WHAT and told the right line.
gathered() {
    what=$1
    shift
    gcc -O2 $cflags bounce.c "$lib/libengine.a" "$@" -o foreign $(echo "$libs" | sed 's/-lclockwork-workshop//') ||
        complain "the engine's objects do not link with $*"
    ./foreign --headless --ticks 1 >log 2>&1 && complain "a foreign library is not refused: $what"
    grep -q "$what.*link only libclockwork.a, without -lchipmunk: cc .*pkg-config --cflags --libs clockwork" log ||
        complain "the refusal of a foreign library does not say what to do: $what"
}
exact=$lib/../exact
gcc -O2 $cflags bounce.c "$lib/libengine.a" "$(gcc -print-file-name=libchipmunk.a)" "$exact/libexactmath.a" -o foreign \
    $(echo "$libs" | sed 's/-lclockwork-workshop//') >log 2>&1 && complain "the engine's objects link with stock Chipmunk"
gathered "this program's sin" "$exact/libchipmunk-arena.a"

# An assertion of the engine names the number and the game's own line, as far as the game has those.
sed 's/^    double kick = /    if (cw_world_tick(world) == 5) cw_world_spawn(world, 9, NULL, 0);\n&/' bounce.c >wrong.c
gcc -O2 -g $cflags wrong.c -o wrong $libs && ! ./wrong --headless --ticks 9 >log 2>&1 && grep -q 'it was given 9$' log &&
    grep -q "drive at wrong.c:$(grep -n 'spawn(world, 9' wrong.c | cut -d: -f1)$" log || complain "an assertion does not name the game's line"

# NULL for a call names the call and the game's line. The first signal ends a loop without end and names its place.
sed 's/^    double kick = /    if (cw_world_tick(world) == 5) cw_world_emit(NULL, 1, self, cpvzero, 0);\n&/' bounce.c >null.c
gcc -O2 -g $cflags null.c -o null $libs && ! ./null --headless --ticks 9 >log 2>&1 && grep -q 'a pointer that is NULL' log &&
    grep -A1 'cw_world_emit, called by' log | grep -q 'drive at null.c:' || complain "NULL for a call is not named"
sed 's/^    double kick = /    if (cw_world_tick(world) == 5) fputs("loops\\n", stderr);\n    while (cw_world_tick(world) == 5) (void)cw_rng_next(cw_world_rng(world));\n&/; 1i #include <stdio.h>' bounce.c >endless.c
gcc -O2 -g $cflags endless.c -o endless $libs || complain "a game with an endless loop does not link"
./endless --headless --ticks 9 >log 2>&1 &
until grep -q loops log; do sleep 0.1; kill -0 $!; done
kill -INT $! && ! wait $! && grep -q 'stuck after 2 s .*in system entity.drive, phase pre_physics, ball (entity 1), tick 5' log &&
    grep -q 'drive at endless.c:' log || complain "a signal does not name the place of an endless loop"

# A finished game names places in its file, which addr2line turns into lines.
gcc -O2 -g $cflags wrong.c -o placed $(pkg-config --libs clockwork) && ! ./placed --headless --ticks 9 >log 2>&1 &&
    addr2line -e placed $(sed -n 's/.*placed at //p' log) | grep -q "wrong.c:$(grep -n 'spawn(world, 9' wrong.c | cut -d: -f1)" ||
    complain "a finished game does not name the place of an assertion"

# Wrong uses of the flow are reported and the game goes on. The exit status is the game's own.
sed -e 's/(void)map, (void)error;/(void)map, (void)error; cw_flow_quit(cw_world_flow(world), 1);/' \
    -e 's/^    double kick = /    if (cw_world_tick(world) == 5) cw_flow_open_level(cw_world_flow(world), "nowhere");\
    if (cw_world_tick(world) == 9) cw_flow_quit(cw_world_flow(world), 7);\n&/' bounce.c >flow.c
gcc -O2 $cflags flow.c -o flow $libs || complain "a game that asks for its flow does not link"
status=0
./flow --headless --ticks 200 --hash-log hashes >log 2>&1 || status=$?
[ $status = 7 ] && [ "$(wc -l <hashes)" = 9 ] || complain "a game that quits in tick 9 with 7 ends with $status"
grep -q 'before the first tick counts for nothing' log || complain "asking from start is not mentioned"
grep -q '"nowhere"' log || complain "a level that does not exist is not mentioned"
# settings KEYS DEFAULT: builds the README's game with its own settings, the first of which scales the balls, and a default.
settings() {
    sed -e "s/^static const CwGame toy/static const CwConfigKey keys[] = {$1};\n\
static const char *const defaults[] = {\"$2\"};\n&/" -e 's/, 0\.4, (/, 0.4 * cw_config_real(frame, 0), (/' \
        -e 's/\.title = /.menu = {.keys = keys, .key_count = CW_ARRAY_LENGTH(keys), .defaults = defaults, .default_count = 1}, &/' \
        bounce.c >settings.c
    gcc -O2 $cflags settings.c -o settings $libs
}
size='{"looks", "size", CW_CONFIG_REAL, "1", 0.5, 2, "of a ball", .documentation = "Size."}'
settings "$size" simulation.iterations=10 || complain "a game with settings of its own does not link"
printf '[looks]\nsize = 1.5\n[input]\naccelerate = key:Right\n' >config.ini
./settings config >config 2>log || complain "a game can't print its settings"
grep -q "^size = 1.5 ; from .*config.ini:2" config && grep -q "^iterations = 10 ; default of the game" config && [ ! -s log ] ||
    complain "a game's own settings are not read or not printed"
[ "$(hashes ./settings)" = "$right" ] || complain "a setting for views changes a run"
rm config.ini
settings "$size, $size" display.width=640
status=0
./settings --headless --ticks 1 >log 2>&1 || status=$?
[ $status = 1 ] && grep -q 'two keys looks.size' log || complain "a mistake in a game's settings is not named"

# ill NAME EXPRESSION SAID...: with EXPRESSION added to the kick, the doctor reports SAID and exits with 1.
ill() {
    name=$1
    sed -e 's/^enum { KICK }/#include <math.h>\n#include <stdlib.h>\n#include <time.h>\n&/' -e "s|^    double kick = |    double kick = $2; kick += |" \
        bounce.c >ill.c
    gcc -O2 $cflags ill.c -o ill $libs
    shift 2
    status=0
    ./ill doctor --ticks 60 >log 2>&1 || status=$?
    [ $status = 1 ] || complain "the doctor finds nothing wrong with $name"
    for said; do grep -q "$said" log || complain "the doctor does not say of $name: $said"; done
}
ill rand 'rand() * 1e-9' '^differs seed tick=1 ' '^note rand: ' '^ok cpu'
ill time 'localtime(\&(time_t){0})->tm_hour * 1e-6' '^differs clock tick=1 ' '^note localtime: '
ill erf 'erf(fabs(cpBodyGetPosition(((Ball *)data)->body).x)) * 1e-9' '^inexact erf: ' '^ok again'
ill addresses '(uintptr_t)malloc(5000) / 4096 % 1000 * 1e-6' '^differs again tick=1 '
ill clock_gettime '({ struct timespec now; clock_gettime(CLOCK_MONOTONIC, \&now); now.tv_nsec % 1000 * 1e-6; })' '^differs again tick=1 what=two identical runs differ'
[ "$(grep -c '^differs' log)" = 1 ] || complain "the doctor goes on to guess after two equal runs differ"
./bounce doctor --ticks 60 >log 2>&1 && ! grep -qv '^ok \|^skipped locale' log || complain "the doctor does not pass README's game"
# A game that switches a system off and on replays. An unknown name, or one of the engine's, ends the game with a list of names.
sed -e 's/^static const CwActionDef kick/static void gust(CwWorld *world)\n{\n    (void)cw_rng_range(cw_world_rng(world), 0, 1);\n}\
static void weather(CwWorld *world)\n{\n    const char *name = getenv("SYSTEM");\
    cw_world_enable_system(world, name == NULL ? "gust" : name, cw_world_tick(world) % 3 == 0);\n}\
static const CwSystem systems[] = {{"weather", CW_PHASE_INPUT, .tick = weather}, {"gust", CW_PHASE_INPUT, .tick = gust}};\n&/' \
    -e 's/\.kind_count = 1/&, .systems = systems, .system_count = 2/' -e '1i #include <stdlib.h>' bounce.c >systems.c
gcc -O2 $cflags systems.c -o systems $libs || complain "a game that switches systems does not link"
./systems --headless --ticks 100 --synctest 5 --record systems.cwr >log 2>&1 && ./systems verify systems.cwr >log 2>&1 ||
    complain "a game that switches systems does not replay"
for name in gusts physics.step; do
    SYSTEM=$name ./systems --headless --ticks 9 >log 2>&1 && complain "the system $name can be switched"
    grep -q "\"$name\" is none of .* weather, gust;" log || complain "who switches $name is not told what there is"
done

# A game can read the pointer in metres, keep save data, shake a controller and have a row in the menus.
sed -e 's/^    double kick = /    CwPoint2 at = cw_input_pointer_m(cw_world_input(world));\n&at.x + /' \
    -e 's/^    cw_draw_circle/    cw_save_write(frame->saves, "at", \&(CwSave){1, \&at, sizeof at}, NULL);\n    cw_rumble(frame, 0, 1, 1, 1);\n&/' \
    -e 's/^static const CwGame toy/static const CwMenuRow row = {"Row", CW_MENU_PAUSE, .closes = true};\n&/' \
    -e 's/\.action_count = 1/&, .pointer_in_world = true/' -e 's/\.title = /.menu = {.rows = \&row, .row_count = 1}, &/' bounce.c >points.c
gcc -O2 $cflags points.c -o points $libs || complain "a game with pointer, saves, rumble and a menu row does not link"
export XDG_DATA_HOME="$work/player"
./points --headless --ticks 100 --monkey 1 --record points.cwr >log 2>&1 && ./points verify points.cwr >log 2>&1 &&
    [ -s player/Clockwork/bounce/saves/at.save ] || complain "a game with pointer and saves does not replay or save"
unset XDG_DATA_HOME

# fields ROW...: compiles a game with such a table of fields.
fields() {
    cat >fields.c <<END
#include "clockwork/clockwork.h"
typedef struct Car { float heat; double fuel; double wear[4]; double *peak; cpBody *body; } Car;
extern const CwField car_fields[];
const CwField car_fields[] = {$*};
END
    gcc -std=c17 -Wall -Wextra -Wpedantic -Werror $cflags -fsyntax-only fields.c >log 2>&1
}
fields 'CW_FIELD(Car, fuel), CW_FIELD_ARRAY(Car, wear)' || complain "a table of fields does not compile"
for row in 'CW_FIELD(Car, heat)' 'CW_FIELD(Car, wear)' 'CW_FIELD(Car, peak)' 'CW_FIELD(Car, body)' 'CW_FIELD_ARRAY(Car, fuel)' \
    'CW_FIELD_ARRAY(Car, peak)'; do
    fields "$row" && complain "$row compiles"
done

# refused WHAT FLAGS...: a game built with FLAGS names the file and the flag, and exits with 1.
refused() {
    what=$1
    shift
    gcc -O2 "$@" -I"$usr/include" bounce.c -o refused $libs
    status=0
    ./refused --headless --ticks 1 >log 2>&1 || status=$?
    [ $status = 1 ] && grep -q "bounce.c.*$what" log || complain "a game built with $* is not refused"
}
refused 'sin while compiling' -ffp-contract=off
refused 'reorder' $cflags -fassociative-math -fno-signed-zeros -fno-trapping-math
refused 'ignore NaN' $cflags -ffinite-math-only
if grep -qw fma /proc/cpuinfo; then refused 'fuse' $cflags -mfma -ffp-contract=fast; fi

# The libraries show only public names, Chipmunk's and those of the exact maths.
nm -g --defined-only "$usr"/lib/libclockwork.a "$usr"/lib/libclockwork-workshop.a | awk 'NF == 3 {print $3}' |
    grep -vE '^_?cp[A-Z_v]|^(a?(sin|cos|tan)h?|atan2|sincos|exp(2|10|m1)?|log(2|10|1p)?|pow(10)?|cbrt|hypot)f?$|^fe[a-z]+$' |
    sort -u >names.txt
cat "$usr"/include/clockwork/*.h >headers
while read -r name; do
    case $name in cw_*) ;; *) complain "$name can be seen by games and lacks the prefix cw_" ;; esac
    grep -qw "$name" headers || complain "$name can be seen by games and is in no public header"
done <names.txt
[ "$(wc -l <names.txt)" -gt 50 ] || complain "public names are missing"

# The program shows exactly the library's names to games that it loads as shared objects.
nm -D --defined-only "$usr"/bin/clockwork | awk '{print $3}' | grep -E '^(cw_|_?cp[A-Z_v])' | sort >shown.txt
nm -g --defined-only "$usr"/lib/libclockwork.a | awk 'NF == 3 {print $3}' | grep -E '^(cw_|_?cp[A-Z_v])' | sort >library.txt
cmp -s shown.txt library.txt || complain "the program shows other names than the library: $(diff shown.txt library.txt | head -5)"
for name in sin atan2f pow; do nm -D --defined-only "$usr"/bin/clockwork | grep -q " $name$" || complain "the program hides its $name"; done
exit $failed
