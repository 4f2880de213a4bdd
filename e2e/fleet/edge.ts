import { join } from 'node:path';
import { type StartedNetwork, Wait } from 'testcontainers';
import { base, type FleetContainer } from './container.ts';

const CONFIGURATION = join(import.meta.dirname, '../../deploy/edge');

/** The published ports, with the configuration that operators run. */
export const edge = (network: StartedNetwork): FleetContainer =>
  base('haproxy', network)
    .withSysctls({ 'net.ipv4.tcp_retries2': '6' })
    .withBindMounts([{ source: CONFIGURATION, target: '/usr/local/etc/haproxy', mode: 'ro' }])
    .withExposedPorts(8080, 8081, 8082, 8404)
    .withWaitStrategy(Wait.forHttp('/healthz', 8404));
