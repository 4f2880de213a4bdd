#!/bin/sh
# Makes the cluster at the first start and becomes the server. Takes the variables of the official image.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  secret=$(mktemp)
  printf '%s\n' "$POSTGRES_PASSWORD" >"$secret"
  # Elsewhere first: a start that is cut short leaves nothing that looks like a cluster.
  rm -rf "$PGDATA" "$PGDATA.new"
  initdb --pgdata="$PGDATA.new" --username="$POSTGRES_USER" --pwfile="$secret" --auth=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 >/dev/null
  rm "$secret"
  printf 'host all all all scram-sha-256\n' >>"$PGDATA.new/pg_hba.conf"
  if [ "${POSTGRES_DB:-postgres}" != postgres ]; then
    echo "CREATE DATABASE \"$POSTGRES_DB\"" | postgres --single -D "$PGDATA.new" postgres >/dev/null
  fi
  mv "$PGDATA.new" "$PGDATA"
fi
unset POSTGRES_PASSWORD
exec postgres -D "$PGDATA" -c listen_addresses='*' -c unix_socket_directories=/tmp "$@"
