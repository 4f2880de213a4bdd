import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../fleet/wait.ts';
import { Door } from './door.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const ENGINES = join(import.meta.dirname, 'engines.sh');
export const HOSTS = [1, 2, 3] as const;
const NETWORK = '10.98.7';
/** Hosts with an edge, and its ports: of the API, the twins and the evidence. */
const EDGES = [1, 3];
const PORTS = [8080, 8081, 8082];
const MOST_BYTES = 64 << 20;
/** Of one command on an engine, in milliseconds. */
const COMMAND_MS = 300_000;
/** Until all agents have registered, in milliseconds: seconds on an idle machine. */
const HEARD_OF_MS = 180_000;
/** Of the engines and their data; each run has its own. */
const FOLDER = '/var/lib/svc-swarm-';

export interface HostRow {
  id: string;
  name: string;
  state: string;
  placed: number;
  waiting: Record<string, number>;
  /** How far the worst copy of its journals is behind; null where it has none made. */
  mirror_lag_ms: number | null;
}

/** Three hosts with the fleet on them: engines of this machine, each in a network of its own. The first manages, and has stores and edge. */
export class Swarm {
  readonly #folder: string;
  readonly #deploy: string;
  readonly #doors: readonly Door[];
  readonly #environment: NodeJS.ProcessEnv;

