#!/bin/sh
# run.sh MAKE OUT [check]: builds and runs every test program in both modes, or with "check" only the sanitized ones.
# Programs that read the real clock run alone. Tests with windows mostly wait, so several of their files run at once; a file that
# fails there is said to have failed and runs once more alone, because its waits may be too short beside the others.
# All others run one for each core, the longest first. While windows run, the other mode is built and exact.sh compares runs,
# at low priority. Tests of tests/door start the program from an installation whose path has no blanks. The sanitized mode gives
# the seeds of tests/fuzz to their harnesses, too, and plays 300 random games.
# Then the calls of tests/faults/handful.txt fail. Failed programs are named at the end, and the exit status is 1.
set -u
make=$1 out=$2 modes=${3:-plain check}
failed= beside=
export CLOCKWORK_INSTALLED="$(mktemp -d "${TMPDIR:-/tmp}/clockwork-installed-XXXXXX")"
trap '[ -z "$beside" ] || kill -- -"$beside" 2>/dev/null; rm -rf "$CLOCKWORK_INSTALLED"' EXIT
trap 'exit 130' INT TERM HUP
for mode in $modes; do
    export CLOCKWORK="$out/clockwork" CLOCKWORK_MODE="$mode"
    [ "$mode" = plain ] || CLOCKWORK=$out/$mode/clockwork
    wait
    beside=
    $make -s OUT="$out" MODE="$mode" program tests || exit 1
    together= windows=tests/window/test_*.c
    if [ "$mode" = plain ]; then
        $make -s OUT="$out" PREFIX="$CLOCKWORK_INSTALLED" install || exit 1
        windows="tests/door/test_*.c $windows"
    fi
    for folder in $(ls -d tests/*/test_*.c tests/*/*/test_*.c | xargs -n 1 dirname | uniq | xargs -n 1 basename); do
        test=$out/$mode/tests/test_$folder
        case $folder in
        window)
            if [ "$modes/$mode" = 'plain check/plain' ]; then
                setsid nice -n 19 $make -s OUT="$out" MODE=check program tests &
            else
                setsid nice -n 19 tests/packaging/exact.sh "$make" "$out" ${3:-} &
            fi
            beside=$!
            ls $windows | awk -F / -v tests="$out/$mode/tests" '{print tests "/test_" $2, $3}' |
                xargs -P $([ "$mode" = plain ] && echo 4 || echo 2) -L 1 sh -c '"$0" "$1" || echo "$0" "$1" >>"$CLOCKWORK_INSTALLED/again"'
            if [ -f "$CLOCKWORK_INSTALLED/again" ]; then
                while read -r program file; do
                    echo "$file failed beside others: it runs again alone"
                    "$program" "$file" </dev/null >"$program:$file.log" 2>&1 || failed="$failed $program:$file"
                    cat "$program:$file.log"
                done <"$CLOCKWORK_INSTALLED/again"
                rm "$CLOCKWORK_INSTALLED/again"
            fi ;;
        door) ;; # with the windows
        host | time) "$test" || failed="$failed $test" ;;
        windup | cli | run | shell | soak) together="$test $together" ;;
        *) together="$together $test" ;;
        esac
    done
    printf '%s\n' $together | xargs -P "$(nproc)" -I {} sh -c '"{}" >"{}.log" 2>&1; echo $? >"{}.status"; cat "{}.log"'
    [ "$mode" = plain ] || for seeds in tests/fuzz/seeds/*; do
        harness=$out/$mode/tests/fuzz/fuzz_${seeds##*/}
        "$harness" "$seeds" >"$harness.log" 2>&1 || { tail -n 20 "$harness.log"; failed="$failed $harness"; }
    done
    if [ "$mode" != plain ]; then # some 20,000 operations
        harness=$out/$mode/tests/fuzz/fuzz_game
        "$harness" -seed=1 -runs=300 >"$harness.log" 2>&1 || { tail -n 20 "$harness.log"; failed="$failed $harness"; }
    fi
    if [ "$mode" = plain ]; then
        tests/faults/faults.sh "$CLOCKWORK" "$out" || failed="$failed tests/faults/faults.sh"
    fi
    for test in $together; do
        [ "$(cat "$test.status")" = 0 ] || failed="$failed $test"
    done
done
tests/packaging/build.sh & # imitated compilers, so it disturbs nothing
[ -n "${3:-}" ] || tests/packaging/kit.sh "$make" "$out" || failed="$failed tests/packaging/kit.sh"
wait $! || failed="$failed tests/packaging/build.sh"
wait $beside || failed="$failed tests/packaging/exact.sh"
beside=
[ -n "$failed" ] || exit 0
for test in $failed; do grep -aE ':[EF]:' "$test.log" 2>/dev/null; done >&2
echo "Failed:$failed" >&2
exit 1
