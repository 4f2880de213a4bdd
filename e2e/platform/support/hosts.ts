import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type HostAgent, Registration } from '@svc/host-agent';
import { migrate, openDatabase } from '@svc/platform';
import { AGENT_NAME, readHostCredentials } from '@svc/platform/agent';
import { startTestDatabase } from '@svc/platform/testing';
import Docker from 'dockerode';
import { type AgentSettings, STAND_INS, startAgent } from './agent.ts';

const docker = new Docker();

/** One of several hosts, all of them on one engine: what tells them apart is the label and the folder of each. */
export class Host {
  readonly settings: AgentSettings;
  readonly name: string;
  #agent: HostAgent | undefined;
  #registration: Registration | undefined;
  #port = 0;

  constructor(name: string, settings: AgentSettings) {
    this.name = name;
    this.settings = settings;
  }

  /** Its agent, on the port that it had before. */
  async start(hosts: Hosts, { port = this.#port, mostTwins = 1_000 } = {}): Promise<void> {
    const agent = await startAgent(this.settings);
    this.#agent = agent;
    const own = await readHostCredentials(hosts.certificates, AGENT_NAME);
    this.#port = await agent.listenToHosts({ host: '127.0.0.1', port }, own);
    const said = { name: this.name, address: `127.0.0.1:${this.#port}`, port: this.#port, twins: STAND_INS, mostTwins };
    this.#registration = new Registration({ database: hosts.database, agent, said, onTrouble: () => {}, everyMs: 200 });
  }

  id(): Promise<string> {
    return this.#agent!.hostId();
  }

  /** Is heard of no more, and answers. */
  async fallSilent(): Promise<void> {
    await this.#registration?.close();
    this.#registration = undefined;
  }

  /** Is heard of no more, and doesn't answer; what runs runs on. */
  async leave(): Promise<void> {
    await this.fallSilent();
    await this.#agent?.close();
    this.#agent = undefined;
  }

  containers = (): Promise<Docker.ContainerInfo[]> =>
    docker.listContainers({ all: true, filters: { label: [`svc.installation=${this.settings.installation}`] } });

  async containerOf(sessionId: string, twin: string): Promise<Docker.Container | undefined> {
    const found = (await this.containers()).find(({ Names }) => Names.includes(`/svc-${twin}-${sessionId}`));
    return found && docker.getContainer(found.Id);
  }
}

/** Several hosts of one installation, with the database that they register in. */
export interface Hosts {
  all: Host[];
  database: ReturnType<typeof openDatabase>;
  databaseUrl: string;
  certificates: string;
  stop(): Promise<void>;
}

export async function startHosts(count: number, directory: string): Promise<Hosts> {
  const postgres = await startTestDatabase();
  const database = openDatabase({ connectionString: postgres.connectionString });
  await migrate(database);
  const certificates = join(directory, 'certificates');
  await promisify(execFile)('bash', [join(import.meta.dirname, '../../../deploy/host-certificates.sh'), certificates]);
  const all = Array.from({ length: count }, (_, n) => {
    const installation = `test-${randomBytes(4).toString('hex')}`;
    return new Host(`host-${n + 1}`, { installation, directory: join(directory, installation) });
  });
  const stop = async () => {
    for (const host of all) await host.leave();
    await database.destroy();
    await postgres.stop();
  };
  const hosts: Hosts = { all, database, databaseUrl: postgres.connectionString, certificates, stop };
  for (const host of all) await host.start(hosts);
  return hosts;
}
