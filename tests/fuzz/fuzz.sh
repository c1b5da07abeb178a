#!/bin/sh
# fuzz.sh MAKE OUT: builds the harnesses and runs each for FUZZ_SECONDS (60). A harness starts from the seeds in seeds/NAME or
# the bundled recordings, and from the corpus of earlier runs (OUT/fuzz/corpus). FUZZ="level replay" runs only those. A finding
# ends its harness with a report; its input is OUT/fuzz/NAME-*, and OUT/fuzz/tests/fuzz/fuzz_NAME FILE repeats it.
set -eu
make=$1 out=$2
here=$(cd "$(dirname "$0")" && pwd)
game=$(cd "$here/../.." && pwd)
seconds=${FUZZ_SECONDS:-60}
failed=
$make -s OUT="$out" MODE=fuzz CC=clang fuzzers
out=$(cd "$out" && pwd) # fuzz_command leaves this folder
for harness in "$here"/fuzz_*.c; do
    name=$(basename "$harness" .c)
    name=${name#fuzz_}
    case " ${FUZZ:-$name} " in *" $name "*) ;; *) continue ;; esac
    corpus=$out/fuzz/corpus/$name seeds=$here/seeds/$name
    [ -d "$seeds" ] || seeds=
    mkdir -p "$corpus"
    [ $name != replay ] || seeds="$seeds $game/assets/replays"
    echo "fuzz: $name, $seconds s"
    "$out/fuzz/tests/fuzz/fuzz_$name" -max_total_time="$seconds" -timeout=30 -rss_limit_mb=3000 -close_fd_mask=3 \
        -print_final_stats=1 -artifact_prefix="$out/fuzz/$name-" "$corpus" $seeds >"$out/fuzz/$name.log" 2>&1 ||
        failed="$failed $name"
    grep -E '^stat::number_of_executed|ERROR|SUMMARY|assertion' "$out/fuzz/$name.log" | sed 's/^/  /'
done
[ -z "$failed" ] || { echo "fuzz: found something in$failed: see $out/fuzz/NAME.log" >&2; exit 1; }
