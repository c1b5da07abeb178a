#!/bin/sh
# deb.sh ARCH OUT ARGUMENTS...: makes Debian packages for a processor (x86_64, arm64) in OUT/deb. ARGUMENTS: see install.sh.
#   clockwork-windup  the game and the commands   libclockwork-dev  libraries, headers, template   clockwork-doc  manual, examples
# The library is static (a game that replays exactly brings its engine along), so there is no package of a shared one.
# $DEBEMAIL names the maintainer, as for Debian's own tools (git's last author). For another processor $HELPER is a program built for this one, whose
# help and libraries are the same.
set -eu
out=$2
case $1 in x86_64) arch=amd64 ;; aarch64) arch=arm64 ;; *) arch=$1 ;; esac
shift
command -v dpkg-shlibdeps >/dev/null || { echo "deb: apt-get install dpkg-dev" >&2; exit 1; }
version=$(sed -n 's/^#define CW_VERSION "\(.*\)"/\1/p' include/clockwork/base.h)
triplet=$(dpkg-architecture -a"$arch" -qDEB_HOST_MULTIARCH) here=$(dpkg-architecture -qDEB_BUILD_MULTIARCH)
helper=$(realpath "${HELPER:-$out/clockwork}")
maintainer="${DEBFULLNAME:-The Clockwork authors} <${DEBEMAIL:-$(git log -1 --format=%ae 2>/dev/null || echo root@localhost)}>"
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH
work=$out/deb/$arch
rm -rf "$work"
mkdir -p "$work/debian/all"
all=$(cd "$work/debian/all" && pwd)
HELPER=$helper LIBDIR=lib/$triplet scripts/install.sh "$all/usr" "$@"
"$triplet-strip" --remove-section=.comment --remove-section=.note "$all/usr/bin/clockwork"
"$triplet-strip" --strip-debug --remove-section=.comment "$all/usr/lib/$triplet"/libclockwork*.a
gzip -9n "$all"/usr/share/man/man?/*
mkdir -p "$all/usr/games" "$all/usr/share/man/man6" "$all/usr/share/lintian/overrides"
ln -s ../bin/clockwork "$all/usr/games/windup"
ln -s ../man1/clockwork.1.gz "$all/usr/share/man/man6/windup.6.gz"
# `clockwork new` copies the whole template, so that what is built in the new game is ignored.
echo 'libclockwork-dev: package-contains-vcs-control-file [usr/share/clockwork/template/.gitignore]' \
    >"$all/usr/share/lintian/overrides/libclockwork-dev"
# The command is for makers, scripts and servers as well, whose PATH has no /usr/games; windup is there.
echo 'clockwork-windup: package-section-games-but-has-usr-bin' >"$all/usr/share/lintian/overrides/clockwork-windup"
# Doxygen writes its own version of jQuery into each page's scripts, which no other one can replace.
if [ -d "$all/usr/share/doc/clockwork/html" ]; then
    echo 'clockwork-doc: embedded-javascript-library *' >"$all/usr/share/lintian/overrides/clockwork-doc"
    mkdir -p "$all/usr/share/doc-base"
    cat >"$all/usr/share/doc-base/clockwork-doc.manual" <<END
Document: clockwork-manual
Title: Clockwork: manual and reference
Section: Programming/C

Format: HTML
Index: /usr/share/doc/clockwork/html/index.html
Files: /usr/share/doc/clockwork/html/*.html
END
    site="share/doc-base share/lintian/overrides/clockwork-doc"
fi

# The packages of the libraries that the program was linked with, and of those that -l names for the library.
# It loads SDL_image when it needs it (platform/library.h).
printf 'Source: clockwork\n\nPackage: clockwork-windup\nArchitecture: any\n' >"$work/debian/control"
(cd "$work" && dpkg-shlibdeps -O "$helper" >needs 2>log) || { cat "$work/log" >&2; exit 1; }
needs=$(sed 's/^shlibs:Depends=//' "$work/needs")
for name in $(sed -n 's/^Libs: //p' "$all/usr/lib/$triplet/pkgconfig/clockwork.pc" | tr ' ' '\n' | sed -n 's/^-l//p' | grep -vx clockwork); do
    dpkg -S "/usr/lib/$here/lib$name.so" "/usr/lib/$here/lib$name.a" 2>/dev/null | grep . ||
        { echo "deb: no installed package has lib$name.so or lib$name.a, so libclockwork-dev cannot depend on it" >&2; exit 1; }
done >"$work/libraries"
needs_dev=$(sed 's/:.*//' "$work/libraries" | sort -u | paste -sd , | sed 's/,/, /g')

