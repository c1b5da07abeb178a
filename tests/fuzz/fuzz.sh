#!/bin/sh
# tests/fuzz/fuzz.sh [NAME]: builds the harnesses and runs each (or the one of this name), two at once, for FUZZ_SECONDS (60), or
# until it has had FUZZ_RUNS executions in all its runs, or whichever comes first. FUZZ="level replay" runs only those.
# A harness keeps what it has in ${CLOCKWORK_TRUST:-~/.cache/clockwork-trust}/fuzz/NAME: its corpus, from which it resumes
# (with the seeds in seeds/NAME and the bundled recordings), the number of its executions so far, and in `found` the inputs
# that fail or take too much memory or time. A finding ends the run; $OUT/fuzz/tests/fuzz/fuzz_NAME FILE repeats it.
# The next run tries it again first and moves it into the corpus once it is mended. The status is 1 while there is any.
set -eu
make=${MAKE:-make} out=${OUT:-build}
here=$(cd "$(dirname "$0")" && pwd)
game=$(cd "$here/../.." && pwd)
state=${CLOCKWORK_TRUST:-$HOME/.cache/clockwork-trust}/fuzz

# Memory in MiB, of all and of one allocation, and the seconds of one input, of which a busy machine takes most.
limits() {
    case $1 in
    config | files | mappings | po) set -- 512 64 5 ;;
    map) set -- 1024 128 5 ;;
    level) set -- 1024 128 20 ;;
    *) set -- 2048 1024 20 ;;
    esac
    echo "-rss_limit_mb=$1 -malloc_limit_mb=$2 -timeout=$3 -report_slow_units=$3"
}

count() {
    find "$1" -type f | wc -l
}

try() {
    (cd "$game" && "$harness" $(limits "$name") "$1") >retry.log 2>&1
}

# The last thing that was said before the end, with the remedy of an assertion.
tell() {
    grep -aE -A 1 'assertion failed|runtime error|^SUMMARY|ERROR: ' retry.log | head -n 3 | sed 's/^/    /'
}

# Keeps the fewest inputs that reach the same code, once half as many have come anew.
minimise() {
    [ "$(count corpus)" -gt $(($(cat minimal 2>/dev/null || echo 200) * 3 / 2)) ] || return 0
    rm -rf merged
    mkdir merged
    (cd "$game" && "$harness" $options -merge=1 "$dir/merged" "$dir/corpus" $seeds) >merge.log 2>&1 || return 0
    rm -rf corpus
    mv merged corpus
    count corpus >minimal
}

run() {
    name=$1 harness=$out/fuzz/tests/fuzz/fuzz_$1 dir=$state/$1 seeds=
    options="$(limits "$name") -close_fd_mask=3"
    [ ! -d "$here/seeds/$name" ] || seeds=$here/seeds/$name
    [ "$name" != replay ] || seeds="$seeds $game/assets/replays"
    mkdir -p "$dir/corpus" "$dir/found"
    cd "$dir"
    for input in found/*; do
        [ ! -e "$input" ] || ! try "$dir/$input" || mv "$input" corpus
    done
    before=$(cat executions 2>/dev/null || echo 0) executed=0
    if [ $((${FUZZ_RUNS:-$((before + 1))} - before)) -gt 0 ]; then
        [ ! -e "$here/$name.dict" ] || options="$options -dict=$here/$name.dict"
        seconds=60
        [ -z "${FUZZ_RUNS:-}" ] || seconds=0 options="$options -runs=$((FUZZ_RUNS - before))"
        (cd "$game" && "$harness" $options -max_total_time="${FUZZ_SECONDS:-$seconds}" \
            -print_final_stats=1 -artifact_prefix="$dir/found/" "$dir/corpus" $seeds) >log 2>&1 || true
        executed=$(awk '/^#[0-9]/ { n = substr($1, 2) + 0 } /^stat::number_of_exec/ { n = $2 } END { print n + 0 }' log)
        echo $((before + executed)) >executions
        minimise
    fi
    printf '%-10s %10d %12d %8d %9d\n' "$name" "$executed" $((before + executed)) "$(count corpus)" "$(count found)"
    for input in found/*; do
        [ ! -e "$input" ] || try "$dir/$input" || { echo "  $dir/$input"; tell; }
    done
    [ "$(count found)" = 0 ]
}

if [ $# = 1 ]; then
    run "$1"
    exit
fi
cd "$game"
scripts/setup.sh play test check
$make -s OUT="$out" MODE=fuzz CC=clang fuzzers
out=$(cd "$out" && pwd)
printf '%-10s %10s %12s %8s %9s\n' harness executions 'in all runs' corpus findings
printf '%s\n' ${FUZZ:-$(ls "$here"/fuzz_*.c | sed 's/.*fuzz_//; s/\.c$//')} | xargs -P 2 -I {} "$here/fuzz.sh" {} ||
    { echo "fuzz: found something: see $state/NAME/found and log" >&2; exit 1; }
