#!/bin/sh
# setup.sh PACKAGE...: installs the Debian packages that are missing.
set -eu
if ! command -v dpkg-query >/dev/null; then
    echo "This is not Debian: install what these packages hold, then run make again:" >&2
    echo "  $*" >&2
    exit 1
fi
missing=$(for package; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || echo "$package"
done)
[ -n "$missing" ] || exit 0
sudo=
if [ "$(id -u)" != 0 ]; then
    sudo=sudo
    command -v sudo >/dev/null || { echo "As root: apt-get install" $missing >&2; exit 1; }
fi
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -qq
$sudo apt-get install -y -qq --no-install-recommends $missing
