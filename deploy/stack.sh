#!/usr/bin/env bash
# Runs the fleet on a Docker Swarm, or goes over to what deploy/.env and the images say now: docs/scale.md. On a manager, from the root of the clone.
set -euo pipefail
cd "$(dirname "$0")/.."
. deploy/lib.sh
stack=$(setting COMPOSE_PROJECT_NAME svc)
certificates=${SVC_CERTIFICATES:-deploy/certificates}

[ "$(docker info --format '{{.Swarm.ControlAvailable}}')" = true ] || {
  echo 'This engine manages no swarm: docker swarm init, and docker swarm join on the other hosts.' >&2
  exit 1
}
# The stores run here, unless another host has the label already, and so does the edge beside them. Several hosts may have an edge.
labelled() { docker node ls --quiet --filter "node.label=$1=true"; }
[ -n "$(labelled svc.stores)" ] || docker node update --label-add svc.stores=true "$(docker info --format '{{.Swarm.NodeID}}')" >/dev/null
[ -n "$(labelled svc.edge)" ] || docker node update --label-add svc.edge=true "$(labelled svc.stores)" >/dev/null

deploy/host-certificates.sh "$certificates"
grep -q '^AGENT_DATABASE_PASSWORD=' "$env_file" ||
  echo "AGENT_DATABASE_PASSWORD=$(head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n')" >>"$env_file"
agent_password=$(setting AGENT_DATABASE_PASSWORD)
database=$(setting SVC_DATABASE_URL)

# A secret can't be changed: one that is there is kept. secret NAME, and its value by standard input.
secret() { docker secret inspect "svc_$1" >/dev/null 2>&1 && cat >/dev/null || docker secret create "svc_$1" - >/dev/null; }
setting SVC_INSTALLATION_SECRET | secret installation_secret
setting SVC_REDIS_URL | secret redis_url
echo "$database" | secret database_url
sed -E "s#//[^@]*@#//svc_agent:$agent_password@#" <<<"$database" | secret agent_database_url
setting S3_SECRET_ACCESS_KEY | secret s3_secret
for file in ca.crt {host-agent,control-plane,caller}.{crt,key}; do secret "${file//./_}" <"$certificates/$file"; done

set -a
. "$env_file"
set +a
SVC_EDGES=$(labelled svc.edge | wc -l)
export SVC_EDGES
docker stack deploy --resolve-image never --compose-file deploy/stack.yaml "$stack"

# An agent may read and write what is known of hosts, and nothing else. The tables are there once a control plane is.
sql() {
  local postgres
  postgres=$(docker ps --quiet --filter "label=com.docker.swarm.service.name=${stack}_postgres" | head -1)
  [ -n "$postgres" ] && docker exec -i "$postgres" sh -c \
    'PGPASSWORD=$POSTGRES_PASSWORD exec psql --host=127.0.0.1 --username=svc --quiet --set=ON_ERROR_STOP=1'
}
grant() {
  sql <<SQL
do \$\$ begin
  if not exists (select from pg_roles where rolname = 'svc_agent') then create role svc_agent login; end if;
end \$\$;
alter role svc_agent password '$agent_password';
grant select, insert, update on hosts to svc_agent;
grant select on placements to svc_agent;
SQL
}
wait_for 180 'the control plane to have made its tables' grant
echo "The agents register themselves now: docker exec a control plane's container, svc admin host list."
