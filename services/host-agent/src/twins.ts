import { type AgentAnswers, type AgentRequest, eachInTurn, instanceFolder } from '@svc/platform/agent';
import type { Engine } from './engine.ts';
import type { MirrorStore } from './mirror/store.ts';
import type { OwnPool } from './own-pool.ts';
import { Refusal } from './refusal.ts';
import { containerName } from './specification.ts';
import type { TwinFolders } from './twin-folders.ts';

export interface TwinsOptions {
  engine: Engine;
  folders: TwinFolders;
  /** Twins that may be run. */
  allowed: readonly string[];
  /** How many run at a time. */
  most: number;
  /** Whom the twins' folders are given to, where this process may give files away. */
  account: { uid: number; gid: number } | undefined;
  /** The twins' folder as the engine finds it. */
  engineRoot(): Promise<string>;
  /** Twins that the agent itself keeps waiting. */
  pool(): OwnPool;
  /** Copies of other hosts' journals; left out: none are kept. */
  mirrors: MirrorStore | undefined;
}

type Request<Ask extends AgentRequest['ask']> = Extract<AgentRequest, { ask: Ask }>;
type Handlers = { [Ask in AgentRequest['ask']]: (request: Request<Ask>) => Promise<AgentAnswers[Ask]> };

/** Stands in a claim for a session: the instance is being removed. */
const DISCARDED = 'discarded';
const REMOVED_AT_ONCE = 8;

/** What is done for each request of the protocol. */
export class Twins {
  readonly #options: TwinsOptions;
  readonly #removing = new Map<string, Promise<void>>();
  readonly #takingUp = new Map<string, Promise<string | null>>();
  readonly #handlers: Handlers = {
    launch: (request) => this.#launch(request),
    claim: ({ instance, sessionId, twin }) => this.#claim(instance, sessionId, twin),
    discard: async ({ instance, twin }) => {
      const free = await this.#claim(instance, DISCARDED, twin);
      if (free) await this.remove(instance);
      return free;
    },
    remove: async ({ instance }) => {
      await this.remove(instance);
      return null;
    },
    start: async ({ instance }) => {
      await this.#options.engine.start(instance);
      return null;
    },
    name: async ({ instance }) => {
      const claim = await this.#options.folders.claimOf(instance);
      if (!claim) throw new Refusal(`Nobody claimed ${instance}.`);
      await this.#options.engine.rename(instance, containerName(claim.twin, claim.sessionId));
      return null;
    },
    lastLines: ({ instance }) => this.#options.engine.lastLines(instance),
    keepWaiting: async ({ wanted, secret }) => {
      this.#options.pool().keep({ wanted, secret });
      return null;
    },
    take: ({ twin, sessionId }) => {
      this.#assertAllowed(twin);
      return this.#options.pool().take(sessionId, twin);
    },
    claims: async () => (await this.#options.folders.claims()).filter(({ sessionId }) => sessionId !== DISCARDED),
    containers: async () => {
      const { engine, folders } = this.#options;
      const [containers, kept] = [await engine.list(), await folders.kept()];
      return containers.map(({ id: _, ...container }) => ({ ...container, reachable: kept.has(container.instance) }));
    },
    takeUp: (request) => {
      const under = this.#takingUp.get(request.instance);
      if (under) return under;
      const work = this.#takeUp(request).finally(() => this.#takingUp.delete(request.instance));
      this.#takingUp.set(request.instance, work);
      return work;
    },
  };

  constructor(options: TwinsOptions) {
    this.#options = options;
  }

  /** @throws Refusal for what is never done, else what the engine or the disk says */
  answer<R extends AgentRequest>(request: R): Promise<AgentAnswers[R['ask']]> {
    // The table has a handler of the right request under each name, which the compiler can't follow.
    return (this.#handlers[request.ask] as (request: AgentRequest) => Promise<AgentAnswers[R['ask']]>)(request);
  }

  isBeingRemoved(instance: string): boolean {
    return this.#removing.has(instance);
  }

  /** Removes container and folder, and with them gone the claim. */
  remove(instance: string): Promise<void> {
    const { engine, folders } = this.#options;
    const under = this.#removing.get(instance);
    if (under) return under;
    const work = async () => {
      try {
        await engine.remove(instance);
        await folders.remove(instance);
        await folders.unclaim(instance);
      } finally {
        this.#removing.delete(instance);
      }
    };
    const removal = work();
    this.#removing.set(instance, removal);
    return removal;
  }

  /** Removes all that is anybody's. */
  async removeClaimed(): Promise<void> {
    const claims = await this.#options.folders.claims();
    await eachInTurn(REMOVED_AT_ONCE, claims, ({ instance }) => this.remove(instance));
  }

  /** Instances whose removal was cut short. */
  async discarded(): Promise<string[]> {
    const claims = await this.#options.folders.claims();
    return claims.filter(({ sessionId }) => sessionId === DISCARDED).map(({ instance }) => instance);
  }

  async #launch({ instance, twin, controlToken, owner }: Request<'launch'>): Promise<null> {
    const { engine, folders, account, engineRoot, most } = this.#options;
    this.#assertAllowed(twin);
    if ((await folders.count()) >= most) throw new Refusal(`This host runs ${most} twins at most.`);
    // Before anything runs: whatever becomes of the control plane, what runs can be told to belong to the session.
    if (owner && !(await folders.claim({ instance, sessionId: owner.sessionId, twin }))) {
      throw new Refusal(`${instance} is somebody's already.`);
    }
    // Refused where there is one: no two containers ever have one folder.
    await folders.create(instance, account);
    const folder = instanceFolder(await engineRoot(), instance);
    await engine.run({ instance, twin, folder, controlToken, owner });
    return null;
  }

  /** Each step may have been done by an earlier call that was cut short. */
  async #takeUp({ instance, twin, controlToken, owner }: Request<'takeUp'>): Promise<string | null> {
    const { engine, folders, mirrors, account, engineRoot, most } = this.#options;
    this.#assertAllowed(twin);
    const { sessionId } = owner;
    const claim = await folders.claimOf(instance);
    if (claim && claim.sessionId !== sessionId) throw new Refusal(`${instance} is somebody's already.`);
    const copiedAt = claim?.copiedAt ?? (await mirrors?.wholeAt(instance))?.toISOString();
    if (copiedAt === undefined) return null;
    if (!(await folders.has(instance))) {
      if ((await folders.count()) >= most) throw new Refusal(`This host runs ${most} twins at most.`);
      await folders.claim({ instance, sessionId, twin, copiedAt });
      await folders.prepare();
      await mirrors?.handOver(instance, folders.folderOf(instance), account);
    }
    const folder = instanceFolder(await engineRoot(), instance);
    if (await engine.has(instance)) await engine.start(instance);
    else await engine.run({ instance, twin, folder, controlToken, owner });
    return copiedAt;
  }

  async #claim(instance: string, sessionId: string, twin: string): Promise<boolean> {
    const { folders, engine } = this.#options;
    this.#assertAllowed(twin);
    if (!(await folders.has(instance)) && !(await engine.has(instance))) return false;
    return folders.claim({ instance, sessionId, twin });
  }

  #assertAllowed(twin: string): void {
    if (!this.#options.allowed.includes(twin)) throw new Refusal(`No twin ${twin} is run here.`);
  }
}
