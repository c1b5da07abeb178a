#!/bin/sh
# sysroot.sh ARCH DIR PACKAGE...: puts Debian's packages for another processor (arm64), with all that they need, into DIR: the
# headers and libraries to build for it, and what qemu-user runs programs with. Nothing is installed on this machine, and
# no rights are needed: apt works on lists of its own, with this machine's mirrors and keys.
set -eu
arch=$1 dir=$2
shift 2
[ "$(cat "$dir/packages" 2>/dev/null)" != "$*" ] || exit 0
command -v apt-get >/dev/null || { echo "The libraries for $arch come from Debian's mirrors: do this on Debian." >&2; exit 1; }
rm -rf "$dir.new"
mkdir -p "$dir.new/lists/partial" "$dir.new/archives/partial" "$dir.new/root/usr/lib" "$dir.new/root/usr/bin" "$dir.new/root/usr/sbin"
work=$(cd "$dir.new" && pwd)
: >"$work/status"
cat >"$work/apt.conf" <<END
APT::Architecture "$arch";
APT::Architectures { "$arch"; };
APT::Install-Recommends "false";
APT::Sandbox::User "";
Dir::State "$work";
Dir::State::status "$work/status";
Dir::Cache "$work";
END
export APT_CONFIG="$work/apt.conf" DEBIAN_FRONTEND=noninteractive LC_ALL=C
echo "Clockwork: fetching the libraries for $arch."
{ apt-get update -q && apt-get install -q -y --download-only "$@"; } >"$work/log" 2>&1 ||
    { tail -n 5 "$work/log" >&2; echo "The libraries for $arch could not be fetched." >&2; exit 1; }

# Releases differ in whether packages say /lib or /usr/lib: both are the same folder, as on any Debian since 12.
for folder in lib bin sbin; do ln -s usr/$folder "$work/root/$folder"; done
for package in "$work"/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$package" >"$work/package.tar"
    tar -xf "$work/package.tar" -C "$work/root" --no-same-owner --keep-directory-symlink \
        --exclude=./usr/share/doc --exclude=./usr/share/locale --exclude=./usr/share/man
done
find "$work/root" -type l -lname '/*' | while read -r link; do
    ln -sfn "$(realpath -m --relative-to="$(dirname "$link")" "$work/root$(readlink "$link")")" "$link"
done
echo "$*" >"$work/root/packages"
rm -rf "$dir"
mv "$work/root" "$dir"
rm -rf "$dir.new"
