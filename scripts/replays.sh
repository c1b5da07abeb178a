#!/bin/sh
# scripts/replays.sh CLOCKWORK: records the bundled replays again from their own inputs, after a change of rules, hash or fingerprint.
# It stops at a run that no longer finishes and leaves it as it was: let the bot make another
# (clockwork play LEVEL --headless --bot --record FILE).
set -eu
program=$1
trap 'rm -f assets/replays/*.cwr.new' EXIT
for file in assets/replays/*.cwr; do
    "$program" replay "$file" --record "$file.new"
    "$program" verify "$file.new" | grep ' finished=yes '
    mv "$file.new" "$file"
done
