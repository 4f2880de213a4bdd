#!/usr/bin/env bash
# Puts a new secret in the place of the old one, in deploy/.env and everywhere it is used. deploy/rotate.sh postgres|redis|s3|installation
cd "$(dirname "$0")/.."
. deploy/lib.sh

case ${1:-} in
  postgres) name=POSTGRES_PASSWORD ;;
  redis) name=REDIS_PASSWORD ;;
  s3) name=S3_SECRET_ACCESS_KEY ;;
  installation) name=SVC_INSTALLATION_SECRET ;;
  *) echo 'deploy/rotate.sh postgres|redis|s3|installation' >&2 && exit 1 ;;
esac
old=$(sed -n "s/^$name=//p" "$env_file")
[ -n "$old" ] || { echo "$name has no value in $env_file." >&2 && exit 1; }
new=$(head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n')

# Whole or not at all, and on the disk before anything else knows it: a password is part of a URL too, so it is replaced wherever it stands.
# By standard input, since an argument would show in every list of processes.
printf '%s\n%s\n' "$old" "$new" | awk -v file="$env_file" '
  NR == 1 { old = $0; next }
  { new = $0 }
  END {
    while ((getline line < file) > 0) {
      while ((at = index(line, old)) > 0) line = substr(line, 1, at - 1) new substr(line, at + length(old))
      print line
    }
  }' >"$env_file.next"
if [ "$name" = POSTGRES_PASSWORD ]; then
  compose exec -T postgres sh -c 'PGPASSWORD=$POSTGRES_PASSWORD exec psql --host=127.0.0.1 --username=svc --quiet --set=ON_ERROR_STOP=1' <<<"ALTER ROLE svc PASSWORD '$new'" ||
    { echo "It is not known whether the password was changed. If it was, $env_file.next is right." >&2 && exit 1; }
fi
mv "$env_file.next" "$env_file"
compose up -d
wait_for 120 'the control plane' compose exec -T control-plane bash /app/healthcheck.sh
echo "$name is new."
