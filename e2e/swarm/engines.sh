#!/usr/bin/env bash
# Three engines on this machine, each in a network, a host name and a folder of its own, as three hosts. Needs root and dockerd.
#   engines.sh up|down FOLDER        forms a swarm of them; ends them, and removes all that they had
#   engines.sh crash|cut|mend|kill|start FOLDER HOST
# Nothing of the machine's own engine is touched; one rule lets the three reach each other beside it. They end with the process that asked for them.
set -euo pipefail
self=$(readlink -f "$0")
folder=${2:?the folder of their data}
mounted=/run/svc-host
bridge=svcswarm
network=10.98.7
hosts='1 2 3'
rule=(DOCKER-USER -i "$bridge" -o "$bridge" -j ACCEPT)
# Names of the network are one run's at a time: leads to the folder of the one that has them.
held=/run/svc-swarm
# For another run to end, in seconds.
patience=600

engine() { docker --host "unix://$folder/$1/docker.sock" "${@:2}"; }

up() {
  try_machine
  # In memory: three engines' images are loaded in seconds, and gone at once.
  mount -t tmpfs -o size=8g svc-swarm "$folder"
  echo "$PPID" >"$folder/owner"
  guard "$PPID"
  take_names
  ip link add "$bridge" type bridge
  ip address add "$network.254/24" dev "$bridge"
  ip link set "$bridge" up
  iptables -I "${rule[@]}"
  for host in $hosts; do
    ip netns add "$bridge$host"
    ip link add "$bridge-$host" type veth peer name eth0 netns "$bridge$host"
    ip link set "$bridge-$host" master "$bridge" up
    ip -n "$bridge$host" address add "$network.$host/24" dev eth0
    ip -n "$bridge$host" link set eth0 up
    ip -n "$bridge$host" link set lo up
    ip -n "$bridge$host" route add default via "$network.254"
    start "$host"
  done
  for host in $hosts; do
    for _ in $(seq 240); do engine "$host" info >/dev/null 2>&1 && continue 2 || sleep 0.5; done
    cannot "an engine does not start: $(tail -1 "$folder/$host/log")"
  done
  engine 1 swarm init --advertise-addr "$network.1" >/dev/null
  token=$(engine 1 swarm join-token --quiet worker)
  for host in 2 3; do engine "$host" swarm join --token "$token" --advertise-addr "$network.$host" "$network.1:2377"; done
}

cannot() { echo "No swarm can be formed on this machine: $1." >&2 && exit 1; }

# What lacks is told in one line, before anything is made.
try_machine() {
  local tool said
  [ "$(id -u)" = 0 ] || cannot 'that takes root'
  for tool in dockerd docker ip iptables nsenter unshare ps; do command -v "$tool" >/dev/null || cannot "it has no $tool"; done
  said=$(unshare --net --uts --mount true 2>&1) || cannot "it allows no namespaces (${said##*: })"
  said=$(iptables --list DOCKER-USER --numeric 2>&1 >/dev/null) || cannot "its engine does not run, or keeps no rules (${said%%$'\n'*})"
}

# Whatever becomes of the process that asked, nothing is left.
guard() {
  setsid bash -c "while kill -0 $1 2>/dev/null && [ -e '$folder/owner' ]; do sleep 1; done; [ -e '$folder/owner' ] || exit
    ! grep -qs '$folder' /proc/$$/cmdline || kill -9 $$; exec bash '$self' down '$folder'" >/dev/null 2>&1 </dev/null &
}

take_names() {
  local holder
  for _ in $(seq "$patience"); do
    ln -sT "$folder" "$held" 2>/dev/null && return
    holder=$(readlink "$held" || true)
    # Of one that was cut short, guard and all.
    [ -z "$holder" ] || kill -0 "$(cat "$holder/owner" 2>/dev/null)" 2>/dev/null || bash "$self" down "$holder"
    sleep 1
  done
  cannot "another has run for $patience s, in $(readlink "$held")"
}

# Within it the host's folder is the same on all, so that the engine's socket has one path. No registry: a name server that refuses at once.
start() {
  mkdir -p "$folder/$1"
  # Of an engine that was killed: its number may be another's now.
  rm -f "$folder/$1/pid"
  echo 'nameserver 127.0.0.1' >"$folder/$1/resolv.conf"
  nsenter --net="/run/netns/$bridge$1" unshare --uts --mount bash -c "
    hostname host-$1; mkdir -p $mounted; mount --bind '$folder/$1' $mounted; mount --bind '$folder/$1/resolv.conf' /etc/resolv.conf
    exec dockerd --storage-driver=overlay2 --bridge=none --data-root='$folder/$1/data' --exec-root='$folder/$1/exec' --cgroup-parent='/$bridge$1' \
      --pidfile='$folder/$1/pid' --host='unix://$folder/$1/docker.sock'" >"$folder/$1/log" 2>&1 </dev/null &
}

# All processes of a host: its engine, what keeps its containers, and theirs, which are in networks of their own.
processes() {
  local next
  next=$({ ip netns pids "$bridge$1" 2>/dev/null || true; } | paste -sd,)
  while [ -n "$next" ]; do
    tr ',' '\n' <<<"$next"
    next=$({ ps -o pid= --ppid "$next" || true; } | tr -d ' ' | paste -sd,)
  done
}

# As a host goes that loses its power.
crash() {
  local all
  all=$(processes "$1" | sort -u)
  # shellcheck disable=SC2086 # one word each
  [ -z "$all" ] || kill -9 $all 2>/dev/null || true
}

# The engine alone: what keeps its containers runs on.
kill_engine() {
  local engine
  engine=$(cat "$folder/$1/pid")
  kill -9 "$engine"
  while [ -e "/proc/$engine" ]; do sleep 0.1; done
}

down() {
  local holds=false
  # The run itself and its guard may both be at it.
  exec 9>"$held.lock" && flock 9
  [ "$(readlink "$held")" != "$folder" ] || holds=true
  ! $holds || end_hosts
  for inside in $(awk -v folder="$folder" 'index($2, folder) == 1 { print $2 }' /proc/mounts | sort -r); do umount -l "$inside" || true; done
  rm -rf "$folder"
  # Gone here it is gone from under the engines of whoever holds the names.
  ! $holds || { rmdir "$mounted" 2>/dev/null || true; }
  ! $holds || rm -f "$held"
}

end_hosts() {
  for host in $hosts; do
    crash "$host"
    ip netns delete "$bridge$host" 2>/dev/null || true
  done
  iptables -D "${rule[@]}" 2>/dev/null || true
  ip link delete "$bridge" 2>/dev/null || true
  # Once the last process is gone.
  for _ in $(seq 50); do
    groups | xargs --no-run-if-empty -I{} find {} -depth -type d -delete 2>/dev/null || true
    [ -n "$(groups)" ] || break
    sleep 0.2
  done
}

# Below each controller, or below the one root of version 2.
groups() { find /sys/fs/cgroup -mindepth 1 -maxdepth 2 -type d -name "$bridge?" 2>/dev/null; }

case $1 in
  up) up ;;
  down) down ;;
  start) start "$3" ;;
  crash) crash "$3" ;;
  kill) kill_engine "$3" ;;
  cut) ip link set "$bridge-$3" down ;;
  mend) ip link set "$bridge-$3" up ;;
esac
