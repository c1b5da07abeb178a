#!/bin/sh
# scripts/release.sh: makes all packages in build/release, their sha256sums, and the text of the tag (the changelog's section of this
# version). A part whose setup is missing is skipped with the reason; the others are made, and the exit status is 1.
set -eu
make='env -u MAKEFLAGS make'
ports="env -u OPT $make -f scripts/ports.mk" to=build/release failed=0
# Packages for Linux are optimised at link time, engine and Chipmunk as one unit: a link takes 20 s instead of one.
export OPT='-O2 -g1 -flto=auto'
version=$(sed -n 's/^#define CW_VERSION "\(.*\)"/\1/p' include/clockwork/base.h)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
rm -rf $to
mkdir -p $to
trap 'rm -rf $to/log $to/root' EXIT

part() { # NAME SETUP PROBE COMMAND: SETUP is what installs what PROBE looks for
    if ! eval "$3" >/dev/null 2>&1; then
        echo "skipped $1: run $2 first" && failed=1
    elif eval "$4" >$to/log 2>&1; then
        echo "made    $1"
    else
        echo "FAILED  $1" && tail -n 5 $to/log && failed=1
    fi
}
sources() { git archive --prefix="clockwork-$version/" HEAD | gzip -9n >"$to/clockwork-$version.tar.gz"; }
# The installed tree finds its files wherever it is unpacked.
binary() {
    name=clockwork-$version-linux-$(uname -m)
    $make -s OUT=build/unit install DESTDIR="$PWD/$to/root/" PREFIX="$name" &&
        { nm -D "$to/root/$name/bin/clockwork" | grep -q ' T cpSpaceStep' || { echo "the linker's plugin is missing: Chipmunk's names are hidden" && false; }; } &&
        strip "$to/root/$name/bin/clockwork" &&
        tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -C $to/root -c "$name" | gzip -9n >"$to/$name.tar.gz"
}

part sources "git" true sources
part "tar for $(uname -m)" "make setup" true binary
part "deb for amd64" "apt-get install dpkg-dev" "command -v dpkg-shlibdeps" "$make -s OUT=build/unit dist && cp build/unit/deb/*.deb $to"
part "deb for arm64" "make ARCH=arm64 setup" "command -v dpkg-shlibdeps && [ -d .cache/sysroot/arm64 ]" \
    "$make -s ARCH=arm64 OUT=build/unit/arm64 HELPER=build/unit/clockwork program dist && cp build/unit/arm64/deb/*arm64.deb $to"
part "Windows" "make -f scripts/ports.mk setup-windows" "[ -e .cache/windows/libraries.pc ]" "$ports -s dist-windows && cp build/windows/*.zip $to"
part "web" "make -f scripts/ports.mk setup-web" "[ -e .cache/web/libraries.pc ]" "$ports -s dist-web && cp build/web/*.zip $to"
rm -rf $to/log $to/root
(cd $to && sha256sum -- * >sums && mv sums sha256sums && cat sha256sums)
{ echo "Clockwork $version" && sed -n "/^## $version\$/,/^## /{/^## /d;s/\*\*//g;p}" CHANGELOG.md; } >$to/tag.txt
[ "$(wc -l <$to/tag.txt)" -gt 3 ] || { echo "CHANGELOG.md has no section $version" && failed=1; }
exit $failed
