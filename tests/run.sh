#!/bin/sh
# run.sh MAKE OUT BEGAN test|check: builds and runs tests, and prints a line for each program, all that a failed one said, why tests were
# skipped, the ten slowest tests, the seconds of each part, and as its last line "N passed, N failed, N skipped". The exit status is 1
# when one failed. BEGAN is the second in which make began.
#
# "test" runs the plain tests that are not slow. "check" runs the slow ones, which do more of the same; the others under the sanitizers;
# the harnesses of tests/fuzz on their seeds and on 300 random games; and the scripts that compare builds, let calls fail, and make
# games outside the tree.
#
# They run in lanes, one a core for the list `units`, and two more than that for `doors`, which mostly wait; once those have ended,
# their lanes take units. A job is a line "NAME COMMAND": a folder of tests, or a file of a long one. Long ones come first.
# A job that does not end within 40 minutes fails. OUT/results/test|check/NAME has its log, Check's XML of its tests, and its counts.
set -u

# tests MODE FOLDER [FILE]: the tests of a folder, or of one file.
tests() {
    export CLOCKWORK="$out/clockwork" CLOCKWORK_MODE="$1" CLOCKWORK_SLOW=left
    [ "$1" = plain ] || export CLOCKWORK="$out/$1/clockwork"
    [ "$what/$1" != check/plain ] || export CLOCKWORK_SLOW=only
    CK_XML_LOG_FILE_NAME="$job/tests.xml" exec "$out/$1/tests/test_$2" ${3:+"/$3"}
}

# count STATUS SECONDS: prints a job's line and keeps it. A job without XML is one test.
count() {
    date +%s >"$job/end"
    touch "$job/tests.xml"
    awk -v name="$name" -v status="$1" -v seconds="$2" '
        in_log && /^skipped: / { skipped++; skips[$2]++ }
        /<test result=/ { passes = /"success"/ }
        /<id>/ { gsub(/<[^>]*>| /, ""); tests++; if (!passes) failed++; else if (skips[$0 ":"]-- <= 0) passed++ }
        END {
            if (status != 0 && !failed) failed = 1
            if (status == 0 && !tests && !skipped) passed = 1
            printf "%-28s %5d passed, %d failed, %2d skipped %5d s%s\n", name, passed, failed, skipped, seconds, failed ? "  FAILED" : ""
        }' in_log=1 "$job/log" in_log=0 "$job/tests.xml" | tee "$job/counts"
}

if [ "$1" = lane ]; then # LIST...: runs the jobs of these lists that no other lane has begun
    shift
    (cd "$results" && cat "$@") | while read -r name command; do
        export job="$results/$name"
        mkdir "$job" 2>/dev/null || continue
        begin=$(date +%s)
        timeout --foreground 2400 "$0" job "$command" >"$job/log" 2>&1 </dev/null
        status=$?
        [ $status != 124 ] || echo "ended after 40 minutes" >>"$job/log"
        count $status $(($(date +%s) - begin))
    done
    exit
elif [ "$1" = job ]; then
    eval "$2"
    exit
fi

make=$1 out=$2 began=$3 what=$4
results=$out/results/$what parts=
export make out what results
export SDL_AUDIODRIVER=dummy LSAN_OPTIONS=print_suppressions=0 CK_TIMEOUT_MULTIPLIER=5 # this machine may be busy
export CLOCKWORK_INSTALLED="$(mktemp -d "${TMPDIR:-/tmp}/clockwork-installed-XXXXXX")" # a path without blanks
trap 'rm -rf "$CLOCKWORK_INSTALLED"' EXIT
trap 'exit 130' INT TERM HUP
rm -rf "$results" && mkdir -p "$results" || exit 1

# part NAME SECOND: adds the seconds from `began` to SECOND to the list of parts.
part() {
    parts="$parts${parts:+, }$1 $(($2 - began)) s"
}

