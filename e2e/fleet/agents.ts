import { setTimeout as delay } from 'node:timers/promises';
import { callTwin, ISSUES, type Sandbox } from './client.ts';

const PAUSE_AFTER_FAILURE_MS = 100;
const CALL_LIMIT_MS = 20_000;

/** Agents that write issues to a sandbox, one after the other, and remember what was acknowledged. */
export class Writers {
  readonly sandbox: Sandbox;
  /** Titles of the issues that were answered with 201. */
  readonly acknowledged: string[] = [];
  /** Titles of all that were sent: what wasn't acknowledged may have landed or not. */
  readonly sent: string[] = [];
  readonly faults: string[] = [];
  #stopped = false;
  readonly #running: Promise<unknown>;

  constructor(sandbox: Sandbox, agents: number) {
    this.sandbox = sandbox;
    this.#running = Promise.all(Array.from({ length: agents }, (_, agent) => this.#write(agent)));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #write(agent: number): Promise<void> {
    for (let count = 0; !this.#stopped; count++) {
      const title = `agent ${agent} writes ${count}`;
      this.sent.push(title);
      const fault = await this.#send(title);
      if (fault === undefined) continue;
      this.faults.push(fault);
      await delay(PAUSE_AFTER_FAILURE_MS);
    }
  }

  async #send(title: string): Promise<string | undefined> {
    try {
      const signal = AbortSignal.timeout(CALL_LIMIT_MS);
      const response = await callTwin(this.sandbox, ISSUES, { method: 'POST', body: { title }, signal });
      const text = await response.text();
      if (response.status !== 201) return `${response.status} ${text.slice(0, 200)}`;
      this.acknowledged.push(title);
      return undefined;
    } catch (error) {
      return String(error);
    }
  }
}

/** Titles of all issues, page by page. */
export async function titlesOf(sandbox: Sandbox): Promise<string[]> {
  const titles: string[] = [];
  for (let page = 1; ; page++) {
    const response = await callTwin(sandbox, `${ISSUES}?state=all&per_page=100&page=${page}`);
    if (!response.ok) throw new Error(`page ${page} answered ${response.status}`);
    const issues = (await response.json()) as { title: string }[];
    titles.push(...issues.map(({ title }) => title));
    if (issues.length < 100) return titles;
  }
}

interface Row {
  method: string;
  state_mutation: boolean;
  request_body: { title?: string } | null;
}

/** Titles of the issues whose writing is on the tape as landed. */
export async function tapedTitles(sandbox: Sandbox): Promise<string[]> {
  const response = await callTwin(sandbox, '/_svc/events');
  if (!response.ok) throw new Error(`the tape answered ${response.status}`);
  const rows = (await response.json()) as Row[];
  return rows.flatMap(({ state_mutation: landed, request_body: body }) =>
    landed && body?.title !== undefined ? [body.title] : [],
  );
}
