import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Twin } from '../src/definition.ts';
import { type DirectAnswer, type DirectCall, DirectWorld } from './direct-world.ts';
import type { PlainWorld } from './rule-book.ts';

/** What a crawl needs to know of a vendor. */
export interface CrawlSuite {
  seed: unknown;
  /** What is done first, so that there is more to read, and webhooks tell of it. */
  writes?(world: PlainWorld): readonly DirectCall[];
  /** Every modelled read, with arguments that are there. */
  reads(world: PlainWorld): readonly DirectCall[];
  /** Tools that read or write, each with arguments that are there. */
  tools?(world: PlainWorld): readonly (readonly [name: string, args: object])[];
  /** A value for a variable of an address that is a template. */
  fill?(variable: string, world: PlainWorld, address: string): string | undefined;
  /** Hosts of the vendor's that no twin serves, each with what is there. */
  elsewhere: Readonly<Record<string, string>>;
  /** The shares of all reads that have to land: those that don't hand out nothing. */
  lands: number;
  /** Was a call refused? By default: a status of 400 or more. */
  refused?(answer: DirectAnswer): boolean;
  /** Addresses that no GET is served at: they begin others, or take another method. */
  without?: readonly RegExp[];
}

const BASE = 'http://twin.test';
/** Stands for what seeds and callers write. */
const CONTENT_HOSTS = /(^|\.)example\.(com|org|net)$|^127\.0\.0\.1$|\.test$/;
const FIRST_ERROR = 400;

interface Found {
  /** Where it stood first. */
  from: string;
}

/** Every address that a twin hands out, and what became of each. */
class Crawl {
  readonly #world: DirectWorld;
  readonly #suite: CrawlSuite;
  readonly #found = new Map<string, Found>();
  readonly counts = { answers: 0, landed: 0, addresses: 0, served: 0, elsewhere: 0, content: 0 };
  readonly strays: string[] = [];

  constructor(world: DirectWorld, suite: CrawlSuite) {
    this.#world = world;
    this.#suite = suite;
  }

  async run(): Promise<void> {
    for (const call of this.#suite.writes?.(this.#state()) ?? []) await this.#make(call);
    for (const call of this.#suite.reads(this.#state())) await this.#make(call);
    for (const [name, args] of this.#suite.tools?.(this.#state()) ?? []) this.#take(`tool ${name}`, this.#world.tool(name, args));
    // What is served hands out more; a map gives what is added while it is read.
    for (const [address, { from }] of this.#found) await this.#follow(address, from);
    this.counts.addresses = this.#found.size;
  }

  #state(): PlainWorld {
    return this.#world.state() as PlainWorld;
  }

  async #make(call: DirectCall): Promise<void> {
    this.#take(`${call.method} ${call.path}`, await this.#world.call(call));
  }

  #take(from: string, answer: DirectAnswer): void {
    const { body, headers, told } = answer;
    this.counts.answers += 1;
    if (!this.#isRefused(answer)) this.counts.landed += 1;
    this.#note(from, JSON.stringify([body, headers, ...told]));
    for (const address of relatives(body)) this.#add(BASE + address, from);
  }

  #isRefused(answer: DirectAnswer): boolean {
    return this.#suite.refused?.(answer) ?? answer.status >= FIRST_ERROR;
  }

  #note(from: string, text: string): void {
    for (const [match] of text.matchAll(/https?:\/\/(?:[^\s"\\<>{]|\{[^}\s"\\]*\})+/g)) {
      const address = match.replace(/[.,;:!?')\]|*_]+$/, '');
      this.#add(this.#expanded(address), from);
    }
  }

  /** A template with its variables filled in: those of a query are left out, and so is what nothing fills. */
  #expanded(address: string): string {
    if (!address.includes('{')) return address;
    const world = this.#state();
    return address.replaceAll(/\{([/+?&]?)([^}]*)\}/g, (_all, operator: string, names: string) => {
      if (operator === '?' || operator === '&') return '';
      const values = names.split(',').flatMap((name) => this.#suite.fill?.(name, world, address) ?? []);
      return values.length === 0 ? '' : (operator === '/' ? '/' : '') + values.join(',');
    });
  }

  #add(address: string, from: string): void {
    const [known = ''] = address.split('#');
    if (!this.#found.has(known)) this.#found.set(known, { from });
  }

  async #follow(address: string, from: string): Promise<void> {
    const { origin, hostname, pathname, search } = new URL(address);
    if (origin !== BASE) {
      if (CONTENT_HOSTS.test(hostname)) this.counts.content += 1;
      else if (Object.keys(this.#suite.elsewhere).some((host) => hostname === host)) this.counts.elsewhere += 1;
      else this.strays.push(`${address} (from ${from}) is elsewhere`);
      return;
    }
    const answer = await this.#world.call({ method: 'GET', path: pathname + search });
    if (!this.#isRefused(answer) || this.#suite.without?.some((pattern) => pattern.test(pathname))) this.counts.served += 1;
    else this.strays.push(`${answer.status} ${address} (from ${from})`);
    if (!this.#isRefused(answer)) this.#take(`GET ${pathname}`, answer);
  }
}

/** Addresses that are told from the root of the API, as Stripe's lists have them. */
function relatives(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(relatives);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    typeof field === 'string' && /(^|_)(url|href)$/.test(name) && /^\/\w/.test(field) ? [field] : relatives(field),
  );
}

/** Follows every address in every answer of a walk over a twin's reads, tools and webhooks: none is handed out and not served. */
export function testCrawl(twin: Twin, suite: CrawlSuite): void {
  test('every address that is handed out is served, or is the vendor’s own elsewhere', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-crawl-'));
    const world = await DirectWorld.start(twin, suite.seed);
    world.keepFiles(folder);
    const crawl = new Crawl(world, suite);
    await crawl.run().finally(() => rm(folder, { recursive: true, force: true }));
    const { counts, strays } = crawl;
    process.stdout.write(
      `${twin.title}: ${Object.entries(counts)
        .map(([what, count]) => `${count} ${what}`)
        .join(', ')}\n`,
    );
    expect(strays).toEqual([]);
    expect(counts.landed).toBeGreaterThanOrEqual(counts.answers * suite.lands);
  });
}