# package NAME ARCH SECTION DEPENDS DESCRIPTION PATH...: takes these paths of the installation (in /usr) out into a package.
package() {
    name=$1 its_arch=$2 section=$3 depends=$4 description=$5 root=$work/$1
    shift 5
    for path; do
        mkdir -p "$root/usr/$(dirname "$path")"
        mv "$all/usr/$path" "$root/usr/$path"
    done
    doc=$root/usr/share/doc/$name
    mkdir -p "$doc" "$root/DEBIAN"
    { echo "Clockwork, with Chipmunk 7.0.3 and mathematical functions of musl 1.2.3 in it:"; echo; cat "$work/licences.txt"; } >"$doc/copyright"
    printf 'clockwork (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md in clockwork-doc.\n\n -- %s  %s\n' \
        "$version" "$maintainer" "$(date -uRd "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$doc/changelog.gz"
    chmod -R u=rwX,go=rX "$root"
    (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
    cat >"$root/DEBIAN/control" <<END
Package: $name
Version: $version
Architecture: $its_arch
Maintainer: $maintainer
Installed-Size: $(du -k --apparent-size -s "$root/usr" | cut -f 1)
$depends
Section: $section
Priority: optional
Description: $description
END
    find "$root" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group -Zxz --build "$root" "$out/deb/${name}_${version}_$its_arch.deb" >/dev/null
    echo "$out/deb/${name}_${version}_$its_arch.deb"
}

cp "$all/usr/share/clockwork/licences.txt" "$work/licences.txt"
package clockwork-windup "$arch" games "Depends: $needs, libsdl2-image-2.0-0, fonts-dejavu-core
Recommends: fontconfig, fonts-noto-cjk | fonts-droid-fallback, fonts-oldstandard
Suggests: libclockwork-dev (= $version), clockwork-doc, binutils, gcc, make" "game of a wind-up buggy, on a runtime that replays exactly
 Windup is a game of a wind-up buggy on the hills of a clockmaker's land. Time
 can be stopped and turned back, and every run is a recording.
 .
 The command clockwork also verifies, compares and measures recordings, and
 begins games of one's own (libclockwork-dev)." bin games share/lintian/overrides/clockwork-windup share/windup share/man share/applications share/icons share/metainfo
package libclockwork-dev "$arch" libdevel "Depends: $needs_dev
Suggests: clockwork-windup (= $version), clockwork-doc" "runtime for 2D games in C that replay bit for bit
 Clockwork gives a game a window, an exact loop, physics (Chipmunk), input,
 sound, menus, recordings and a command line. A tick is a pure function of world
 and input, so a run repeats with the same bits on any machine.
 .
 This package has the static library, alone and with the tools of a game's maker,
 its headers, pkg-config's files and the template of a game." share/lintian/overrides/libclockwork-dev include "lib/$triplet" share/clockwork
package clockwork-doc all doc "Suggests: libclockwork-dev" "runtime for 2D games in C that replay bit for bit (manual)
 Clockwork gives a game a window, an exact loop, physics (Chipmunk), input,
 sound, menus, recordings and a command line.
 .
 This package has the manual with its pictures, the reference of the headers,
 and games to read." share/doc/clockwork ${site:-}
left=$(find "$all" -type f)
[ -z "$left" ] || { echo "deb: in no package: $left" >&2; exit 1; }