# jobs MODE NAME...: a line for each folder of tests, or for each file that is named by its path. A name may come again.
jobs() {
    mode=$1
    shift
    printf '%s\n' "$@" | awk -F / -v mode="$mode" '!seen[$(NF - 1) $NF]++ {
        if (NF == 1) print mode ":" $1, "tests", mode, $1
        else print mode ":" $NF, "tests", mode, $(NF - 1), $NF }'
}

folders() { # PATTERN OF GREP: those of the files of tests with a line like this
    grep -l "$1" tests/*/test_*.c tests/*/*/test_*.c | xargs -n 1 dirname | sed 's,.*/,,'
}

part setup "$(date +%s)"
began=$(date +%s)
$make -s OUT="$out" program tests && $make -s OUT="$out" PREFIX="$CLOCKWORK_INSTALLED" install || exit 1
longest='soak screens run ask paint draw frame sim map' files=$(ls tests/runtime/program/test_*.c tests/windup/test_*.c) others='door|window|program|windup'
case $what in
test)
    jobs plain $longest $files $(folders . | grep -vxE "$others") >"$results/units"
    jobs plain $(printf 'tests/door/test_%s.c ' dev story title drive watch parts score maker) tests/door/test_*.c tests/window/test_*.c >"$results/doors"
    ;;
check)
    $make -s OUT="$out" MODE=check program tests || exit 1
    {
        jobs plain tests/windup/test_windup_medals.c
        [ "$(uname -m)" != x86_64 ] || echo 'budgets exec "$out/clockwork" bench --count --budgets tests/budgets.txt'
        echo 'exact.sh exec tests/packaging/exact.sh "$make" "$out"'
        echo 'fuzz:random exec "$out/check/tests/fuzz/fuzz_game" -seed=1 -runs=300'
        slow='\.slow = true\|\.quick_rounds = '
        jobs plain $(grep -l "$slow" tests/windup/*.c | grep -v medals) $(folders "$slow" | grep -vx windup)
        jobs check $longest $files $(folders . | grep -vxE "$others")
        for name in $(ls tests/fuzz/seeds); do echo "fuzz:$name exec \"\$out/check/tests/fuzz/fuzz_$name\" tests/fuzz/seeds/$name"; done
    } >"$results/units"
    {
        echo 'kit.sh exec tests/packaging/kit.sh "$make" "$out"'
        echo 'faults.sh exec tests/faults/faults.sh "$out/clockwork" "$out"'
        echo 'build.sh exec tests/packaging/build.sh'
        jobs check tests/window/test_*.c
    } >"$results/doors"
    ;;
esac
part build "$(date +%s)"
began=$(date +%s) cores=$(nproc)
{ yes doors units | head -n $((cores + 2)); yes units | head -n "$cores"; } | xargs -P $((2 * cores + 2)) -L 1 "$0" lane
for list in units doors; do
    part $list "$(cut -d ' ' -f 1 "$results/$list" | while read -r name; do cat "$results/$name/end"; done | sort -n | tail -n 1)"
done

grep -l 'FAILED$' "$results"/*/counts | while read -r counts; do
    printf '\n%s failed:\n' "$(basename "${counts%/counts}")"
    cat "${counts%/counts}/log"
done
grep -ah '^skipped: ' "$results"/*/log | sort -u | awk -F ': ' '{ names[$3] = names[$3] " " $2 } END { for (why in names) print "Skipped (" why "):" names[why] }' | sort
echo "The slowest tests:"
awk '/<id>/ { gsub(/<[^>]*>| /, ""); id = $0 }
     /<duration>/ && id { gsub(/<[^>]*>| /, ""); n = split(FILENAME, path, "/"); seconds[path[n - 1] " " id] += $0; id = "" }
     END { for (test in seconds) printf "%6.1f s  %s\n", seconds[test], test }' "$results"/*/tests.xml | sort -rn | head -n 10
echo "$parts (units and doors at the same time)"
awk -v jobs="$(cat "$results/units" "$results/doors" | wc -l)" '{ passed += $2; failed += $4; skipped += $6 }
     END { print passed " passed, " failed + jobs - NR " failed, " skipped + 0 " skipped" }' "$results"/*/counts | tee "$results/sum"
grep -q ' 0 failed' "$results/sum"
