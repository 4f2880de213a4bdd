#!/usr/bin/env bash
# Puts a backup in the place of what the installation holds, and starts it. deploy/restore.sh <folder>
cd "$(dirname "$0")/.."
. deploy/lib.sh

folder=${1:?which folder? deploy/restore.sh <folder>}
for file in svc.dump evidence.tar; do
  [ -r "$folder/$file" ] || { echo "$folder/$file can't be read." >&2 && exit 1; }
done

# Only the stores, so that nobody works on half of it.
compose stop --timeout 45 control-plane routing-proxy grading-worker 2>/dev/null
compose up -d postgres redis s3
wait_for 120 'the database' compose exec -T postgres pg_isready --host=127.0.0.1 --username=svc --quiet
compose exec -T postgres sh -c 'PGPASSWORD=$POSTGRES_PASSWORD exec pg_restore --host=127.0.0.1 --username=svc --dbname=svc --clean --if-exists --single-transaction' <"$folder/svc.dump"
compose exec -T s3 tar -C /data -xf - <"$folder/evidence.tar"
compose up -d
