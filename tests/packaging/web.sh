#!/bin/sh
# web.sh PAGE PROGRAM [PICTURES]: plays the folder of scripts/ports.mk in a headless Chromium, and compares it with PROGRAM, the one for this machine.
# Needs chromium and node. A line a check; exit status 1 when one fails. ONLY=WORDS: only the checks whose names have them.
set -eu
for tool in node chromium; do
    command -v $tool >/dev/null || { echo "web: apt-get install chromium nodejs" >&2; exit 1; }
done
pictures=${3:-$(dirname "$1")/pictures}
mkdir -p "$pictures"
node tests/packaging/web.js "$(realpath "$1")" "$(realpath "$2")" "$(realpath "$pictures")"
