#!/bin/sh
# check-imports.sh BINARY [EXACT-LIBRARY]: fails when the finished program takes an inexact maths function from the C library.
# glibc picks variants of those by CPU, so a replay would differ from machine to machine. A program for Windows has them from mingw's
# archives and from DLLs: there the names of all that is in it are compared with those of the C library here, but for ours.
set -eu
names() { awk '{sub(/@.*/, "", $NF); sub(/^__imp_/, "", $NF); print $NF}' | sort -u; }
libm=$("${CROSS:-}objdump" -p "$1" 2>/dev/null | awk '$1 == "NEEDED" && $2 ~ /^libm\.so/ {print $2}')
case $1 in
*.exe*)
    libm=$(gcc -print-file-name=libm.so.6)
    "${CROSS:-}nm" -g "$2" | grep -v ' U ' | names >"$1.ours"
    "${CROSS:-}nm" -g "$1" | names | comm -23 - "$1.ours" >"$1.imports"
    rm "$1.ours"
    ;;
*)
    [ -n "$libm" ] || exit 0
    libm=$(${CC:-gcc} -print-file-name="$libm")
    "${CROSS:-}nm" -D --undefined-only "$1" | names >"$1.imports"
    ;;
esac
exact=' sqrt sqrtf floor floorf ceil ceilf trunc truncf round roundf rint rintf nearbyint nearbyintf
 lrint lrintf lround lroundf llrint llround fabs fabsf fmod fmodf fmin fminf fmax fmaxf scalbn scalbnf scalbln ldexp
 ldexpf frexp frexpf modf modff copysign copysignf remainder nextafter fdim logb ilogb feclearexcept fegetenv fegetround fesetenv fesetround '
bad=$(nm -D --defined-only "$libm" | names | comm -12 - "$1.imports" | while read -r name; do
    case $exact in *[[:space:]]"$name"[[:space:]]*) ;; *) echo "$name" ;; esac
done)
rm -f "$1.imports"
if [ -n "$bad" ]; then
    echo "$1 has inexact maths: $(echo "$bad" | tr '\n' ' ')" >&2
    echo "Add it to MATHS in scripts/exact.mk or avoid the call." >&2
    exit 1
fi
