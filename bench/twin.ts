import { startServer } from './lib/process.ts';
import type { Result } from './lib/result.ts';
import { bareTwinOf, compare, share, shown } from './lib/rounds.ts';
import { type Call, type Subject, targetOf } from './twins/subject.ts';

async function againstBare(subject: Subject, what: string, records: number, least: number, call: Call): Promise<Result> {
  const twin = await startServer('twin', { twin: subject.twin, seed: subject.seed(records) });
  const target = targetOf(twin, call);
  const bare = await bareTwinOf(target);
  try {
    const measured = await compare([twin, target], [bare, { ...target, url: bare.url }]);
    const ratio = share(measured);
    return {
      what: `${subject.twin} twin, ${what}`,
      ratio,
      numbers: shown(measured),
      budget: `≥ ${least} × bare node:http with the same bytes`,
      met: ratio >= least,
    };
  } finally {
    await Promise.all([twin.stop(), bare.stop()]);
  }
}

/** A list page of one record, taped. */
export const readOne = (subject: Subject): Promise<Result> => againstBare(subject, 'a page of 1 read', 1, 0.65, subject.page(1));

/** A list page of thirty records, taped. */
export const readThirty = (subject: Subject): Promise<Result> =>
  againstBare(subject, 'a page of 30 read', 30, 0.4, subject.page(30));

/** A record created, taped and journalled. */
export const write = (subject: Subject): Promise<Result> => againstBare(subject, 'a record written', 1, 0.5, subject.write);

const FEW = 10;
const MANY = 10_000;
const MOST_TIMES = 1.3;

/** A page of a large world against the same page of a small one: as many records a page as the small one has, so that both send the same. */
export async function listPage(subject: Subject): Promise<Result> {
  const start = (records: number) => startServer('twin', { twin: subject.twin, seed: subject.seed(records) });
  const [small, large] = await Promise.all([start(FEW), start(MANY)]);
  try {
    const page = subject.page(FEW);
    const measured = await compare([large, targetOf(large, page)], [small, targetOf(small, page)]);
    const ratio = 1 / share(measured);
    return {
      what: `${subject.twin} twin, a page of ${FEW} of ${MANY} records against one of ${FEW}`,
      ratio,
      budget: `≤ ${MOST_TIMES} × the time`,
      met: ratio <= MOST_TIMES,
      numbers: shown(measured),
    };
  } finally {
    await Promise.all([small.stop(), large.stop()]);
  }
}
