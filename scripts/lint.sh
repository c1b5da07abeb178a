#!/bin/sh
# lint.sh OUT CC FLAGS...: formatting, who may include whom, headers that compile alone, no inexact maths, faults that tools see.
set -u
out=$1 cc=$2
shift 2
failed=0
complain() { echo "lint: $*" >&2; failed=1; }

# Slow rules read only what has changed since they held. What a rule has noted is void when its own files change.
changed() { # RULE FILE-OF-THE-RULE FILE...
    held=$out/lint.$1 rule=$2
    shift 2
    touch "$held.new"
    [ -e "$held" ] && [ -z "$(find "$rule" scripts/lint.sh -cnewer "$held")" ] && set -- $(find "$@" -cnewer "$held")
    printf '%s\n' "$@"
}
holds() { mv "$out/lint.$1.new" "$out/lint.$1"; }

# 1. Format.
sources=$(ls $(git ls-files -co --exclude-standard '*.c' '*.h') 2>/dev/null)
if changed format .clang-format $sources | xargs -r -n 40 -P "$(nproc)" clang-format --dry-run -Werror 2>"$out/format.log"; then
    holds format
else
    complain "format: clang-format -i \$(git ls-files '*.c' '*.h')"
    grep -m 5 'error:' "$out/format.log" >&2
fi

# 2. Arrows: each folder knows only itself and those named here, through other headers too.
scripts/includes.sh >"$out/includes"
knows() { # FOLDER KNOWN-FOLDERS...: names of folders are unique in src, so includes leave runtime, workshop and windup out
    folder=$1 place=$2
    shift 2
    pattern=$(echo "$folder $*" | tr ' ' '|')
    grep -nE '^#include "' "$place"/*.[ch] | grep -vE "#include \"(clockwork|$pattern)/" &&
        complain "$place may include only: clockwork $folder $*"
    awk -v place="$place" -v known="^($pattern)\$" '{
        parts = split($2, part, "/"); folder = part[parts - 1]; from = $1; sub(/\/[^\/]*$/, "", from)
        if (from == place && parts > 2 && part[1] == "src" && folder !~ known && !said[$1, folder]++) print $1 " comes to know " folder "/"
    }' "$out/includes" | grep . && complain "$place may know only: $folder $*"
}
scripts/arrows.sh || failed=1
grep -nE '\b(Knob|Inspect|Forecast|Rerun|Dev)[A-Z][A-Za-z]*' -r src/runtime include && complain "the runtime and the headers know no type of the workshop"
knows common src/windup/common
knows buggy src/windup/buggy common
knows things src/windup/things common buggy
knows view src/windup/view common buggy things
knows windup src/windup common buggy things view
grep -nE '^#include "' -r include | grep -v '#include "clockwork/' && complain "include/ may include only itself"
for folder in base input map sim run sound frame screens; do
    grep -nE '#include <SDL' -r "src/runtime/$folder" && complain "src/runtime/$folder may not include SDL"
done
# Only src/runtime/platform asks the operating system: all else includes C17's headers, a library's or ours.
c17='assert|ctype|errno|fenv|float|inttypes|limits|locale|math|setjmp|signal|stdalign|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib|string|time'
libraries='SDL[_a-z]*|cglm/.*|chipmunk/.*|expat|fontconfig/fontconfig|fribidi|ft2build|hb|jansson|lz4|sndfile|xxhash|zlib|zstd(_errors)?'
compilers='sanitizer/asan_interface'  # and C++'s type_traits, for field.h
grep -nE '^ *# *include *<' -r src include | grep -vE "^src/(runtime/platform|workshop/system)/|<(($c17|$libraries|$compilers)\.h|type_traits)>" &&
    complain "the operating system's headers belong into src/runtime/platform"
grep -nE '\b(fopen|freopen|remove|rename|tmpfile)\(' -r src | grep -vE "^src/(runtime/platform|workshop/system)/" &&
    complain "files are opened, renamed and removed by platform/file.h: names are UTF-8, content is binary"
grep -nE '#include <SDL' -r src/windup && complain "src/windup may not include SDL"
for folder in base input sound; do
    grep -nE '#include <chipmunk' -r "src/runtime/$folder" && complain "src/runtime/$folder may not include Chipmunk"
done

# Names of the public headers have their prefix, so that they can't clash with a game's or a system library's.
grep -nE '^ *# *define ' include/clockwork/*.h | grep -vE 'define (CW|CLOCKWORK)_' && complain "public macros begin with CW_"
grep -nE '^(typedef )?(struct|enum|union) [A-Za-z]' include/clockwork/*.h | grep -vE '(struct|enum|union) Cw[A-Z]' &&
    complain "public types begin with Cw"
grep -nE '^(    |typedef enum .*\{ |enum \{ )[A-Z][A-Z0-9_]*( =|,|$| /)' include/clockwork/*.h | grep -vE '[ {]CW_[A-Z]' &&
    complain "public constants begin with CW_"

# The base size of a game is its own: the default one only where nobody says another.
grep -nE 'CW_VIEW_(WIDTH|HEIGHT)' -r src/runtime |
    grep -vE '^src/(runtime/base/view_rect.h|workshop/main/game_check.c):' && complain "ask for the game's view (game_view, cw_draw_view)"

# 3. #ifdef only in src/runtime/host and platform, but for the guards and checks of headers.
grep -nE '^ *#(if|ifdef) ' -r src --include='*.c' | grep -vE '^src/(runtime/(host|platform)|workshop/system)/' && complain "#if belongs into src/runtime/platform"

# 4. No extern in a .c, no leftovers.
grep -nE '^extern ' -r src --include='*.c' && complain "declare it in a header"
grep -nE '\b(TODO|FIXME|XXX)\b|#if 0' -r src include tests --include='*.[ch]' && complain "finish it or file it"

grep -nE 'START_TEST|tcase_create' -r tests/*/test_*.c tests/*/*/test_*.c && complain "write TEST(name), see tests/support/test.h"
ls tests/*.c 2>/dev/null && complain "tests are in a folder: tests/runtime/sim/test_*.c"

# Comments are sentences that are read once: few begin with a free relative.
relatives=$(grep -nE '(/\*|^ *//) ?(Who|Whose|What|Where|Of|Those|That)\b' $sources)
[ "$(echo "$relatives" | wc -l)" -lt 53 ] ||
    { echo "$relatives" >&2; complain "53 comments and more begin with Who, Whose, What, Where, Of, Those or That: write subject, verb, object"; }

