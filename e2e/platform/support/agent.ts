import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createHostAgent, type HostAgent, type HostAgentOptions } from '@svc/host-agent';
import { AGENT_NAME, readHostCredentials } from '@svc/platform/agent';
import { STAND_IN_IMAGE } from './stand-in-image.ts';

/** Stand-ins by what they do: see the contract suite of the sandbox runtime. */
export const STAND_INS = ['one', 'two', 'three', 'broken', 'refusing', 'silent'];

export type AgentSettings = Partial<HostAgentOptions> & { installation: string; directory: string };

/** Beside the twins' folder, which some tests take away. */
export const agentSocket = ({ directory }: { directory: string }): string => `${directory}.sock`;

export async function startAgent(settings: AgentSettings): Promise<HostAgent> {
  const agent = createHostAgent({ image: () => STAND_IN_IMAGE, twins: STAND_INS, ...settings });
  await agent.listen(agentSocket(settings));
  return agent;
}

/** Has an agent answer other hosts too, with the certificates of an installation of its own. */
export async function listenToHosts(agent: HostAgent, { directory }: { directory: string }) {
  const certificates = `${directory}-certificates`;
  await promisify(execFile)('bash', [join(import.meta.dirname, '../../../deploy/host-certificates.sh'), certificates]);
  const own = await readHostCredentials(certificates, AGENT_NAME);
  const port = await agent.listenToHosts({ host: '127.0.0.1', port: 0 }, own);
  return { address: { host: '127.0.0.1', port }, certificates };
}

/** An agent in a process of its own, which is killed as a crash would end it. */
export async function hostAgent(settings: AgentSettings): Promise<{ kill(): Promise<void> }> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'agent-host.ts'), [JSON.stringify(settings)], { execArgv: [] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The agent ended with ${code} before it listened.`);
  });
  await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => {});
  return {
    kill: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
