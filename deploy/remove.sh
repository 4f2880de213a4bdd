#!/usr/bin/env bash
# Removes the whole installation: services, twins, networks, and the volumes with all that was kept. deploy/.env, backups and images stay, and so does an emptied
# folder of the host that was named for the twins.
cd "$(dirname "$0")/.."
. deploy/lib.sh

project=$(setting COMPOSE_PROJECT_NAME svc)
if [ "${1:-}" != --yes ]; then
  read -rp "This removes \"$project\" with its database, its evidence and every open sandbox. Its name, to go on: " answer || answer=
  [ "$answer" = "$project" ] || { echo 'Nothing was removed.' >&2 && exit 1; }
fi

# The services first: one that runs would start twins again.
compose down --volumes --remove-orphans --timeout 10
twins() { docker ps --all --quiet --filter "label=svc.installation=$project"; }
twins | xargs -r docker rm --force --volumes >/dev/null

# What a twin shut against its own account, the root of a container opens: whoever types this may be nobody on the host.
folder=$(setting SVC_TWINS_VOLUME)
if [ -n "$folder" ]; then
  [[ $folder == /* ]] || folder=$PWD/deploy/$folder
  image=$(setting SVC_PREFIX svc/)host-agent:$(setting SVC_TAG dev)
  docker run --rm --user 0:0 --network none --volume "$folder:/twins" --entrypoint rm "$image" -rf /twins/instances /twins/claims
fi

left=$(
  twins
  for kind in container volume network; do
    list=ls && [ "$kind" != container ] || list='ls --all'
    # shellcheck disable=SC2086 # two words
    docker "$kind" $list --quiet --filter "label=com.docker.compose.project=$project"
  done
)
[ -z "$left" ] || { echo "Still there: $left" >&2 && exit 1; }
echo "Nothing of \"$project\" is left."
