#!/bin/sh
# install.sh TO [OUT CHIPMUNK MUSL CFLAGS LIBS]: removes what an earlier installation put into TO, then installs what was built
# in OUT; with TO alone it only removes. CFLAGS and LIBS are what a game must be compiled and linked with.
set -eu
to=$1
installed='bin/clockwork lib/libclockwork.a lib/pkgconfig/clockwork.pc include/clockwork share/clockwork share/windup
    share/man/man1/clockwork.1 share/doc/clockwork'
for path in $installed; do rm -rf "$to/$path"; done
[ $# -gt 1 ] || exit 0
out=$2 chipmunk=$3 musl=$4 cflags=$5 libs=$6
version=$(sed -n 's/^#define CW_VERSION "\(.*\)"/\1/p' include/clockwork/base.h)

for dir in bin lib/pkgconfig include/clockwork/physics/chipmunk share/clockwork share/windup/assets share/man/man1 share/doc/clockwork; do
    install -d "$to/$dir"
done
install -m 755 "$out/clockwork" "$to/bin/"
install -m 644 "$out/plain/libclockwork.a" "$to/lib/"
install -m 644 include/clockwork/*.h "$to/include/clockwork/"
install -m 644 "$chipmunk"/include/chipmunk/*.h "$to/include/clockwork/physics/chipmunk/"
# The paths of the package follow its own place, so that the whole can be moved.
cat >"$to/lib/pkgconfig/clockwork.pc" <<END
prefix=\${pcfiledir}/../..
pkgdatadir=\${prefix}/share/clockwork
docdir=\${prefix}/share/doc/clockwork
Name: Clockwork
Description: runtime for 2D games that replay bit for bit
Version: $version
Cflags: -I\${prefix}/include -I\${prefix}/include/clockwork/physics $cflags
Libs: -Wl,--as-needed -L\${prefix}/lib -lclockwork $libs
END
"$out/clockwork" --help | awk -f src/engine/cli/man.awk >"$to/share/man/man1/clockwork.1"
cat LICENSE "$chipmunk/LICENSE.txt" "$musl/COPYRIGHT" >"$to/share/clockwork/licences.txt"
cp -r assets/template "$to/share/clockwork/"
# The manual with the pictures and examples that it shows and names, in the places that it gives.
cp -r --parents README.md docs CHANGELOG.md LICENSE assets/README.md assets/readme/*.png assets/readme/*.svg assets/readme/*.webp \
    "$to/share/doc/clockwork/"
cp -r config.ini "$to/share/windup/"
cp -r assets/art assets/lab assets/levels assets/replays "$to/share/windup/assets/"
for path in $installed; do chmod -R u=rwX,go=rX "$to/$path"; done
