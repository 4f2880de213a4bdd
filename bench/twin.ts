import type { Target } from './lib/load.ts';
import { type ServerProcess, startServer } from './lib/process.ts';
import { bareTwinOf, compare, share, shown } from './lib/rounds.ts';

const LIST = '/repos/ada/engine/issues';

export interface Result {
  what: string;
  ratio: number;
  budget: string;
  met: boolean;
  /** Throughput and CPU time of both sides. */
  numbers: string;
}

const at = (server: ServerProcess, path: string): Target => ({
  url: server.url + path,
  headers: { authorization: `Bearer ${server.token}` },
});

async function againstBare(
  what: string,
  issues: number,
  least: number,
  target: (server: ServerProcess) => Target,
): Promise<Result> {
  const twin = await startServer('github', { issues });
  const bare = await bareTwinOf(target(twin));
  try {
    const rival = { ...target(twin), url: bare.url };
    const measured = await compare([twin, target(twin)], [bare, rival]);
    const ratio = share(measured);
    return {
      what,
      ratio,
      numbers: shown(measured),
      budget: `≥ ${least} × bare node:http with the same bytes`,
      met: ratio >= least,
    };
  } finally {
    await Promise.all([twin.stop(), bare.stop()]);
  }
}

/** A list page of one issue, taped. */
export const readOne = (): Promise<Result> => againstBare('twin read, a page of 1 issue', 1, 0.65, (server) => at(server, LIST));

/** A list page of thirty issues, taped. */
export const readThirty = (): Promise<Result> =>
  againstBare('twin read, a page of 30 issues', 30, 0.4, (server) => at(server, LIST));

/** An issue created, taped and journalled. */
export const write = (): Promise<Result> =>
  againstBare('twin write, an issue created', 1, 0.5, (server) => {
    const { url, headers } = at(server, LIST);
    const body = JSON.stringify({ title: 'The reader jams', body: 'On every ninth card.' });
    return { url, method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
  });

/** A page of a large world against the same page of a small one. Ten issues a page, so that both send the same bytes. */
export async function listPage(): Promise<Result> {
  const [small, large] = await Promise.all([startServer('github', { issues: 10 }), startServer('github', { issues: 10_000 })]);
  try {
    const page = `${LIST}?per_page=10&sort=created&direction=asc`;
    const measured = await compare([large, at(large, page)], [small, at(small, page)]);
    const ratio = 1 / share(measured);
    return {
      what: 'list page at 10,000 issues against 10',
      ratio,
      budget: '≤ 1.3 × the time',
      met: ratio <= 1.3,
      numbers: shown(measured),
    };
  } finally {
    await Promise.all([small.stop(), large.stop()]);
  }
}
