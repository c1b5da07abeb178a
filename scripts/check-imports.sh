#!/bin/sh
# check-imports.sh BINARY: fails when the finished program takes an inexact maths function from the C library.
# glibc picks variants of those by CPU, so a replay would differ from machine to machine.
set -eu
libm=$("${CROSS:-}objdump" -p "$1" 2>/dev/null | awk '$1 == "NEEDED" && $2 ~ /^libm\.so/ {print $2}')
[ -n "$libm" ] || exit 0
libm=$(${CC:-gcc} -print-file-name="$libm")
exact=' sqrt sqrtf floor floorf ceil ceilf trunc truncf round roundf rint rintf nearbyint nearbyintf
 lrint lrintf lround lroundf llrint llround fabs fabsf fmod fmodf fmin fminf fmax fmaxf scalbn scalbnf ldexp
 ldexpf frexp frexpf modf modff copysign copysignf remainder nextafter fdim logb ilogb fegetenv fesetenv fesetround '
bad=$("${CROSS:-}nm" -D --undefined-only "$1" | awk '{sub(/@.*/, "", $NF); print $NF}' | sort -u >"$1.imports"
      "${CROSS:-}nm" -D --defined-only "$libm" | awk '{sub(/@.*/, "", $NF); print $NF}' | sort -u |
          comm -12 - "$1.imports" | while read -r name; do
              case $exact in *[[:space:]]"$name"[[:space:]]*) ;; *) echo "$name" ;; esac
          done
      rm -f "$1.imports")
if [ -n "$bad" ]; then
    echo "$1 imports inexact maths: $(echo "$bad" | tr '\n' ' ')" >&2
    echo "Add it to MATHS in the Makefile or avoid the call." >&2
    exit 1
fi
