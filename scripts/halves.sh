#!/bin/sh
# halves.sh OUT: says which names the runtime's library takes from the workshop. There may be none: a finished game has the runtime alone.
names() { awk 'NF > 1 {print $NF}' | sort -u; }
mkdir -p "$1/halves"
"${CROSS:-}nm" -u "$1/plain/libclockwork.a" | names >"$1/halves/taken"
find "$1/plain/src/workshop" -name new -prune -o -name '*.o' -print | xargs "${CROSS:-}nm" -g --defined-only | names >"$1/halves/workshop"
! comm -12 "$1/halves/taken" "$1/halves/workshop" | sed 's/^/the runtime calls the workshop: /' | grep . >&2
