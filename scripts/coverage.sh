#!/bin/sh
# scripts/coverage.sh [FOLDER...]: runs the tests of these folders of tests (all that need no window) in a build that counts, and
# prints how many lines and branches of each folder of src they reached; OUT/coverage/lines has every source with its counts.
# Without FOLDER it also gives the harnesses of tests/fuzz their seeds and plays 300 random games, as `make check` does.
# With FUZZ="map replay" it runs only these harnesses of tests/fuzz, over their seeds and corpora (see fuzz.sh), and prints the
# same for each source of the readers that they are for.
# Left out are the branches of CW_ASSERT, because one side of them is a fault of ours, and nothing else. Tests that
# abort count, too (tests/support/test.c); a process that another signal ends tells gcov nothing.
# When all tests run, src/runtime/sim, run and map must reach 95 % of lines and 85 % of branches: else it exits with 1.
set -eu
cd "$(dirname "$0")/.."
make=${MAKE:-make} out=${OUT:-build}
scripts/setup.sh play test check
FUZZ=${FUZZ:-}
$make -s OUT="$out" MODE=coverage $([ -n "$FUZZ" ] && echo fuzzers || echo program tests)
out=$(cd "$out" && pwd)
[ $# = 0 ] && [ -z "$FUZZ" ] && bar=1 || bar=0
find "$out/coverage" -name '*.gcda' -delete
wanted=
for name in $FUZZ; do
    case $name in
    command) reader=src/runtime/program/options ;;
    condition) reader='src/workshop/fields/field_condition' ;;
    files) reader='src/runtime/(host/frame_times|run/levels|platform/linux/library)' ;;
    level) reader='src/(runtime/sim|windup/things)/' ;;
    mappings) reader=src/runtime/host/gamepads ;;
    replay | run) reader=src/runtime/run/ ;;
    text) reader='src/runtime/draw/(font|text)' ;;
    *) reader=src/runtime/$name/ ;;
    esac
    wanted="${wanted:+$wanted|}^$reader.*[.]c\$"
    corpus=${CLOCKWORK_TRUST:-$HOME/.cache/clockwork-trust}/fuzz/$name/corpus
    "$out/coverage/tests/fuzz/fuzz_$name" tests/fuzz/seeds/$name $([ ! -d "$corpus" ] || echo "$corpus") >"$out/coverage/$name.log" 2>&1 ||
        { echo "failed: $name"; tail -n 3 "$out/coverage/$name.log"; }
done
wanted=${wanted:-^src/.*[.]c$}
# Counting takes time.
export CLOCKWORK="$out/coverage/clockwork" CLOCKWORK_MODE=coverage CK_TIMEOUT_MULTIPLIER=5
[ -n "$FUZZ" ] || for test in "$out"/coverage/tests/test_*; do
    name=${test##*/test_}
    case $name in *.* | window | door) continue ;; esac
    [ $# = 0 ] || case " $* " in *" $name "*) ;; *) continue ;; esac
    echo "$test"
done | xargs -P "$(nproc)" -I {} sh -c '"{}" >"{}.log" 2>&1 || { echo "failed: {}"; tail -n 3 "{}.log"; }'
[ $bar = 0 ] || { ls -d tests/fuzz/seeds/* && echo -seed=1 -runs=300; } | while read -r inputs; do
    case $inputs in -*) name=game ;; *) name=${inputs##*/} ;; esac
    "$out/coverage/tests/fuzz/fuzz_$name" $inputs >"$out/coverage/$name.log" 2>&1 || { echo "failed: $name"; tail -n 3 "$out/coverage/$name.log"; }
done
rm -rf "$out/coverage/lines"
mkdir -p "$out/coverage/lines"
ln -s "$PWD/src" "$PWD/include" "$out/coverage/lines"
cd "$out/coverage/lines"
# gcov writes one file for each source, with the branches below each line.
find .. -path '*/src/*.gcda' | xargs gcov -b -c -p -r >/dev/null 2>&1
awk -v wanted_sources="$wanted" -v by_source="$FUZZ" -v bar="$bar" '
    FNR == 1 { source = FILENAME; gsub(/#/, "/", source); sub(/\.gcov$/, "", source)
               folder = source; if (!by_source) sub(/\/[^\/]*$/, "", folder)
               wanted = source ~ wanted_sources }
    !wanted { next }
    /^ *[0-9#=-]+\**: *[0-9]+:/ {
        asserts = /CW_ASSERT/
        if ($1 ~ /^[0-9#=]/) { lines[folder]++; if ($1 !~ /^[#=]/) reached[folder]++ }
    }
    /^branch / && !asserts { branches[folder]++; if ($0 ~ /taken [1-9]/) taken[folder]++ }
    END {
        for (f in lines) {
            printf "%-32s %6d lines %6.1f %%  %6d branches %6.1f %%\n", f, lines[f], 100 * reached[f] / lines[f],
                   branches[f], branches[f] ? 100 * taken[f] / branches[f] : 100
            if (f ~ /^src\/engine\/(sim|run|map)$/ && (reached[f] < 0.95 * lines[f] || taken[f] < 0.85 * branches[f])) {
                below = below " " f
            }
        }
        if (bar && below != "") { print "Below 95 % of lines or 85 % of branches:" below; exit 1 }
    }' *.gcov >table && status=0 || status=1
sort table
exit $status
