import { AGENT_NAME, readHostCredentials } from '@svc/platform/agent';
import { createLog, runService } from '@svc/platform/service';
import { createHostAgent } from './agent.ts';
import { config } from './config.ts';

const log = createLog('host-agent', config.SVC_LOG_LEVEL);

await runService(log, async (stops) => {
  const agent = createHostAgent({
    engineSocket: config.SVC_DOCKER_SOCKET,
    installation: config.SVC_INSTALLATION,
    image: (twin) => config.SVC_TWIN_IMAGE.replaceAll('{twin}', twin),
    twins: config.SVC_TWINS,
    mostTwins: config.SVC_MOST_TWINS,
    directory: config.SVC_TWINS_DIR,
    engineDirectory: config.SVC_TWINS_ENGINE_DIR,
    limits: { memoryMiB: config.SVC_TWIN_MEMORY_MIB, cpus: config.SVC_TWIN_CPUS, pids: config.SVC_TWIN_PIDS },
    onGivenUp: (session, error) => log.error({ session, err: error }, 'a twin was given up'),
    onTrouble: (what, error) => log.warn({ what, err: error }, 'the container engine met a fault'),
  });
  stops.push('agent', () => agent.close());
  await agent.listen(config.SVC_AGENT_SOCKET);
  if (config.SVC_HOST_CERTIFICATES !== undefined) {
    const credentials = await readHostCredentials(config.SVC_HOST_CERTIFICATES, AGENT_NAME);
    await agent.listenToHosts({ host: config.SVC_HOST, port: config.SVC_AGENT_PORT }, credentials);
  }
});
