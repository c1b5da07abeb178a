#!/bin/sh
# run.sh MAKE OUT [check]: builds and runs every test binary; "check" only the sanitized ones, else both modes.
# What fails is named at the end; the exit status says whether all passed.
set -u
make=$1 out=$2 modes=${3:-plain check}
failed=
for mode in $modes; do
    program=$out/clockwork
    [ "$mode" = plain ] || program=$out/$mode/clockwork
    $make -s OUT="$out" MODE="$mode" program tests || exit 1
    for source in tests/test_*.c; do
        test=$out/$mode/${source%.c}
        CLOCKWORK="$program" CLOCKWORK_MODE="$mode" "$test" || failed="$failed $test"
    done
    tests/exact.sh "$make" "$out" "$mode" || failed="$failed tests/exact.sh"
done
[ -n "${3:-}" ] || tests/outside.sh "$make" "$out" || failed="$failed tests/outside.sh"
tests/build.sh || failed="$failed tests/build.sh"
[ -z "$failed" ] || { echo "Failed:$failed" >&2; exit 1; }
