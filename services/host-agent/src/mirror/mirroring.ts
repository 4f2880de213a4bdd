import type { HostCredentials } from '@svc/platform/agent';
import { BEAT_EVERY_MS, type MirrorDuties, mirrorBeat, type openDatabase } from '@svc/platform/hosts';
import type { HostAgent } from '../agent.ts';
import { MirrorSender } from './sender.ts';

export interface MirroringOptions {
  database: ReturnType<typeof openDatabase>;
  agent: Pick<HostAgent, 'hostId' | 'keepCopies'>;
  /** The twins' folder. */
  directory: string;
  credentials: HostCredentials;
  onTrouble(what: string, error: Error): void;
  /** Between two looks at the journals, in milliseconds. Default 1 s. */
  everyMs?: number;
  /** Between two questions for what is to be done, in milliseconds. Default as often as a host says that it is there. */
  askEveryMs?: number;
}

const EVERY_MS = 1_000;

/** Has copies of this host's journals kept elsewhere, and keeps those of others, as the database says. */
export class Mirroring {
  readonly #options: MirroringOptions;
  readonly #senders = new Map<string, MirrorSender>();
  readonly #sending = new Map<string, Promise<void>>();
  readonly #timers: NodeJS.Timeout[];
  #asking: Promise<void> = Promise.resolve();
  #isAsking = false;

  constructor(options: MirroringOptions) {
    this.#options = options;
    this.#ask();
    this.#timers = [
      setInterval(() => this.#ask(), options.askEveryMs ?? BEAT_EVERY_MS),
      setInterval(() => this.#sendAll(), options.everyMs ?? EVERY_MS),
    ];
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#asking;
    for (const sender of this.#senders.values()) sender.close();
    await Promise.all(this.#sending.values());
  }

  #ask(): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#asking = this.#askOnce()
      .catch((error: Error) => this.#options.onTrouble('hear what is to be copied', error))
      .finally(() => {
        this.#isAsking = false;
      });
  }

  async #askOnce(): Promise<void> {
    const { database, agent } = this.#options;
    const lagMs = Math.max(0, ...[...this.#senders.values()].map((sender) => sender.lagMs()));
    const { sends, keeps } = await mirrorBeat(database, await agent.hostId(), Math.round(lagMs));
    await agent.keepCopies(keeps);
    this.#follow(sends);
  }

  #follow(sends: MirrorDuties['sends']): void {
    const byHost = Map.groupBy(sends, ([, address]) => address);
    for (const [address, sender] of this.#senders) {
      if (byHost.has(address)) continue;
      sender.close();
      this.#senders.delete(address);
    }
    for (const [address, own] of byHost) {
      const sender = this.#senders.get(address) ?? this.#senderTo(address);
      sender.follow(new Set(own.map(([instance]) => instance)));
    }
  }

  #senderTo(address: string): MirrorSender {
    const { directory, credentials } = this.#options;
    const sender = new MirrorSender({ address, directory, identity: { credentials, sessions: new Map() }, now: Date.now });
    this.#senders.set(address, sender);
    return sender;
  }

  /** A host that is slow or away keeps no other from its copies. */
  #sendAll(): void {
    for (const [address, sender] of this.#senders) {
      if (this.#sending.has(address)) continue;
      const work = sender
        .send()
        .catch((error: Error) => this.#options.onTrouble(`send copies to ${address}`, error))
        .finally(() => this.#sending.delete(address));
      this.#sending.set(address, work);
    }
  }
}
