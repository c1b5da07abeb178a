#!/bin/sh
# public-names.sh HEADER... LIBRARY...: lists, for the linker, the names that games in shared objects find in the program:
# those that the headers declare, Chipmunk's (without the prefix of those that we wrap) and those of C's maths.
set -eu
headers= libraries=
for file; do
    case $file in *.h) headers="$headers $file" ;; *) libraries="$libraries $file" ;; esac
done
echo '{'
{
    grep -ohE '\<cw_[a-z0-9_]+' $headers | grep -vx cw_game_object
    "${CROSS:-}nm" -g --defined-only $libraries | awk 'NF == 3 && $3 ~ /^(_?cp[A-Z_v]|[a-z])/ && $3 !~ /^arena_/ {sub(/^chipmunk_/, "", $3); print $3}'
} | sort -u | sed 's/$/;/'
echo '};'
