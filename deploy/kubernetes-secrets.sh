#!/usr/bin/env bash
# Prints the Secrets that deploy/kubernetes.yaml names, made of deploy/.env and the certificates: | kubectl apply -f -. Never write them to a file that stays.
set -euo pipefail
shopt -s inherit_errexit
env_file=${1:-$(dirname "$0")/.env}
certificates=${SVC_CERTIFICATES:-$(dirname "$0")/certificates}
setting() { sed -n "s/^$1=//p" "$env_file" | tail -1 | grep . || { echo "$env_file has no $1." >&2 && return 1; }; }

database=$(setting SVC_DATABASE_URL)
agent_password=$(setting AGENT_DATABASE_PASSWORD)
agent_database=$(sed -E "s#//[^@]*@#//svc_agent:$agent_password@#" <<<"$database")

begin() { printf -- '---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: %s\n  namespace: svc\ntype: Opaque\ndata:\n' "$1"; }
# entry KEY, and its value by standard input.
entry() { printf '  %s: %s\n' "$1" "$(base64 | tr -d '\n')"; }
value() {
  local text
  text=$(setting "$2")
  printf %s "$text" | entry "$1"
}

# As a whole or not at all: what reads this applies what it gets.
made=$(
  begin svc-secrets
  value installation_secret SVC_INSTALLATION_SECRET
  value redis_url SVC_REDIS_URL
  printf %s "$database" | entry database_url
  printf %s "$agent_database" | entry agent_database_url
  value s3_secret S3_SECRET_ACCESS_KEY
  for name in POSTGRES_PASSWORD REDIS_PASSWORD S3_ACCESS_KEY_ID S3_SECRET_ACCESS_KEY; do value "$name" "$name"; done
  begin svc-certificates
  for file in ca.crt {host-agent,control-plane,caller}.{crt,key}; do entry "$file" <"$certificates/$file"; done
)
printf '%s\n' "$made"
