#!/bin/sh
# scripts/nightly.sh [PART...]: attacks the program with all machines that look for faults, two parts at once, and prints a page.
# A part takes at most two hours, all of them less than eight on two cores. NIGHTLY_SECONDS=60 shortens every part to about a minute.
# Everything that a part learns stays in ${CLOCKWORK_TRUST:-~/.cache/clockwork-trust}. A night that was broken off goes on with
# the parts that are missing; `scripts/nightly.sh fuzz-map soak` runs only these. The status is 1 when a part found something.
set -u
cd "$(dirname "$0")/.." || exit
make=${MAKE:-make} out=${OUT:-build}
state=${CLOCKWORK_TRUST:-$HOME/.cache/clockwork-trust}
rows=$state/nightly
harnesses=$(ls tests/fuzz/fuzz_*.c | sed 's/.*fuzz_//; s/\.c$//')

# Seconds of a part: its own number, or NIGHTLY_SECONDS where that is less.
seconds() {
    echo $((${NIGHTLY_SECONDS:-$1} < $1 ? NIGHTLY_SECONDS : $1))
}

# Power cuts in the story of a player who has the installed program.
power() {
    folder=$(mktemp -d) || return
    $make -s OUT="$out" "$out/plain/tests/test_door" && $make -s OUT="$out" PREFIX="$folder" install &&
        CLOCKWORK=$out/clockwork CLOCKWORK_MODE=plain CLOCKWORK_INSTALLED=$folder CLOCKWORK_POWER_S=$(seconds 3600) \
            "$out/plain/tests/test_door" test_power
    set -- $?
    rm -rf "$folder"
    return $1
}

attack() {
    case $1 in
    fuzz-*) FUZZ_SECONDS=$(seconds 1500) tests/fuzz/fuzz.sh "${1#fuzz-}" ;;
    faults) tests/faults/faults.sh "$out/clockwork" "$out" $(seconds 5400) ;;
    power) power ;;
    soak) tests/soak/soak.sh "$make" "$out" plain $(seconds 6600) ;;
    soak-check) tests/soak/soak.sh "$make" "$out" check $(seconds 3600) ;;
    soak-thread) tests/soak/soak.sh "$make" "$out" thread $(seconds 3600) ;;
    exact) tests/packaging/exact.sh "$make" "$out" ;;
    analyze) scripts/analyze.sh "$out" full ;;
    coverage) scripts/coverage.sh ;;
    *) echo "There is no part $1." >&2 && return 2 ;;
    esac
}

# Runs one part and keeps its row of the page: seconds, status, the last line that it said.
if [ "${1:-}" = run ]; then
    begin=$(date +%s) log=$state/nightly-$2.log
    export make out state
    attack "$2" >"$log" 2>&1
    status=$?
    printf '%-14s %6d s  %-6s %s\n' "$2" $(($(date +%s) - begin)) \
        "$([ $status = 0 ] && echo clean || echo FOUND)" "$(tail -n 1 "$log" | cut -c 1-120)" >"$rows/$2"
    exit
fi

parts=${*:-$(printf 'soak faults power soak-check soak-thread exact analyze coverage %s' "$(printf 'fuzz-%s ' $harnesses)")}
scripts/setup.sh play test check dev || exit 2
mkdir -p "$rows" || exit 2
# What several parts need is built before they begin.
$make -s OUT="$out" program || exit 2
case $parts in *fuzz-*) $make -s OUT="$out" MODE=fuzz CC=clang fuzzers || exit 2 ;; esac
todo=$(for part in $parts; do [ -e "$rows/$part" ] || echo "$part"; done)
# Whoever kills this script ends its parts, too, so that the next night does not run them twice.
printf '%s\n' $todo | setpriv --pdeathsig TERM xargs -P 2 -I {} \
    setpriv --pdeathsig TERM timeout -k 60 7200 scripts/nightly.sh run {}
echo "Clockwork $(git rev-parse --short HEAD 2>/dev/null), $(date -u +%Y-%m-%d), ${NIGHTLY_SECONDS:+shortened to $NIGHTLY_SECONDS s}"
failed=0
for part in $parts; do
    cat "$rows/$part" 2>/dev/null || printf '%-14s was broken off\n' "$part"
    ! grep -q FOUND "$rows/$part" 2>/dev/null && [ -e "$rows/$part" ] || failed=1
done
rm -rf "$rows"
echo "What each part said: $state/nightly-PART.log"
exit $failed