  private constructor(folder: string, doors: readonly Door[]) {
    this.#folder = folder;
    this.#deploy = join(folder, 'stack');
    this.#doors = doors;
    const [api, twins, evidence] = doors.map(({ origin }) => origin);
    this.#environment = {
      ...process.env,
      DOCKER_HOST: this.#socket(1),
      SVC_DOCKER_SOCKET: this.#socket(1).replace('unix://', ''),
      SVC_BASE_URL: `${api}/v1`,
      SVC_TWINS_URL: twins,
      SVC_EVIDENCE_URL: evidence,
      SVC_WARM: 'github=1',
    };
  }

  static async start(tag: string): Promise<Swarm> {
    const doors = await Promise.all(
      PORTS.map((port) =>
        Door.open(
          EDGES.map((host) => `${NETWORK}.${host}`),
          port,
        ),
      ),
    );
    const swarm = new Swarm(await mkdtemp(FOLDER), doors);
    try {
      await run('bash', [ENGINES, 'up', swarm.#folder]).catch(({ stderr }: { stderr: string }) => {
        throw new Error(stderr.trim());
      });
      await swarm.#loadImages(tag);
      await swarm.#deployStack();
      await swarm.allThere();
      return swarm;
    } catch (error) {
      await swarm.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    for (const door of this.#doors) door.close();
    await run('bash', [ENGINES, 'down', this.#folder]);
  }

  /** Waits until every host takes sandboxes and has a twin that waits for one. */
  async allThere(): Promise<void> {
    await until('all agents to be registered, with a twin waiting', HEARD_OF_MS, async () => {
      const hosts = await this.hosts();
      return hosts.length === HOSTS.length && hosts.every(({ state, waiting }) => state === 'active' && waiting.github === 1);
    });
  }

  /** Docker, on one of the hosts. */
  async docker(host: number, ...args: string[]): Promise<string> {
    const options = { maxBuffer: MOST_BYTES, timeout: COMMAND_MS };
    const { stdout } = await run('docker', ['--host', this.#socket(host), ...args], options);
    return stdout.trim();
  }

  /** Rolls the tasks of a service over to new ones, as an update of the stack does. */
  async update(service: string): Promise<void> {
    await this.docker(1, 'service', 'update', '--force', '--detach=false', '--quiet', `svc_${service}`);
  }

  /** Of the containers of a service on a host, those that run. */
  async tasks(host: number, service: string, ...more: string[]): Promise<string[]> {
    const label = `label=com.docker.swarm.service.name=svc_${service}`;
    return lines(await this.docker(host, 'ps', '--quiet', '--filter', label, ...more));
  }

  /** The first process of a container, as this machine knows it. */
  async processOf(host: number, container: string): Promise<number> {
    return Number(await this.docker(host, 'inspect', '--format', '{{.State.Pid}}', container));
  }

  /** Ids of the sandboxes that have a twin on a host. */
  async sandboxesOn(host: number): Promise<string[]> {
    const names = lines(await this.docker(host, 'ps', '--all', '--format', '{{.Names}}', '--filter', 'label=svc.twin'));
    return names.flatMap((name) => /-(ses_\w+)$/.exec(name)?.[1] ?? []);
  }

  /** Goes over to other settings, as an operator does: those are in `deploy/.env`. */
  async reset(settings: Record<string, string>): Promise<void> {
    const options = { cwd: this.#deploy, env: this.#environment };
    for (const [name, value] of Object.entries(settings)) {
      await run('sed', ['-i', `/^${name}=/d`, 'deploy/.env'], options);
      await appendFile(join(this.#deploy, 'deploy/.env'), `${name}=${value}\n`);
    }
    await run('deploy/stack.sh', [], options);
  }

  /** Whether a host keeps a copy of another's journal in which a text stands. */
  async hasCopyWith(host: number, text: string): Promise<boolean> {
    const [agent] = await this.tasks(host, 'host-agent');
    const find = 'grep -rqF -- "$1" /twins/mirrors';
    return this.docker(host, 'exec', agent!, 'sh', '-c', find, 'sh', text).then(
      () => true,
      () => false,
    );
  }

  /** `svc admin`, in the container of a control plane. */
  async admin(...args: string[]): Promise<string> {
    for (const host of HOSTS) {
      const [id] = await this.tasks(host, 'control-plane', '--filter', 'health=healthy').catch(() => []);
      if (id) return this.docker(host, 'exec', id, 'svc', 'admin', ...args);
    }
    throw new Error('No control plane is healthy.');
  }

  async hosts(): Promise<HostRow[]> {
    return JSON.parse(await this.admin('host', 'list', '--json')) as HostRow[];
  }

  /** `svc` as a user of the fleet has it. */
  async svc(key: string, ...args: string[]): Promise<string> {
    const env = { ...process.env, SVC_BASE_URL: this.baseUrl, SVC_API_KEY: key, XDG_CONFIG_HOME: this.#deploy };
    const options = { cwd: ROOT, env, maxBuffer: MOST_BYTES, timeout: COMMAND_MS };
    const { stdout, stderr } = await run(join(ROOT, 'svc'), [...args, '--runs-dir', join(this.#deploy, 'runs')], options).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    return stdout + stderr;
  }

  /** Cuts a host off, mends that, ends all its processes at once, its engine alone, or starts that. */
  async strike(how: 'cut' | 'mend' | 'crash' | 'kill' | 'start', host: number): Promise<void> {
    await run('bash', [ENGINES, how, this.#folder, `${host}`]);
  }

  get baseUrl(): string {
    return this.#environment.SVC_BASE_URL as string;
  }

  #socket(host: number): string {
    return `unix://${this.#folder}/${host}/docker.sock`;
  }

  async #loadImages(tag: string): Promise<void> {
    const names = lines((await run('docker', ['image', 'ls', '--format', '{{.Repository}}:{{.Tag}}'])).stdout);
    const own = names.filter((name) => name.endsWith(`:${tag}`) || /^svc-base\/(postgres|redis|haproxy):local$/.test(name));
    const archive = join(this.#folder, 'images.tar');
    await run('docker', ['save', '--output', archive, ...own]);
    await Promise.all(HOSTS.map((host) => this.docker(host, 'load', '--quiet', '--input', archive)));
    await rm(archive);
  }

  /** As an operator does, in a clone's folder of its own. */
  async #deployStack(): Promise<void> {
    await cp(join(ROOT, 'deploy'), join(this.#deploy, 'deploy'), {
      recursive: true,
      filter: (path) => !/\/deploy\/(\.env|certificates|backups)/.test(path),
    });
    const options = { cwd: this.#deploy, env: this.#environment };
    await run('deploy/generate-secrets.sh', [], options);
    // Within each host's own mounts that is where its engine listens.
    await run('sed', ['-i', 's#^DOCKER_SOCKET=.*#DOCKER_SOCKET=/run/svc-host/docker.sock#', 'deploy/.env'], options);
    for (const host of EDGES) await this.docker(1, 'node', 'update', '--label-add', 'svc.edge=true', `host-${host}`);
    await run('deploy/stack.sh', [], options);
  }
}

const lines = (said: string): string[] => said.split('\n').filter((line) => line !== '');
