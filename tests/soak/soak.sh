#!/bin/sh
# soak.sh MAKE OUT [MODE SECONDS]: plays at random (tests/soak/test_soak.c) and finds what grows, leaks or races.
# Without SECONDS it takes the short form. Otherwise seeds follow each other, each in a process of its own with the player's
# folder of the one before, until SECONDS have passed; the next call goes on behind the last seed. A seed of plain mode is four
# simulated hours (42 seeds are a week) and 500 restarts; check and thread play less. Faults are in the folder STATE.
set -u
make=$1 out=$2 mode=${3:-plain} seconds=${4:-0} faults=0 played=0
state=${CLOCKWORK_TRUST:-$HOME/.cache/clockwork-trust}/soak/$mode
test=$out/$mode/tests/test_soak
run= hours=4 restarts=500
export CLOCKWORK="$out/clockwork" CLOCKWORK_MODE="$mode"
[ "$mode" = plain ] || { CLOCKWORK=$out/$mode/clockwork hours=0.2 restarts=100; }
if [ "$mode" = thread ]; then
    run="setarch -R" hours=0.05 restarts=30
    export TSAN_OPTIONS="suppressions=$PWD/tests/soak/tsan.supp second_deadlock_stack=1"
fi
$make -s OUT="$out" MODE="$mode" program "$test" || exit 1
if [ "$seconds" = 0 ]; then
    CK_FORK=$([ "$mode" = thread ] && echo no) exec $run "$test"
fi
# Few seconds may find no run (status 1). A race is 66.
solve() {
    $run "$CLOCKWORK" solve first-wind --seconds 5 --jobs 2 --record "$state/solved.cwr"
    [ $? -le 1 ]
}
mkdir -p "$state/player" || exit 1
export CK_FORK=no CLOCKWORK_SOAK_HOURS=$hours CLOCKWORK_SOAK_RESTARTS=$restarts
export CLOCKWORK_SOAK_PLAYER="$state/player"
CLOCKWORK_SOAK_SEED=$(cat "$state/next" 2>/dev/null || echo 1)
export CLOCKWORK_SOAK_SEED
end=$(($(date +%s) + seconds))
while [ "$(date +%s)" -lt $end ]; do
    log=$state/log
    timeout 7200 $run "$test" leaves_everything leave_everything >"$log" 2>&1 &&
        { [ "$mode" != thread ] || solve >>"$log" 2>&1; } || {
        faults=$((faults + 1))
        mv "$log" "$state/fault-$CLOCKWORK_SOAK_SEED.log"
        echo "soak: seed $CLOCKWORK_SOAK_SEED failed: $state/fault-$CLOCKWORK_SOAK_SEED.log" >&2
    }
    played=$((played + 1)) CLOCKWORK_SOAK_SEED=$((CLOCKWORK_SOAK_SEED + 1))
    echo "$CLOCKWORK_SOAK_SEED" >"$state/next"
done
echo "soak $mode: $played seeds of $hours simulated hours and $restarts restarts, $faults faults ($state)"
[ $faults = 0 ]