# 5. Every header compiles alone, and counts once.
headers=$(ls $(git ls-files -co --exclude-standard '*.h') 2>/dev/null)
grep -L '^#pragma once$' $headers | grep . >&2 && complain "a header says #pragma once, and has no guard"
if [ -n "$(changed headers "$out/plain/flags" $headers $sources)" ]; then
    # The build has compiled it alone where its own source includes it first.
    for header in $headers; do
        case $(grep -m 1 -s '^#include' "${header%.h}.c") in */"${header##*/}"\" | *\""${header##*/}"\") ;; *) echo "$header" ;; esac
    done | xargs -P "$(nproc)" -I {} sh -c 'echo "#include \"{}\"" | "$@" -I. -fsyntax-only -x c - 2>&1 || echo "{} does not compile alone"' - "$cc" "$@" |
        grep . >&2 && complain "headers include what they need" || holds headers
    [ -z "$(grep -lE '^[A-Za-z].*\);$' include/clockwork/*.h | xargs grep -L '^CW_C_BEGIN$')" ] &&
        ! grep -l '^CW_C_BEGIN$' include/clockwork/*.h | xargs -n 1 tail -n 1 | grep -qvx CW_C_END ||
        complain "public functions stand between CW_C_BEGIN and CW_C_END"
    chipmunk=$(grep -o '[^ ]*Chipmunk[^ ]*/include' "$out/plain/flags" | sed 1q)
    for header in include/clockwork/*.h; do
        for cxx in g++ clang++; do
            echo "#include \"$header\"" | $cxx -std=c++17 -Wall -Wextra -Wpedantic -Werror -ffp-contract=off -Iinclude -isystem "$chipmunk" -fsyntax-only -x c++ - ||
                complain "$header is not C++17 for $cxx"
        done
    done
fi

# 6. The manual names files that exist, from the root or from a folder of include paths.
grep -noE '`[a-z_]+/[a-z_/.]+\.([ch]|sh|mk)`' README.md docs/*.md assets/art/NOTES.md | tr -d '`' | while IFS=: read -r page line file; do
    ls "$file" src/"$file" src/runtime/"$file" src/workshop/"$file" src/windup/"$file" include/"$file" 2>/dev/null | grep -q . || echo "$page:$line: $file"
done | grep . && complain "the manual names files that do not exist"

# Translations are read, with the directives of the originals.
"$out/clockwork" texts $(git ls-files 'assets/text/*.po') >/dev/null || complain "mend the translation"

# 7. No mutable globals outside src/runtime/host and platform, but for the thread's current arena and breadcrumb and its way out of assertions that fail in a guess, the tables of arenas and units, and the flag of a message that is said once; thread-local ones have no O in objdump's list.
if [ -d "$out/plain/src" ]; then
    cut -d ' ' -f 1 "$out/includes" | uniq | grep -vE '/(host|platform)/' | sed "s,\(.*\)c$,$out/plain/\1o," | xargs ls 2>/dev/null |
        xargs objdump -t | awk '/file format/ { object = $1 } $0 ~ /( O|  ) \.(data|bss|tdata|tbss)[ \t]/ &&
            $NF !~ /^(current_(arena|breadcrumb)|assert_escape|arena_slots|cw_unit|last_unit|said_once(\.[0-9]+)?)$/ {print object " " $NF}' |
        grep . && complain "mutable globals belong into the world or a struct"
    scripts/check-imports.sh "$out/clockwork" || failed=1
    scripts/halves.sh "$out" || failed=1
fi

# 8. Faults that clang-tidy and cppcheck see without following the program's ways; scripts/analyze.sh build full does that, too.
scripts/analyze.sh "$out" quick || complain "mend what was found, or give the reason in scripts/analyze.known"
exit $failed
