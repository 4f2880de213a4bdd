#!/usr/bin/env bash
# Healthy is a service that answers its own address. In bash, as a process of node costs more than most services do while nobody calls.
exec 3<>"/dev/tcp/127.0.0.1/$SVC_PORT" || exit 1
printf 'GET /healthz HTTP/1.0\r\n\r\n' >&3
read -r -t 4 status <&3 && [[ $status == HTTP/1.?' 200 '* ]]
