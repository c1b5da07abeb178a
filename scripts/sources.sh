#!/bin/sh
# sources.sh DIR: puts the sources of Chipmunk and musl into DIR, unless they are there. They come from the Debian mirror
# that this machine's apt uses. One version of each serves all releases, so that all of them compute the same bits.
set -eu
dir=$1
mkdir -p "$dir"

# One line for each archive: what it unpacks to, its place on a Debian mirror, its SHA-256.
list="
Chipmunk2D-Chipmunk-7.0.3 pool/main/c/chipmunk/chipmunk_7.0.3.orig.tar.gz 1e6f093812d6130e45bdf4cb80280cb3c93d1e1833d8cf989d554d7963b7899a
musl-1.2.3 pool/main/m/musl/musl_1.2.3.orig.tar.gz 7d5b0b6062521e4627e099e4c9dc8248d32a30285e959b7eecaa780cf8cfd4a4
"

mirrors() {
    apt-get indextargets --format '$(REPO_URI)' 2>/dev/null | sort -u
    echo http://deb.debian.org/debian/
}

# fetch PLACE SUM FILE: tries one mirror after the other; apt checks the sum.
fetch() {
    for mirror in $(mirrors); do
        /usr/lib/apt/apt-helper download-file "$mirror$1" "$3" "SHA256:$2" >"$dir/log" 2>&1 && return
    done
    cat "$dir/log" >&2
    return 1
}

echo "$list" | while read -r folder place sum; do
    [ -n "$folder" ] && [ ! -d "$dir/$folder" ] || continue
    archive=$dir/${place##*/}
    if ! echo "$sum  $archive" | sha256sum --check --status 2>/dev/null; then
        echo "Clockwork: fetching the source of ${folder%-*}."
        rm -f "$archive"
        if ! fetch "$place" "$sum" "$archive"; then
            echo "The source of ${folder%-*} could not be fetched. Put ${place##*/} into $dir, or unpack it yourself and run" >&2
            echo "make CHIPMUNK=DIR MUSL=DIR." >&2
            exit 1
        fi
    fi
    rm -rf "$dir/new"
    mkdir "$dir/new"
    tar -xzf "$archive" -C "$dir/new"
    mv "$dir/new/$folder" "$dir/$folder"
done
rm -rf "$dir/new" "$dir/log"
