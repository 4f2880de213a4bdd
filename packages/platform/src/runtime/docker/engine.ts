import { hostname } from 'node:os';
import type { Readable } from 'node:stream';
import Docker from 'dockerode';
import { isStatus, within } from './engine-call.ts';
import { lastLines } from './engine-logs.ts';

/** What a container of a twin may use. */
export interface TwinLimits {
  memoryMiB: number;
  /** In cores. */
  cpus: number;
  pids: number;
}

export interface EngineOptions {
  socketPath: string;
  /** The value of the label that everything of this installation carries; nothing else is ever touched. */
  installation: string;
  /** Name of the image of a twin. */
  image(twin: string): string;
  limits: TwinLimits;
  /** An engine that takes longer for one call is slow beyond use, in milliseconds. */
  callTimeoutMs: number;
  /** `uid:gid` that twins run as. */
  user: string;
}

/** A container to be. */
export interface TwinContainer {
  instance: string;
  twin: string;
  /** The twin's folder, as the engine finds it. */
  folder: string;
  controlToken: string;
  /** Whose it is from the start; a waiting one has nobody yet. */
  owner?: { sessionId: string; expiresAt: Date } | undefined;
}

/** A container that is there. */
export interface FoundContainer {
  id: string;
  instance: string;
  twin: string;
  waiting: boolean;
  running: boolean;
  /** False where its image was replaced by a newer one of the same name. */
  current: boolean;
}

export const LABELS = {
  installation: 'svc.installation',
  instance: 'svc.instance',
  twin: 'svc.twin',
  pool: 'svc.pool',
  session: 'svc.session',
  expires: 'svc.expires',
} as const;

/** Where a twin finds its folder, inside its container. */
const DATA = '/data';
export const SOCKET_NAME = 'twin.sock';
const JOURNAL_NAME = 'journal.jsonl';
const MIB = 2 ** 20;
const NANO = 1e9;
const REMOVAL_POLL_MS = 50;
const REMOVAL_MS = 10_000;

