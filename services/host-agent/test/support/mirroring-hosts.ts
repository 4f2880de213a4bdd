import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHostAgent, type HostAgent, Mirroring, Registration } from '@svc/host-agent';
import { type HostCredentials, listHosts, migrate, openDatabase } from '@svc/platform';
import { markLost } from '@svc/platform/hosts';
import { certificates, type Part } from './certificates.ts';
import { type StandInContainer, StandInEngine, type StandInProcesses } from './stand-in-engine.ts';

const STAND_IN = fileURLToPath(import.meta.resolve('@svc/platform/testing/processes/stand-in-twin'));

/** Runs a stand-in twin, a process of its own, in place of each container. */
class Processes implements StandInProcesses {
  readonly #running = new Map<string, ChildProcess>();

  async started({ id, made }: StandInContainer): Promise<void> {
    const { Env = [], HostConfig } = made as { Env?: string[]; HostConfig?: { Binds: string[] } };
    const folder = HostConfig?.Binds[0]?.split(':')[0] ?? '';
    const pairs = Env.map((line) => line.split('=') as [string, string]);
    const env = Object.fromEntries(pairs.map(([name, value]) => [name, value.replace(/^\/data/, folder)]));
    this.#running.set(id, fork(STAND_IN, { env, execArgv: [], stdio: 'ignore' }));
  }

  async removed({ id }: StandInContainer): Promise<void> {
    const child = this.#running.get(id);
    this.#running.delete(id);
    if (!child || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  async killAll(): Promise<void> {
    for (const id of [...this.#running.keys()]) await this.removed({ id } as StandInContainer);
  }
}

/** A host with a real agent, over an engine that runs processes. */
export class MirroringHost {
  readonly name: string;
  readonly directory: string;
  readonly #hosts: MirroringHosts;
  readonly #mirrors: boolean;
  #processes = new Processes();
  #engine: StandInEngine | undefined;
  #agent: HostAgent | undefined;
  #registration: Registration | undefined;
  #mirroring: Mirroring | undefined;

  constructor(name: string, hosts: MirroringHosts, mirrors: boolean) {
    this.name = name;
    this.#hosts = hosts;
    this.#mirrors = mirrors;
    this.directory = join(hosts.folder, name);
  }

  async start(): Promise<void> {
    mkdirSync(this.directory, { recursive: true });
    this.#engine = new StandInEngine(this.#processes);
    const engineSocket = join(this.directory, 'engine.sock');
    await this.#engine.listen(engineSocket);
    const said = { name: this.name, twins: ['one', 'two'], mostTwins: 20 };
    const agent = createHostAgent({
      ...{ ...said, installation: this.name, image: (id) => id, engineSocket },
      ...{ directory: this.directory, engineDirectory: this.directory },
      ...(this.#mirrors && { copies: { reserveBytes: 0 } }),
    });
    this.#agent = agent;
    await agent.listen(join(this.directory, 'agent.sock'));
    const { database, agentCredentials: credentials } = this.#hosts;
    const port = await agent.listenToHosts({ host: '127.0.0.1', port: 0 }, credentials);
    const common = { database, agent, onTrouble: () => {} };
    const address = `127.0.0.1:${port}`;
    this.#registration = new Registration({ ...common, said: { ...said, address, port }, everyMs: 100 });
    const { directory } = this;
    if (this.#mirrors) this.#mirroring = new Mirroring({ ...common, directory, credentials, everyMs: 50, askEveryMs: 100 });
  }

  id = (): Promise<string> => this.#agent!.hostId();

  /** All its processes end, and it is taken for lost. */
  async lose(): Promise<void> {
    const id = await this.id();
    await this.die();
    await this.#hosts.database
      .updateTable('hosts')
      .set({ beat_at: new Date(Date.now() - 60_000) })
      .where('id', '=', id)
      .execute();
    await markLost(this.#hosts.database);
  }

  async die(): Promise<void> {
    await this.#mirroring?.close();
    await this.#registration?.close();
    await this.#agent?.close();
    await this.#engine?.close();
    await this.#processes.killAll();
  }
}

/** Several hosts of one installation. */
export class MirroringHosts {
  readonly folder = mkdtempSync(join(tmpdir(), 'svc-m-'));
  readonly all: MirroringHost[] = [];
  database!: ReturnType<typeof openDatabase>;
  agentCredentials!: HostCredentials;
  credentialsOf!: (part: Part) => Promise<HostCredentials>;

  /** @param connectionString of a database in which no other hosts are known */
  static async start(connectionString: string, count: number, mirrors = true): Promise<MirroringHosts> {
    const hosts = new MirroringHosts();
    hosts.database = openDatabase({ connectionString });
    await migrate(hosts.database);
    await hosts.database.deleteFrom('placements').execute();
    await hosts.database.deleteFrom('hosts').execute();
    hosts.credentialsOf = await certificates(join(hosts.folder, 'certificates'));
    hosts.agentCredentials = await hosts.credentialsOf('host-agent');
    for (let n = 1; n <= count; n += 1) hosts.all.push(new MirroringHost(`worker-${n}`, hosts, mirrors));
    for (const host of hosts.all) await host.start();
    return hosts;
  }

  async called(id: string): Promise<MirroringHost> {
    const found = (await listHosts(this.database)).find((host) => host.id === id);
    return this.all.find(({ name }) => name === found?.name)!;
  }

  async stop(): Promise<void> {
    for (const host of this.all) await host.die();
    await this.database.destroy();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
