#!/bin/sh
# install.sh TO [OUT CHIPMUNK MUSL CFLAGS LIBS]: removes what an earlier installation put into TO, then installs what was built
# in OUT; with TO alone it only removes. CFLAGS and LIBS are what a game must be compiled and linked with. $LIBDIR is where
# libraries go (lib), $HELPER a program that runs here and prints the help, where the one in OUT is for another processor. With $SYSTEM
# (windows, web) only what building games for it needs is installed.
set -eu
to=$1 lib=${LIBDIR:-lib}
installed="bin/clockwork $lib/libclockwork.a $lib/libclockwork-workshop.a $lib/pkgconfig/clockwork.pc
    $lib/pkgconfig/clockwork-workshop.pc include/clockwork share/clockwork share/windup
    share/man/man1/clockwork.1 share/man/man5/clockwork-config.5 share/doc/clockwork share/applications/windup.desktop
    share/icons/hicolor/scalable/apps/windup.svg share/metainfo/org.clockwork.windup.metainfo.xml"
for path in $installed $lib/clockwork; do rm -rf "$to/$path"; done
[ $# -gt 1 ] || exit 0
out=$2 chipmunk=$3 musl=$4 cflags=$5 libs=$6
version=$(sed -n 's/^#define CW_VERSION "\(.*\)"/\1/p' include/clockwork/base.h)

for dir in $lib/pkgconfig include/clockwork/physics/chipmunk share/clockwork; do install -d "$to/$dir"; done
install -m 644 include/clockwork/*.h "$to/include/clockwork/"
install -m 644 "$chipmunk"/include/chipmunk/*.h "$to/include/clockwork/physics/chipmunk/"
# kit NAME DESCRIPTION [WORDS]: a library and its package, whose paths follow its own place, so that the whole can be moved.
kit() {
    install -m 644 "$out/plain/lib$1.a" "$to/$lib/"
    cat >"$to/$lib/pkgconfig/$1.pc" <<END
prefix=\${pcfiledir}/$(echo "$lib/pkgconfig" | sed 's,[^/][^/]*,..,g')
pkgdatadir=\${prefix}/share/clockwork
docdir=\${prefix}/share/doc/clockwork
Name: $1
Description: $2
Version: $version
Cflags: -I\${prefix}/include -I\${prefix}/include/clockwork/physics $cflags
Libs: -L\${prefix}/$lib -l$1 ${3:-}${SYSTEM:+"-L\${prefix}/$lib/clockwork "}$libs
END
}
# A finished game leaves out the functions that it does not use, and keeps its table of relocations short.
smaller="-Wl,--gc-sections -Wl,-z,pack-relative-relocs "
[ -z "${SYSTEM:-}" ] || smaller=
kit clockwork "runtime for 2D games that replay bit for bit" "$smaller"
[ -n "${SYSTEM:-}" ] || kit clockwork-workshop "the same runtime with the tools of a game's maker"
if [ -n "${SYSTEM:-}" ]; then
    install -D -m 644 -t "$to/$lib/clockwork" ".cache/$SYSTEM"/lib/*.a
    install -D -m 644 -t "$to/share/clockwork/fonts" "$out"/fonts/*
    case $SYSTEM in
    windows) files="scripts/windows/program.rc scripts/windows/program.manifest $(echo "$out"/*.dll)" ;;
    web) files="scripts/web/index.html scripts/web/page.js scripts/web/address.js $out/page.flags assets/art/icon.svg" ;;
    esac
    install -m 644 $files "$out/licences.txt" "$to/share/clockwork/"
    install -m 755 "scripts/$SYSTEM/dist.sh" "$to/share/clockwork/"
    [ "$SYSTEM" != web ] || install -m 755 scripts/web/pack.sh "$to/share/clockwork/"
    exit
fi
for dir in bin share/windup/assets share/man/man1 share/man/man5 share/doc/clockwork share/applications share/icons/hicolor/scalable/apps share/metainfo; do
    install -d "$to/$dir"
done
install -m 755 "$out/clockwork" "$to/bin/"
"${HELPER:-$out/clockwork}" --help | awk -f scripts/man.awk >"$to/share/man/man1/clockwork.1"
awk -f scripts/man_config.awk config.ini >"$to/share/man/man5/clockwork-config.5"
cat LICENSE "$chipmunk/LICENSE.txt" "$musl/COPYRIGHT" >"$to/share/clockwork/licences.txt"
cp -r assets/template "$to/share/clockwork/"
install -m 644 scripts/debug.gdb scripts/pseudo.awk "$to/share/clockwork/"
install -m 755 scripts/texts.sh "$to/share/clockwork/"
# Desktops list the game and show its icon; software centres describe it.
install -m 644 assets/art/icon.svg "$to/share/icons/hicolor/scalable/apps/windup.svg"
cat >"$to/share/applications/windup.desktop" <<END
[Desktop Entry]
Type=Application
Name=Windup
GenericName=Platform game
Comment=Drive a wind-up buggy over the hills of a clockmaker's land
Exec=clockwork
Icon=windup
Categories=Game;ArcadeGame;
Keywords=physics;buggy;race;clockwork;
StartupWMClass=clockwork
END
cat >"$to/share/metainfo/org.clockwork.windup.metainfo.xml" <<END
<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>org.clockwork.windup</id>
  <metadata_license>MIT</metadata_license>
  <project_license>MIT</project_license>
  <name>Windup</name>
  <summary>Drive a wind-up buggy over the hills of a clockmaker's land</summary>
  <description>
    <p>A wind-up buggy rolls, hops and swings through twelve levels of springs, gears, pendulums and storms. Time can be
      stopped, turned back and slowed down at any moment, every run is a recording, and your best one races you as a ghost.</p>
    <p>It plays with keyboard, controller, mouse or touch.</p>
  </description>
  <developer_name>The Clockwork authors</developer_name>
  <launchable type="desktop-id">windup.desktop</launchable>
  <categories>
    <category>Game</category>
    <category>ArcadeGame</category>
  </categories>
  <icon type="stock">windup</icon>
  <provides>
    <binary>clockwork</binary>
  </provides>
  <content_rating type="oars-1.1"/>
</component>
END
# The manual with the pictures and examples that it shows and names, in the places that it gives.
cp -r --parents README.md docs CHANGELOG.md LICENSE assets/readme/*.png assets/readme/*.svg assets/readme/*.webp \
    "$to/share/doc/clockwork/"
# The site, where Debian has it.
[ ! -d "$out/docs" ] || cp -r "$out/docs" "$to/share/doc/clockwork/html"
cp -r config.ini "$to/share/windup/"
cp -r assets/art assets/lab assets/levels assets/replays "$to/share/windup/assets/"
for text in assets/text/*.po; do # without pseudo-languages (texts.sh)
    case $text in *_X?.po) ;; *) install -D -m 644 -t "$to/share/windup/assets/text" "$text" ;; esac
done
for path in $installed; do chmod -R u=rwX,go=rX "$to/$path"; done
