#!/bin/bash
# Runs a command in the repository beside a Swift compiler: this system's, or that of the Debian which `.ci/setup swift` makes. There
# the repository is /damier. Without a compiler it says so and exits with 69.
set -euo pipefail
cd "$(dirname "$0")/../.."

! command -v swiftc >/dev/null || exec "$@"
debian=${XDG_CACHE_HOME:-$HOME/.cache}/damier/swift
if [ ! -x "$debian/usr/bin/swiftc" ]; then
  echo "Swift is not run: there is no swiftc, and no $debian, which \`.ci/setup swift\` makes where debootstrap is to be had"
  exit 69
fi
root=
[ "$(id -u)" = 0 ] || root=sudo
# The mounts end with the command.
exec $root unshare --mount bash -c '
  mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && mkdir -p "$1/damier" && mount --bind "$2" "$1/damier" || exit
  exec chroot --userspec="$3" "$1" env -i -C /damier HOME=/tmp PATH=/usr/bin:/bin LANG=C.UTF-8 "${@:4}"' \
  beside "$debian" "$PWD" "$(id -u):$(id -g)" "$@"
