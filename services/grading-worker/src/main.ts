import { createNarrator, narratorConfig } from '@svc/narrator';
import { consumeRedisGradeQueue, createS3BlobStore, createSealer, HOST_ROLES, openDatabase } from '@svc/platform';
import { blobOptions, closeServer, createLog, databaseUrl, listen, runService, showCertificate } from '@svc/platform/service';
import { loadTwin } from '@svc/twins';
import { config } from './config.ts';
import { createOperatorServer, WorkerMetrics } from './metrics.ts';
import { startGradingWorker } from './worker.ts';

const log = createLog('grading-worker', config.SVC_LOG_LEVEL);
const GRACE_MS = 1_000;

await runService(log, async (stops) => {
  const metrics = new WorkerMetrics();
  let ready = false;
  const server = createOperatorServer(metrics.registry, () => ready);
  await listen(server, config.SVC_PORT, config.SVC_HOST);
  stops.push('server', () => closeServer(server, GRACE_MS));
  await showCertificate(config, HOST_ROLES.caller);
  const database = openDatabase({ connectionString: databaseUrl(config), maxConnections: config.SVC_DATABASE_POOL });
  stops.push('database', () => database.destroy());
  const blobs = createS3BlobStore(blobOptions(config));
  stops.push('blobs', () => blobs.close());
  const queue = {
    url: config.SVC_REDIS_URL,
    drainMs: config.SVC_DRAIN_MS,
    onError: (error: Error) => log.warn({ err: error }, 'the queue met a fault'),
  };
  const narrator = narratorConfig(config);
  const worker = await startGradingWorker({
    consume: (consumer) => consumeRedisGradeQueue(queue, consumer),
    database,
    blobs,
    sealer: createSealer(config.SVC_INSTALLATION_SECRET),
    twins: { load: loadTwin },
    clock: { now: () => new Date() },
    log,
    concurrency: config.SVC_CONCURRENCY,
    ...(narrator && { narrator: createNarrator(narrator) }),
    onOutcome: metrics.onOutcome,
  });
  stops.push('worker', async () => {
    ready = false;
    await worker.close();
  });
  ready = true;
});
