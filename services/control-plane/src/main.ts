import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { closeServer, createLog, listen, runService } from '@svc/platform/service';
import { loadTwin, twinIds } from '@svc/twins';
import { type ControlPlane, createControlPlane } from './control-plane.ts';
import { config, oidc } from './fleet/config.ts';
import { openParts } from './fleet/parts.ts';
import { answerEverything } from './http/malformed.ts';

const log = createLog('control-plane', config.SVC_LOG_LEVEL);
/** Longer than load balancers keep their idle connections (60 s), so that they close first. */
const KEEP_ALIVE_MS = 65_000;
const RECOVERY_PAUSE_MS = 2_000;

await runService(log, async (stops) => {
  const parts = await openParts(log, stops);
  const controlPlane = createControlPlane({
    ...parts,
    log,
    config: {
      baseUrl: config.SVC_BASE_URL,
      twinsUrl: config.SVC_TWINS_URL,
      dashboardUrl: config.SVC_DASHBOARD_URL,
      installationSecret: config.SVC_INSTALLATION_SECRET,
      ...(config.SVC_PROXY_URL && { proxyUrl: config.SVC_PROXY_URL }),
      // Another may be beside it, be it for the time of an upgrade.
      soleInstance: false,
      journalMib: config.SVC_TWIN_JOURNAL_MIB,
      worldMib: config.SVC_TWIN_WORLD_MIB,
      diskReserveMib: config.SVC_DISK_RESERVE_MIB,
      trustedHops: config.SVC_TRUSTED_HOPS,
      ...(config.SVC_PLANS && { plans: config.SVC_PLANS }),
      ...(oidc && { oidc }),
    },
    // A twin without an image here is known, but can't be started.
    twins: { ids: twinIds, load: async (id) => (config.SVC_TWINS.includes(id) ? loadTwin(id) : undefined) },
  });
  addRuntimeMetrics(controlPlane, parts.runtime);
  const stopping = new AbortController();
  const recovered = recover(controlPlane, stopping.signal);
  stops.push('control plane', async () => {
    stopping.abort();
    await recovered;
    await controlPlane.stop();
  });
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, controlPlane.app);
  answerEverything(server, controlPlane);
  await listen(server, config.SVC_PORT, config.SVC_HOST);
  stops.push('server', () => closeServer(server, config.SVC_DRAIN_MS));
  stops.push('place behind the edge', async () => {
    controlPlane.leave();
    await delay(config.SVC_LEAVE_MS);
  });
});

/** Calls are answered meanwhile: an engine that is away at the start must not take what needs none with it. */
async function recover(controlPlane: ControlPlane, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await controlPlane.start();
      return controlPlane.loadTwins();
    } catch (error) {
      log.error({ err: error }, 'the installation could not be made whole; trying again');
      await delay(RECOVERY_PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }
}

function addRuntimeMetrics({ metrics }: ControlPlane, runtime: Awaited<ReturnType<typeof openParts>>['runtime']): void {
  metrics.addGauge('svc_waiting_twins', 'Twins that run and wait for a sandbox.', 'twin', () => runtime.stats().waiting);
  metrics.addGauge('svc_twin_starts', 'Twins given to sandboxes since the start, from the pool and not.', 'kind', () => {
    const { warmStarts, coldStarts } = runtime.stats();
    return { warm: warmStarts, cold: coldStarts };
  });
  if (runtime.hosts) metrics.addGauge('svc_hosts', 'Hosts that twins run on.', 'state', () => runtime.hosts?.() ?? {});
  if (runtime.mirrorLags) {
    const what = 'How far the worst copy of a journal of a host is behind.';
    metrics.addGauge('svc_mirror_lag_milliseconds', what, 'host', () => runtime.mirrorLags?.() ?? {});
  }
}