/** The Docker engine (API 1.41 and later), as far as twins need it. */
export class Engine {
  readonly #docker: Docker;
  readonly #options: EngineOptions;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#docker = new Docker({ socketPath: options.socketPath });
  }

  /** @returns the container's id */
  async run(container: TwinContainer): Promise<string> {
    const created = await within(this.#options.callTimeoutMs, (abortSignal) =>
      this.#docker.createContainer({ ...this.#specification(container), abortSignal }),
    );
    await this.start(created.id);
    return created.id;
  }

  /** Starts a container that isn't running. */
  async start(id: string): Promise<void> {
    await within(this.#options.callTimeoutMs, (abortSignal) => this.#docker.getContainer(id).start({ abortSignal })).catch(
      (error) => {
        if (!isStatus(error, 304)) throw error;
      },
    );
  }

  /** A waiting container was given to a session: operators see whose it is. */
  async rename(id: string, name: string): Promise<void> {
    await within(this.#options.callTimeoutMs, (abortSignal) => this.#docker.getContainer(id).rename({ name, abortSignal }));
  }

  /** Ends a container that is not to come back, and leaves it for its end to be looked into. */
  async giveUp(id: string): Promise<void> {
    const container = this.#docker.getContainer(id);
    await within(this.#options.callTimeoutMs, (abortSignal) => container.update({ RestartPolicy: { Name: 'no' }, abortSignal }));
    await within(this.#options.callTimeoutMs, (abortSignal) => container.kill({ abortSignal })).catch(() => {});
  }

  /** Removes whatever there is of an instance, and waits until it is gone. */
  async remove(instance: string): Promise<void> {
    const until = performance.now() + REMOVAL_MS;
    for (;;) {
      const found = await this.#list({ [LABELS.instance]: instance });
      if (found.length === 0) return;
      for (const { Id } of found) await this.#removeOne(Id);
      // One that is being removed by somebody else is still listed for a while.
      if (performance.now() > until) throw new Error(`The container of ${instance} could not be removed.`);
      await new Promise((resolve) => setTimeout(resolve, REMOVAL_POLL_MS));
    }
  }

  async #removeOne(id: string): Promise<void> {
    await within(this.#options.callTimeoutMs, (abortSignal) =>
      this.#docker.getContainer(id).remove({ force: true, v: true, abortSignal }),
    ).catch((error) => {
      if (!isStatus(error, 404) && !isStatus(error, 409)) throw error;
    });
  }

  async list(): Promise<FoundContainer[]> {
    const found = await this.#list({});
    const images = new Map<string, string | undefined>();
    for (const twin of new Set(found.map(({ Labels }) => Labels[LABELS.twin] ?? ''))) images.set(twin, await this.#imageId(twin));
    return found.map(({ Id, Labels, State, ImageID }) => ({
      id: Id,
      instance: Labels[LABELS.instance] ?? '',
      twin: Labels[LABELS.twin] ?? '',
      waiting: Labels[LABELS.pool] === 'warm',
      running: State === 'running',
      current: images.get(Labels[LABELS.twin] ?? '') === ImageID,
    }));
  }

  /** The last lines that a container wrote, for an error that says why it isn't up. */
  async lastWords(id: string): Promise<string> {
    const lines = await within(this.#options.callTimeoutMs, (abortSignal) =>
      lastLines(this.#docker.getContainer(id), abortSignal),
    ).catch(() => []);
    return lines.length > 0 ? `; its last lines:\n${lines.join('\n')}` : '';
  }

  /** Tells of the deaths of this installation's containers, as JSON lines, until `signal`. */
  async deaths(signal: AbortSignal): Promise<Readable> {
    const label = [this.#label(LABELS.installation)];
    const options: Docker.GetEventsOptions = { filters: { type: ['container'], event: ['die'], label }, abortSignal: signal };
    return (await this.#docker.getEvents(options)) as Readable;
  }

  /** The engine's own path of a folder of this process, which may itself run in a container with a volume there. */
  async pathOf(folder: string): Promise<string> {
    const self = await within(this.#options.callTimeoutMs, (abortSignal) =>
      this.#docker.getContainer(hostname()).inspect({ abortSignal }),
    ).catch((error) => {
      if (isStatus(error, 404)) return undefined;
      throw error;
    });
    return self?.Mounts.find(({ Destination }) => Destination === folder)?.Source ?? folder;
  }

  async #imageId(twin: string): Promise<string | undefined> {
    const image = this.#docker.getImage(this.#options.image(twin));
    return within(this.#options.callTimeoutMs, () => image.inspect()).then(
      ({ Id }) => Id,
      () => undefined,
    );
  }

  #list(labels: Record<string, string>): Promise<Docker.ContainerInfo[]> {
    const label = [this.#label(LABELS.installation), ...Object.entries(labels).map(([name, value]) => `${name}=${value}`)];
    return within(this.#options.callTimeoutMs, (abortSignal) =>
      this.#docker.listContainers({ all: true, filters: { label }, abortSignal }),
    );
  }

  #label(name: typeof LABELS.installation): string {
    return `${name}=${this.#options.installation}`;
  }

  #specification({ instance, twin, folder, controlToken, owner }: TwinContainer): Docker.ContainerCreateOptions {
    const { installation, image, user, limits } = this.#options;
    return {
      name: `svc-${twin}-${owner?.sessionId ?? instance}`,
      Image: image(twin),
      User: user,
      Hostname: twin,
      Env: [
        `SVC_TWIN=${twin}`,
        `SVC_SOCKET=${DATA}/${SOCKET_NAME}`,
        `SVC_JOURNAL=${DATA}/${JOURNAL_NAME}`,
        `SVC_CONTROL_TOKEN=${controlToken}`,
        ...(owner ? [] : ['SVC_WARM_UP=1']),
      ],
      Labels: {
        [LABELS.installation]: installation,
        [LABELS.instance]: instance,
        [LABELS.twin]: twin,
        [LABELS.pool]: owner ? 'cold' : 'warm',
        ...(owner && { [LABELS.session]: owner.sessionId, [LABELS.expires]: owner.expiresAt.toISOString() }),
      },
      // The runtime asks the twin itself; a process in every container every few seconds would cost more than the twins do.
      Healthcheck: { Test: ['NONE'] },
      HostConfig: { ...confinement(limits), Binds: [`${folder}:${DATA}`] },
    };
  }
}

/** A twin reaches nothing: no network at all, a read-only file system, one folder of its own. */
function confinement({ memoryMiB, cpus, pids }: TwinLimits): Docker.HostConfig {
  return {
    NetworkMode: 'none',
    ReadonlyRootfs: true,
    CapDrop: ['ALL'],
    SecurityOpt: ['no-new-privileges'],
    Memory: memoryMiB * MIB,
    // No swap beyond it.
    MemorySwap: memoryMiB * MIB,
    NanoCpus: Math.round(cpus * NANO),
    PidsLimit: pids,
    // Comes back from its journal by itself, also while no control plane runs, and after a restart of the engine.
    RestartPolicy: { Name: 'unless-stopped' },
    LogConfig: { Type: 'json-file', Config: { 'max-size': '1m', 'max-file': '2' } },
  };
}
