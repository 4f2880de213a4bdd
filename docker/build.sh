#!/usr/bin/env bash
# Bundles the services and the twins and builds their images: svc/<service> and svc/twin-<id>.
#   NODE_IMAGE   the image they stand on; without it docker/base makes one from Debian's packages
#   SVC_TAG      the tag they get, default `dev`
#   SVC_PREFIX   before their names, default `svc/`
set -euo pipefail
cd "$(dirname "$0")/.."

tag=${SVC_TAG:-dev}
prefix=${SVC_PREFIX:-svc/}
export DOCKER_BUILDKIT=0
if [ -z "${NODE_IMAGE:-}" ]; then
  docker/base/build.sh
  NODE_IMAGE=${SVC_BASE_PREFIX:-svc-base}/node:local
fi

node tools/run.mjs bundle
revision=$(git rev-parse HEAD 2>/dev/null || echo unknown)
log=$(mktemp)
trap 'rm -f "$log"' EXIT

build() { # image, target, build arguments…
  local image=$prefix$1:$tag target=$2
  shift 2
  docker build --file docker/Dockerfile --target "$target" --tag "$image" --build-arg "NODE_IMAGE=$NODE_IMAGE" \
    --build-arg "VERSION=$tag" --build-arg "REVISION=$revision" "$@" . >"$log" 2>&1 || { tail -20 "$log" >&2 && exit 1; }
  echo "$image"
}

for bundle in dist/images/*/; do
  name=$(basename "$bundle")
  case $name in
    twin-*) build "$name" twin --build-arg "TWIN=${name#twin-}" ;;
    *) build "$name" "$name" ;;
  esac
done
