#!/bin/sh
# lint.sh OUT CC FLAGS...: formatting, who may include whom, headers that compile alone, no inexact maths.
set -u
out=$1 cc=$2
shift 2
failed=0
complain() { echo "lint: $*" >&2; failed=1; }

# 1. Format.
sources=$(git ls-files -co --exclude-standard '*.c' '*.h')
clang-format --dry-run -Werror $sources 2>"$out/format.log" || {
    complain "format: run make format"
    grep -m 5 'error:' "$out/format.log" >&2
}

# 2. Arrows: each folder may include only itself and what stands behind it.
allow() { # FOLDER ALLOWED-PREFIXES...
    folder=$1; shift
    pattern=$(echo "$@" | tr ' ' '|')
    grep -nE '^#include "' -r "$folder" --include='*.[ch]' | grep -vE "#include \"($pattern)/" &&
        complain "$folder may include only: $*"
}
allow src/core clockwork core
allow src/sim clockwork core sim
allow src/host clockwork core host
allow src/draw clockwork core sim draw
allow src/runtime clockwork core sim host draw runtime
allow src/cli clockwork core sim host draw runtime cli
allow src/tools clockwork core sim host draw runtime cli tools
allow src/game clockwork game
allow include/clockwork clockwork
for folder in src/core src/sim src/game include/clockwork src/runtime; do
    grep -nE '#include <SDL' -r "$folder" && complain "$folder may not include SDL"
done
grep -nE '#include <chipmunk' -r src/core && complain "src/core may not include Chipmunk"

# 3. #ifdef only in src/host, but for the guards and checks of headers.
grep -nE '^ *#(if|ifdef) ' -r src --include='*.c' | grep -v '^src/host/' && complain "#if belongs into src/host"

# 4. No extern in a .c, no leftovers.
grep -nE '^extern ' -r src --include='*.c' && complain "declare it in a header"
grep -nE '\b(TODO|FIXME|XXX)\b|#if 0' -r src include tests --include='*.[ch]' && complain "finish it or file it"

grep -nE 'START_TEST|tcase_create' -r tests/*/test_*.c && complain "write TEST(name), see tests/support/test.h"
ls tests/*.c 2>/dev/null && complain "tests are in a folder: tests/sim/test_*.c"

# 5. Every header compiles alone.
for header in $(git ls-files -co --exclude-standard '*.h'); do
    "$cc" "$@" -fsyntax-only -x c "$header" 2>"$out/header.log" ||
        { complain "$header does not compile alone"; head -3 "$out/header.log" >&2; }
done

# 6. No mutable globals outside src/host, but for the thread's current arena.
if [ -d "$out/plain/src" ]; then
    find "$out/plain/src" -name '*.o' ! -path '*/host/*' | while read -r object; do
        objdump -t "$object" | awk -v o="$object" '$0 ~ / O \.(data|bss|tdata|tbss)[ \t]/ &&
            $NF != "current_arena" {print o ": " $NF}'
    done | grep . && complain "mutable globals belong into the world or a struct"
    tests/lint/check-imports.sh "$out/clockwork" || failed=1
fi
exit $failed
