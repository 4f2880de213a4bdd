#!/usr/bin/env bash
# Writes deploy/.env with new secrets and this host's values. Never touches one that is there: see docs/operate.md for rotation.
set -euo pipefail
file=${1:-$(dirname "$0")/.env}
if [ -e "$file" ]; then
  echo "$file is there already; it was left as it is." >&2
  exit 0
fi
umask 077

secret() { head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }
postgres=$(secret)
redis=$(secret)
socket=${SVC_DOCKER_SOCKET:-/var/run/docker.sock}
[ -S "$socket" ] || { echo "$socket is no socket: is the container engine there? SVC_DOCKER_SOCKET names another." >&2 && exit 1; }
group=$(stat -c %g "$socket")
# Asked on their own: a failure inside of the braces below would be passed over, and half a file kept.
images=$(docker image ls --format '{{.Repository}}:{{.Tag}}')
twins=${SVC_TWINS:-$(sed -n "s#^${SVC_PREFIX:-svc/}twin-\(.*\):${SVC_TAG:-dev}\$#\1#p" <<<"$images" | sort | paste -sd, -)}
[ -n "$twins" ] || {
  echo "There is no image ${SVC_PREFIX:-svc/}twin-…:${SVC_TAG:-dev}: run docker/build.sh first. $file was not written." >&2
  exit 1
}
trap 'rm -f "$file.part"' EXIT

{
  echo 'COMPOSE_PROJECT_NAME=svc'
  echo
  echo '# Addresses as clients reach them.'
  echo "SVC_BASE_URL=${SVC_BASE_URL:-http://localhost:8080/v1}"
  echo "SVC_TWINS_URL=${SVC_TWINS_URL:-http://localhost:8081}"
  echo "SVC_EVIDENCE_URL=${SVC_EVIDENCE_URL:-http://localhost:8082}"
  echo
  echo '# Secrets. The first signs and seals what the database holds: keep it with the backups.'
  echo "SVC_INSTALLATION_SECRET=$(secret)"
  echo "POSTGRES_PASSWORD=$postgres"
  echo "SVC_DATABASE_URL=postgres://svc:$postgres@postgres:5432/svc"
  echo "REDIS_PASSWORD=$redis"
  echo "SVC_REDIS_URL=redis://:$redis@redis:6379"
  echo "S3_ACCESS_KEY_ID=svc"
  echo "S3_SECRET_ACCESS_KEY=$(secret)"
  echo
  if [ -n "${SVC_PREFIX:-}${SVC_TAG:-}" ]; then
    echo '# The images.'
    [ -z "${SVC_PREFIX:-}" ] || echo "SVC_PREFIX=$SVC_PREFIX"
    [ -z "${SVC_TAG:-}" ] || echo "SVC_TAG=$SVC_TAG"
    echo
  fi
  echo '# Twins that have an image here, and how many of each wait for a sandbox.'
  echo "SVC_TWINS=$twins"
  echo "SVC_WARM=${SVC_WARM:-github=2}"
  echo
  echo '# The group that may use the engine'"'"'s socket.'
  echo "DOCKER_SOCKET=$socket"
  echo "DOCKER_GID=$group"
} >"$file.part"
mv "$file.part" "$file"
echo "$file written."
