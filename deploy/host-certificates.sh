#!/usr/bin/env bash
# Writes the certificates with which the parts of one installation on several hosts know each other: an authority of its own (`ca.crt`; its
# key, `ca.key`, is needed by nobody who runs), and one for agents, control planes and callers (proxies and workers). Never touches what is there.
set -euo pipefail
folder=${1:?the folder for them}
days=${SVC_CERTIFICATE_DAYS:-3650}
umask 077
mkdir -p "$folder"
cd "$folder"

key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"; }

# part NAME EXTENDED-KEY-USAGE: the name is both its common name and what it is checked for.
part() {
  [ -e "$1.crt" ] && return
  key "$1"
  openssl req -new -key "$1.key" -subj "/CN=$1" -out "$1.csr"
  openssl x509 -req -in "$1.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days "$days" -sha256 -out "$1.crt" -extfile <(
    printf 'basicConstraints=critical,CA:false\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=%s\nsubjectAltName=DNS:%s\n' "$2" "$1"
  ) 2>/dev/null
  rm "$1.csr"
}

if [ ! -e ca.crt ]; then
  key ca
  openssl req -x509 -new -key ca.key -subj '/CN=svc installation' -days "$days" -sha256 -out ca.crt \
    -addext 'basicConstraints=critical,CA:true,pathlen:0' -addext 'keyUsage=critical,keyCertSign'
fi
part host-agent serverAuth,clientAuth
part control-plane clientAuth
part caller clientAuth
