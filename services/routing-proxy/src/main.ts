import { createRedisActivityLog, createRedisRouteTable, HOST_ROLES } from '@svc/platform';
import { createLog, listen, runService, showCertificate } from '@svc/platform/service';
import { config } from './config.ts';
import { createProxy } from './proxy.ts';

/** An agent is started again within this time by an orchestrator on a busy host, and its host isn't lost until after it. In milliseconds. */
const AGENT_AWAY_MS = 20_000;

const log = createLog('routing-proxy', config.SVC_LOG_LEVEL);

await runService(log, async (stops) => {
  await showCertificate(config, HOST_ROLES.caller);
  const onError = (error: Error) => log.warn({ err: error }, 'Redis is away');
  const routes = await createRedisRouteTable({ url: config.SVC_REDIS_URL, cached: true, onError });
  stops.push('routes', () => routes.close());
  const activity = await createRedisActivityLog({ url: config.SVC_REDIS_URL, onError });
  stops.push('activity', () => activity.close());
  const proxy = createProxy({
    routes,
    activity,
    clock: { now: () => new Date() },
    ...(config.SVC_HOST_CERTIFICATES !== undefined && { retryForMs: AGENT_AWAY_MS }),
    publicProtocol: config.SVC_PUBLIC_PROTOCOL,
    leaveMs: config.SVC_LEAVE_MS,
    drainMs: config.SVC_DRAIN_MS,
    onFault: (error) => log.error({ err: error }, 'a call could not be passed on'),
  });
  await listen(proxy.server, config.SVC_PORT, config.SVC_HOST);
  stops.push('proxy', () => proxy.close());
});
