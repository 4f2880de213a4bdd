import { closeServer, createLog, listen, runService } from '@svc/platform/service';
import { config } from './config.ts';
import { createEvidenceServer } from './server.ts';

const log = createLog('evidence-store', config.SVC_LOG_LEVEL);
/** How long transfers under way may take to end at a stop. */
const GRACE_MS = 10_000;

await runService(log, async (stops) => {
  const { server, close } = await createEvidenceServer({
    directory: config.SVC_EVIDENCE_DIR,
    bucket: config.SVC_S3_BUCKET,
    region: config.SVC_S3_REGION,
    accessKeyId: config.SVC_S3_ACCESS_KEY_ID,
    secretAccessKey: config.SVC_S3_SECRET_ACCESS_KEY,
    onFault: (error) => log.error({ err: error }, 'evidence could not be read or written'),
  });
  stops.push('store', async () => close());
  await listen(server, config.SVC_PORT, config.SVC_HOST);
  stops.push('server', () => closeServer(server, GRACE_MS));
});
