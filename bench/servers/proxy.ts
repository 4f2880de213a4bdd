import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createActivityLog, createRouteTable, HOST_ROLES, readHostCredentials, useHostCredentials } from '@svc/platform';
import { createProxy } from '@svc/routing-proxy';
import { onStart } from '../lib/process.ts';

const LIFETIME_MS = 3_600_000;

interface Proxied {
  upstream: string;
  sessionId: string;
  token: string;
  /** The folder with them, for a twin on another host. */
  certificates?: string;
}

/** The routing proxy with one sandbox, whose twin is `upstream`. */
onStart(async ({ upstream, sessionId, token, certificates }: Proxied) => {
  if (certificates !== undefined) useHostCredentials(await readHostCredentials(certificates, HOST_ROLES.caller));
  const routes = createRouteTable();
  await routes.publish({
    sessionId,
    twins: { github: upstream },
    tokenSha256: createHash('sha256').update(token).digest('hex'),
    expiresAt: Date.now() + LIFETIME_MS,
    state: 'open',
  });
  const { server } = createProxy({ routes, activity: createActivityLog(), clock: { now: () => new Date() } });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token };
});
