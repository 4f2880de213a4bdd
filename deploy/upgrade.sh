#!/usr/bin/env bash
# Replaces what runs by the images and settings that are there now, in the numbers of deploy/.env, and refuses no call meanwhile: of what stands
# behind the edge, new ones start beside the old ones, which go once the edge has found the new. For an upgrade, for other numbers, for other
# settings, and for any of them together.
cd "$(dirname "$0")/.."
. deploy/lib.sh

# As many as the edge finds at a time (deploy/edge/haproxy.cfg), old and new ones together.
slots=32
proxies=$(setting SVC_PROXIES 2)
if ! [[ $proxies =~ ^[0-9]+$ ]] || [ "$proxies" -lt 1 ] || [ "$proxies" -gt $((slots / 2)) ]; then
  echo "SVC_PROXIES must be 1 to $((slots / 2)), not $proxies." >&2
  exit 1
fi

# How many of a service the edge sends calls to.
at_edge() {
  docker exec "$(running routing-proxy | tail -1)" node -e '
    fetch("http://edge:8404/metrics").then((answer) => answer.text()).then((text) => {
      const [, count = 0] = new RegExp(`^haproxy_backend_active_servers\\{proxy="${process.argv[1]}"\\} (\\d+)`, "m").exec(text) ?? [];
      console.log(count);
    })' "$1"
}
edge_has() { [ "$(at_edge "$1")" -ge "$2" ]; }

replace() { # service, number
  local service=$1 number=$2 old
  old=$(running "$service")
  [ -n "$old" ] || return 0
  echo "$service: $number new beside $(wc -w <<<"$old") old"
  local all=$((number + $(wc -w <<<"$old")))
  compose up -d --no-deps --no-recreate --scale "$service=$all" "$service"
  wait_for 120 "the edge to find $number new of $service" edge_has "$service" "$all"
  # Each first says that it goes, then ends what it has under way.
  # shellcheck disable=SC2086 # one word each
  docker stop --time 45 $old >/dev/null && docker rm $old >/dev/null
}

# A configuration that is new is read without a pause; one that it can't use leaves it as it is.
if [ -n "$(running edge)" ]; then
  compose exec -T edge haproxy -c -q -f /usr/local/etc/haproxy/haproxy.cfg
  compose kill -s USR2 edge
fi
# In its place, since nobody outside calls it: twins run on meanwhile, and a create waits for it. A new one first, for new ones that ask it.
compose up -d --no-deps host-agent
wait_for 120 "the host's agent" compose exec -T host-agent node /app/healthcheck.mjs
replace control-plane 1
replace routing-proxy "$proxies"
# The rest: what nobody calls, and what hasn't changed stays as it is.
compose up -d
