import { hostname } from 'node:os';
import type { Readable } from 'node:stream';
import { type FoundContainer, isInstance } from '@svc/platform/agent';
import Docker from 'dockerode';
import { isStatus, within } from './engine-call.ts';
import { lastLines } from './engine-logs.ts';
import { Refusal } from './refusal.ts';
import { LABELS, specification, type TwinContainer, type TwinLimits } from './specification.ts';

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

/** A container that is there, as the engine knows it. */
export interface EngineContainer extends Omit<FoundContainer, 'reachable'> {
  id: string;
}

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

  async run(container: TwinContainer): Promise<void> {
    const created = await within(this.#options.callTimeoutMs, (abortSignal) =>
      this.#docker.createContainer({ ...specification(this.#options, container), abortSignal }),
    );
    await this.#start(created.id);
  }

  /** Whether it answers at all. */
  answers(): Promise<boolean> {
    return this.#list({ [LABELS.instance]: 'none' }).then(
      () => true,
      () => false,
    );
  }

  /** Starts an instance that isn't running. */
  async start(instance: string): Promise<void> {
    await this.#start(await this.#idOf(instance));
  }

  async #start(id: string): Promise<void> {
    await within(this.#options.callTimeoutMs, (abortSignal) => this.#docker.getContainer(id).start({ abortSignal })).catch(
      (error) => {
        if (!isStatus(error, 304)) throw error;
      },
    );
  }

  /** A waiting container was given to a session: operators see whose it is. */
  async rename(instance: string, name: string): Promise<void> {
    const id = await this.#idOf(instance);
    await within(this.#options.callTimeoutMs, (abortSignal) => this.#docker.getContainer(id).rename({ name, abortSignal }));
  }

  /** Ends a container that is not to come back, and leaves it for its end to be looked into. */
  async giveUp(instance: string): Promise<void> {
    const container = this.#docker.getContainer(await this.#idOf(instance));
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
      if (!isStatus(error, 404) && !isStatus(error, 409) && !isHeldUp(error)) throw error;
    });
  }

  async has(instance: string): Promise<boolean> {
    return (await this.#list({ [LABELS.instance]: instance })).length > 0;
  }

  async list(): Promise<EngineContainer[]> {
    // What has no instance of ours isn't a twin, whatever its labels say.
    const found = (await this.#list({})).filter(({ Labels }) => isInstance(Labels[LABELS.instance] ?? ''));
    const images = new Map<string, string | undefined>();
    for (const twin of new Set(found.map(({ Labels }) => Labels[LABELS.twin] ?? ''))) images.set(twin, await this.#imageId(twin));
    return found.map(({ Id, Labels, State, ImageID }) => ({
      id: Id,
      instance: Labels[LABELS.instance] ?? '',
      twin: Labels[LABELS.twin] ?? '',
      waiting: Labels[LABELS.pool] === 'warm',
      state: State === 'running' || State === 'created' ? State : 'ended',
      current: images.get(Labels[LABELS.twin] ?? '') === ImageID,
    }));
  }

  /** The last lines that a twin wrote. */
  async lastLines(instance: string): Promise<string[]> {
    const container = this.#docker.getContainer(await this.#idOf(instance));
    return within(this.#options.callTimeoutMs, (abortSignal) => lastLines(container, abortSignal));
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

  async #list(labels: Record<string, string>): Promise<Docker.ContainerInfo[]> {
    const label = [this.#label(LABELS.installation), ...Object.entries(labels).map(([name, value]) => `${name}=${value}`)];
    const found = await within(this.#options.callTimeoutMs, (abortSignal) =>
      this.#docker.listContainers({ all: true, filters: { label }, abortSignal }),
    );
    return found.filter(isThere);
  }

  #label(name: typeof LABELS.installation): string {
    return `${name}=${this.#options.installation}`;
  }

  /** Whatever is asked for, only what carries this installation's label is ever found. */
  async #idOf(instance: string): Promise<string> {
    const [found] = await this.#list({ [LABELS.instance]: instance });
    if (!found) throw new Refusal(`There is no twin ${instance} here.`);
    return found.Id;
  }
}

/** One that is removed loses its name last. Some engines (20.10) list it for ever after, though they know of no such container. */
const isThere = ({ State, Names }: Docker.ContainerInfo): boolean => State !== 'removing' || Boolean(Names?.length);

/** The engine met files of the container still in use, and keeps it as dead until it is asked again. */
const isHeldUp = (error: unknown): boolean =>
  isStatus(error, 500) && String((error as Error).message).includes('unable to remove filesystem');
