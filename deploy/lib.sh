# What the commands of an operator share. Read by them with `.`, from the root of the clone.
set -euo pipefail
umask 077
env_file=deploy/.env
[ -f "$env_file" ] || { echo "$env_file is not there: deploy/generate-secrets.sh makes it." >&2 && exit 1; }

compose() { docker-compose -f deploy/compose.yaml "$@"; }

# A setting as compose finds it: in the environment, else in deploy/.env, else what is given as second argument.
setting() {
  local value=${!1:-}
  [ -n "$value" ] || value=$(sed -n "s/^$1=//p" "$env_file" | tail -1)
  echo "${value:-${2:-}}"
}

# Ids of a service's containers that run.
running() { compose ps -q "$1" | xargs -r docker inspect --format '{{if .State.Running}}{{.Id}}{{end}}' | sed '/^$/d'; }

# Waits until the command that follows succeeds. wait_for SECONDS WHAT COMMAND…
wait_for() {
  local until=$((SECONDS + $1)) what=$2
  shift 2
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$until" ] || { echo "Waited in vain for $what." >&2 && return 1; }
    sleep 1
  done
}
