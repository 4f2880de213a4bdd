import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createHostAgent } from '@svc/host-agent';
import { AGENT_NAME, readHostCredentials, tunnelUrl, twinSocket } from '@svc/platform/agent';
import { startHaproxy } from '../lib/haproxy.ts';
import { onStart } from '../lib/process.ts';

const INSTANCE = '0'.repeat(16);

/** A host's agent, with one twin that sends `answer`. It needs no engine for what is measured. */
onStart(async ({ certificates, answer }: { certificates: string; answer: string }) => {
  const directory = await mkdtemp(join(tmpdir(), 'svc-bench-host-'));
  const socket = twinSocket(directory, INSTANCE);
  await mkdir(dirname(socket), { recursive: true });
  const twin = await startHaproxy(
    `  bind unix@${socket} mode 666\n  http-request return status 200 content-type application/json file answer.json`,
    { 'answer.json': answer },
  );
  const agent = createHostAgent({
    installation: 'bench',
    image: (id) => id,
    twins: ['github'],
    directory,
    engineSocket: join(directory, 'no-engine.sock'),
  });
  const at = { host: '127.0.0.1', port: 0 };
  at.port = await agent.listenToHosts(at, await readHostCredentials(certificates, AGENT_NAME));
  return {
    url: tunnelUrl(at, INSTANCE),
    token: '',
    close: async () => {
      await agent.close();
      await twin.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
});
