#!/bin/sh
# sources.sh DIR play|libraries: puts sources into DIR, unless they are there: those of Chipmunk and musl to play, or those of all
# libraries and the fonts, for systems without packages of them (scripts/libraries.mk). They come from the Debian mirror that this
# machine's apt uses. One version of each serves all releases, so that all of them compute the same bits.
set -eu
dir=$1 wanted=$2
mkdir -p "$dir"

# One line for each archive: for whom, what it unpacks to, its place on a Debian mirror, its SHA-256. SDL_image and DejaVu are Debian 12's, so
# that pictures are the same as there.
list="
play      Chipmunk2D-Chipmunk-7.0.3 c/chipmunk/chipmunk_7.0.3.orig.tar.gz 1e6f093812d6130e45bdf4cb80280cb3c93d1e1833d8cf989d554d7963b7899a
play      musl-1.2.3        m/musl/musl_1.2.3.orig.tar.gz 7d5b0b6062521e4627e099e4c9dc8248d32a30285e959b7eecaa780cf8cfd4a4
libraries SDL2-2.32.4       libs/libsdl2/libsdl2_2.32.4+dfsg.orig.tar.gz d364cded8bf41f3f503014d3fb6473f1a7077ff468da1638dae4a6bec6ef2277
libraries SDL2_image-2.6.3  libs/libsdl2-image/libsdl2-image_2.6.3+dfsg.orig.tar.gz 6ab05c624f6c7a5d2701e36d6b16079be8c6445fca29f6f0a85eb8e746b4b3d6
libraries harfbuzz-10.2.0   h/harfbuzz/harfbuzz_10.2.0.orig.tar.xz 620e3468faec2ea8685d32c46a58469b850ef63040b3565cde05959825b48227
libraries freetype-2.13.3   f/freetype/freetype_2.13.3+dfsg.orig.tar.xz 686ec73cbf6783b245dd068a09ce807b729ac0f8a46dd70f7867923c32fdf4de
libraries fribidi-1.0.16    f/fribidi/fribidi_1.0.16.orig.tar.xz 1b1cde5b235d40479e91be2f0e88a309e3214c8ab470ec8a2744d82a5a9ea05c
libraries libsndfile-1.2.2  libs/libsndfile/libsndfile_1.2.2.orig.tar.gz ffe12ef8add3eaca876f04087734e6e8e029350082f3251f565fa9da55b52121
libraries libvorbis-1.3.7   libv/libvorbis/libvorbis_1.3.7.orig.tar.gz 0e982409a9c3fc82ee06e08205b1355e5c6aa4c36bca58146ef399621b0ce5ab
libraries opus-1.5.2        o/opus/opus_1.5.2.orig.tar.gz 65c1d2f78b9f2fb20082c38cbe47c951ad5839345876e46941612ee87f9a7ce1
libraries flac-1.5.0        f/flac/flac_1.5.0+ds.orig.tar.xz 51d6a5bf5a37b67f9af847daa07c07091f6bf1583d5abb7fbb064bc68428b0f1
libraries libogg-1.3.5      libo/libogg/libogg_1.3.5.orig.tar.xz c4d91be36fc8e54deae7575241e03f4211eb102afb3fc0775fbbc1b740016705
libraries jansson-2.14      j/jansson/jansson_2.14.orig.tar.gz c739578bf6b764aa0752db9a2fdadcfe921c78f1228c7ec0bb47fa804c55d17b
libraries libexpat-R_2_8_3  e/expat/expat_2.8.3.orig.tar.gz 533659a16e0184035a99fd8e783f1ad61a887a7bf8586a8681740b9d7ed42389
libraries zlib-1.3.1        z/zlib/zlib_1.3.dfsg+really1.3.1.orig.tar.gz 60dd315c07f616887caa029408308a018ace66e3d142726a97db164b3b8f69fb
libraries zstd-1.5.7        libz/libzstd/libzstd_1.5.7+dfsg.orig.tar.xz 0c092ef267edce57ba7f3f2645c861f72eaf5e76273c6c3632869423464b90a5
libraries lz4-1.10.0        l/lz4/lz4_1.10.0.orig.tar.gz 537512904744b35e232912055ccf8ec66d768639ff3abe5788d90d792ec5f48b
libraries xxHash-0.8.3      x/xxhash/xxhash_0.8.3.orig.tar.gz aae608dfe8213dfd05d909a57718ef82f30722c392344583d3f39050c7f29a80
libraries cglm-0.9.6        c/cglm/cglm_0.9.6.orig.tar.gz be5e7d384561eb0fca59724a92b7fb44bf03e588a7eae5123a7d796002928184
libraries fonts-dejavu-core f/fonts-dejavu/fonts-dejavu-core_2.37-6_all.deb 8892669e51aab4dc56682c8e39d8ddb7d70fad83c369344e1e240bf3ca22bb76
libraries fonts-oldstandard f/fonts-oldstandard/fonts-oldstandard_2.2really-4_all.deb c8c240cf91654f9ae5357b123436612c05820259dd5569f1c090185cb2ec1fdd
"

# Debian's archive of all times is the last one: it is slow, and has what a mirror has no longer.
mirrors() {
    apt-get indextargets --format '$(REPO_URI)' 2>/dev/null | sort -u
    echo http://deb.debian.org/debian/
    echo http://snapshot.debian.org/archive/debian/20261030T000000Z/
}

# fetch PLACE SUM FILE: tries one mirror after the other; apt checks the sum.
fetch() {
    for mirror in $(mirrors); do
        /usr/lib/apt/apt-helper download-file "${mirror}pool/main/$1" "$3" "SHA256:$2" >"$dir/log" 2>&1 && return
    done
    cat "$dir/log" >&2
    return 1
}

echo "$list" | grep "^$wanted " | while read -r _ folder place sum; do
    [ ! -d "$dir/$folder" ] || continue
    archive=$dir/${place##*/}
    if ! echo "$sum  $archive" | sha256sum --check --status 2>/dev/null; then
        echo "Clockwork: fetching the source of ${folder%-[0-9R]*}."
        rm -f "$archive"
        if ! fetch "$place" "$sum" "$archive"; then
            echo "The source of ${folder%-[0-9R]*} could not be fetched. Put ${place##*/} into $dir and run the same command again." >&2
            [ "$wanted" != play ] || echo "Or unpack the sources yourself and run make CHIPMUNK=DIR MUSL=DIR." >&2
            exit 1
        fi
    fi
    rm -rf "$dir/new"
    mkdir "$dir/new"
    case $archive in
    *.deb) mkdir "$dir/new/$folder" && dpkg-deb --fsys-tarfile "$archive" | tar -x -C "$dir/new/$folder" --strip-components=3 ;;
    *) tar -xf "$archive" -C "$dir/new" --exclude='*/test' --exclude='*/tests' --exclude='*/testdata' ;; # most of it is those
    esac
    mv "$dir/new/$folder" "$dir/$folder"
done
rm -rf "$dir/new" "$dir/log"
