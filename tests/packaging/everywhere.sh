#!/bin/sh
# tests/packaging/everywhere.sh [PLATFORM...]: builds the program for every platform and lets each of them verify the bundled recordings,
# play TICKS (6000) of random input on every level, and pass the sync test there. It prints a row a platform: the fingerprint,
# how much was equal to what this machine's own build (native, always first) computed, the fused multiply-adds in the program's
# code, of which there may be none, and the first tick that differs. A platform is one more case in `build`.
set -eu
cd "$(dirname "$0")/../.."
make=${MAKE:-make} out=${OUT:-build}
[ $# -gt 0 ] || set -- arm64 windows web
ticks=${TICKS:-6000} sync_ticks=300
work=$PWD/$out/everywhere
run_count=$(ls assets/replays/*.cwr | wc -l) failed=0
rm -rf "$work"
mkdir -p "$work/home"
printf '%-9s %-17s %-9s %-13s %-7s %-6s %s\n' platform fingerprint runs ticks sync fused 'first difference'

# Sets `start`, the words that start the platform's program, and `program` and `tools` to look into it.
build() {
    case $1 in
    native) start=$out/clockwork program=$start tools= goals="OUT=$out program" ;;
    arm64)
        program=$out/arm64/clockwork tools=aarch64-linux-gnu- goals="ARCH=arm64 OUT=$out/arm64 setup program"
        start="qemu-aarch64 -L .cache/sysroot/arm64 $program"
        ;;
    web)
        program=$out/web/clockwork.js goals="-f scripts/ports.mk SYSTEM=web OUT=$out/web setup program"
        start="node $program"
        ;;
    windows)
        program=$out/windows/clockwork.exe tools=x86_64-w64-mingw32- goals="-f scripts/ports.mk SYSTEM=windows OUT=$out/windows setup program"
        start="env WINEDEBUG=-all /usr/lib/wine/wine64 $program"
        ;;
    *) echo "everywhere: no such platform: $1" >&2; exit 2 ;;
    esac
    $make -s $goals >"$work/build.log" 2>&1 || { tail -n 20 "$work/build.log" >&2; exit 1; }
}

# each NUMBER ARGUMENTS...: runs the program on every NUMBER lines of its input, on all cores. Settings of this user's don't reach it.
each() {
    number=$1
    shift
    xargs -P "$(nproc)" -L "$number" env -i PATH="$PATH" HOME="$work/home" $start "$@"
}

runs() { # PLATFORM
    there=$work/$1
    mkdir "$there"
    ls assets/replays/*.cwr | each 4 verify >"$there/verified" 2>"$there/log" || true
    printf '%s\n' $levels | sed "s,.*,& --hash-log '$there/&.hashes'," | each 1 play --headless --monkey 7 --ticks "$ticks" 2>>"$there/log" || true
    printf '%s\n' $levels | sed "s,.*,& --record '$there/&.cwr'," |
        each 1 play --headless --monkey 7 --ticks $sync_ticks --synctest 8 2>>"$there/log" || true
}

# The header of a recording has eight bytes of it, four after the name of their block.
fingerprint() { # RECORDING
    at=$(grep -abo MATHS "$1" | head -n 1 | cut -d : -f 1)
    [ -n "$at" ] && od -An -tx8 -j $((at + 12)) -N 8 "$1" | tr -d ' '
}

row() { # PLATFORM
    there=$work/$1 differs=- same=0 synced=0
    for level in $levels; do
        touch "$there/$level.hashes"
        where=$(cmp "$work/native/$level.hashes" "$there/$level.hashes" 2>&1 | sed 's/.*line \([0-9]*\).*/\1/')
        [ -z "$where" ] || [ "$differs" != - ] || differs="$level, line $where of its hashes"
        same=$((same + $(paste "$work/native/$level.hashes" "$there/$level.hashes" | awk '$1 == $3 && $2 == $4' | wc -l)))
        if env -i HOME="$work/home" "$out/clockwork" verify "$there/$level.cwr" 2>&1 | grep -q '^ok'; then synced=$((synced + 1)); fi
    done
    fused=0
    if [ "$1" != web ]; then # WebAssembly has no such instruction
        command -v "${tools}objdump" >/dev/null || { echo "everywhere: ${tools}objdump is missing: install binutils" >&2; exit 1; }
        fused=$("${tools}objdump" -d --no-show-raw-insn "$program" | grep -cE '	(vfn?m(add|sub)|fn?m(add|sub)|fml[as])' || true)
    fi
    verified=$(grep -c '^ok' "$there/verified" || true)
    printf '%-9s %-17s %-9s %-13s %-7s %-6s %s\n' "$1" "$(fingerprint "$there/$level.cwr")" "$verified/$run_count" \
        "$same/$((ticks * level_count))" "$synced/$level_count" "$fused" "$differs"
    [ $verified/$same/$synced/$fused = $run_count/$((ticks * level_count))/$level_count/0 ] || { cat "$there/log" >&2; failed=1; }
}

for platform in native "$@"; do
    build "$platform"
    levels=$("$out/clockwork" levels) level_count=$("$out/clockwork" levels | wc -l)
    runs "$platform"
    row "$platform"
done
exit $failed
