#!/bin/sh
# faults.sh PROGRAM OUT [SECONDS]: makes the calls of PROGRAM that can fail do so, one after the other, and judges how
# each session ends (faults.c says how). Without SECONDS it runs only the rows of handful.txt. OUT keeps what is built.
# FAULTS="play window" runs only those sessions.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$1 out=$2/faults
command -v Xvfb >/dev/null || { echo "SKIPPED: faults need Xvfb; run make setup" >&2; exit 0; }
mkdir -p "$out"
awk 'BEGIN { printf "#define FUNCTIONS(X)" }
     !/^#/ { for (i = 5; i <= NF; i++) printf " \\\n    X(%s, %s, %s, %s, %s)", $1, $i, $2, $3, $4 }
     END { print "" }' "$here/functions.txt" >"$out/functions.h"
flags="-std=gnu17 -D_GNU_SOURCE -O1 -g1 -Wall -Wextra -Wno-cast-function-type"
${CC:-cc} $flags -fPIC -shared -fno-builtin -I"$out" $(pkg-config --cflags sdl2) -o "$out/fault.so" "$here/fault.c" -lgcc_s
${CC:-cc} $flags -o "$out/faults" "$here/faults.c"
shift 2
cd "$here/../.."
exec "$out/faults" "$program" "$out/fault.so" "$@"
