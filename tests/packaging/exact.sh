#!/bin/sh
# exact.sh MAKE OUT [check]: the same runs, built by other compilers and run as on other CPUs, must have the same hash at every
# tick. "check" compares only the sanitized build with the plain one. Otherwise it compares gcc -O3 for this CPU (engine and Chipmunk
# optimised as one unit), clang -O2 and clang -O0 as well, and runs the plain build seven times: with the world at four addresses and
# dirty memory, as on a CPU without FMA and AVX2, and with and without address randomisation. At the end a table shows what Chipmunk
# does with glibc's maths.
set -eu
make=$1 out=$2
here=$(cd "$(dirname "$0")" && pwd)
logs=$out/exact/logs
no_fma=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4
simulated='base input map platform sim run frame'
failed=0
export CK_TIMEOUT_MULTIPLIER=5 # at low priority a run may wait long for a core
mkdir -p "$logs"

# run NAME PROGRAM [COMMAND...]: writes the hashes of PROGRAM's runs, started by COMMAND, to NAME.log.
run() {
    name=$1 program=$2
    shift 2
    EXACT_LOG=$logs/$name.log "$@" "$program" test_exact.c >"$logs/$name.out" 2>&1 || { cat "$logs/$name.out" >&2; failed=1; }
}

# same NAME: compares NAME.log with the plain build's and prints the first line that differs.
same() {
    cmp -s "$logs/plain.log" "$logs/$1.log" && return
    echo "exact: $1 differs: $(diff "$logs/plain.log" "$logs/$1.log" | sed -n 2p)" >&2
    failed=1
}

# build NAME VARIABLES...: builds the test program by another compiler, but only the folders that simulate ($simulated).
build() {
    name=$1
    shift
    $make -s OUT="$out/exact/$name" MODE=plain REST="$out/plain/libengine.a" "$@" "$out/exact/$name/plain/tests/test_exact" >/dev/null
    run "$name" "$out/exact/$name/plain/tests/test_exact"
    same "$name"
}

plain=$out/plain/tests/test_exact check=$out/check/tests/test_exact
$make -s OUT="$out" MODE=plain "$plain" >/dev/null
$make -s OUT="$out" MODE=check "$check" >/dev/null
run plain "$plain"
[ $failed = 0 ] || exit 1
run check "$check"
same check
[ -z "${3:-}" ] || exit $failed

build gcc-O3-native CC=gcc OPT='-O3 -march=native -flto=auto' FOLDERS="$simulated"
build clang-O2 CC=clang OPT=-O2 FOLDERS="$simulated"
build clang-O0 CC=clang OPT=-O0 # all folders, for clang's warnings

for round in 1 2 3 4; do
    place=$(echo any 0x1000000000 0x310000000000 0x7e0000000000 | cut -d ' ' -f $round)
    run "place-$round" "$plain" env CLOCKWORK_ARENA="$place" MALLOC_PERTURB_=$((165 + round))
    same "place-$round"
done
run no-fma "$plain" env GLIBC_TUNABLES=$no_fma
run fixed-addresses "$plain" setarch -R
run all "$plain" setarch -R env GLIBC_TUNABLES=$no_fma MALLOC_PERTURB_=165
for kind in no-fma fixed-addresses all; do
    same $kind
done

# Bare Chipmunk: with glibc's maths the result may depend on the CPU, with ours it may not.
stock() { # NAME LIBRARIES...
    name=$1
    shift
    gcc -std=c17 -O2 -ffp-contract=off "$here/stock.c" -o "$out/exact/$name" "$@"
}
stock stock -lchipmunk -lm
stock ours "$(gcc -print-file-name=libchipmunk.a)" "$out/exact/libexactmath.a" -lpthread -lm
for maths in stock ours; do
    for cpu in "" $no_fma; do
        GLIBC_TUNABLES=$cpu "$out/exact/$maths" | tail -n 1 >"$logs/$maths-$cpu.txt"
        printf 'exact: %-5s maths %-32s %s\n' $maths "$cpu" "$(cat "$logs/$maths-$cpu.txt")"
    done
done
cmp -s "$logs/ours-.txt" "$logs/ours-$no_fma.txt" || { echo "exact: our maths depends on the CPU" >&2; failed=1; }
exit $failed
