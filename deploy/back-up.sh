#!/usr/bin/env bash
# Writes what can't be made again, the database and the evidence, to a folder that only its owner may read. deploy/back-up.sh [folder]
cd "$(dirname "$0")/.."
. deploy/lib.sh

folder=${1:-deploy/backups/$(date -u +%Y-%m-%dT%H-%M-%SZ)}
mkdir -p "$folder"
chmod 700 "$folder"
trap 'rm -f "$folder"/*.part' EXIT

# The database first: a run then never names evidence that the backup lacks.
compose exec -T postgres sh -c 'PGPASSWORD=$POSTGRES_PASSWORD exec pg_dump --host=127.0.0.1 --username=svc --format=custom svc' >"$folder/svc.dump.part"
compose exec -T postgres pg_restore --list <"$folder/svc.dump.part" >/dev/null
compose exec -T s3 tar -C /data -cf - . >"$folder/evidence.tar.part"
tar -tf "$folder/evidence.tar.part" >/dev/null
for file in svc.dump evidence.tar; do mv "$folder/$file.part" "$folder/$file"; done
echo "$folder"
