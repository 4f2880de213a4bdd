import type { TapeCheck, TapeRow } from '@svc/twin-kit';
import { compilePattern } from '@svc/twin-kit/patterns';
import { serveTwin } from '@svc/twin-kit/server';
import { loadTwin } from '@svc/twins';
import type { Result } from './lib/result.ts';
import { type Subject, targetOf } from './twins/subject.ts';

const ROWS = 50_000;
const CRITERIA = 20;
/** Of processor time: what reading the rows and keeping them leaves of the four seconds that grading such a run may take. */
const MOST_MS = 3_000;
/** Rows that are at hand at a time. */
const PIECE = 500;
/** Calls that were really made; the others repeat them with other words. */
const MADE = 20;
/** Of five calls, four write. */
const READS_EVERY = 5;
const PAGE = 10;

/** Sentences that read texts are the dearest, and come first. */
const READS_TEXTS = /secret|containing|matching|changed/;

/** Twenty sentences about the tape of a twin, over a long tape that mostly writes, in one process and without a service. */
export async function scan(subject: Subject): Promise<Result> {
  const { seed, lines, checks } = await taped(subject);
  const scans = checks.map((check) => check.scan(argsOf(check, subject), seed, compilePattern));
  let ms = 0;
  for (let from = 0; from < ROWS; from += PIECE) {
    const rows = Array.from(
      { length: PIECE },
      (_, at) => JSON.parse(reworded(lines[(from + at) % lines.length] as string, from + at)) as TapeRow,
    );
    const begun = process.cpuUsage();
    for (const row of rows) for (const one of scans) one.row(row);
    const { user, system } = process.cpuUsage(begun);
    ms += (user + system) / 1_000;
  }
  const outcomes = scans.map((one) => one.outcome(seed).status);
  if (outcomes.includes('not_gradable')) throw new Error(`a check of ${subject.twin} could not be graded`);
  return {
    what: `${subject.twin} twin, ${ROWS} rows read by ${checks.length} sentences about the tape`,
    ratio: ms / MOST_MS,
    budget: `≤ ${MOST_MS} ms of processor time`,
    met: ms <= MOST_MS,
    numbers: `${Math.round(ms)} ms`,
  };
}

async function taped(subject: Subject) {
  const twin = await loadTwin(subject.twin);
  if (!twin) throw new Error(`there is no twin ${subject.twin}`);
  const server = await serveTwin(twin, { seed: subject.seed(PAGE) });
  try {
    const evidence = async (name: string): Promise<unknown> => {
      const { url, headers } = targetOf(server, { path: `/_svc/${name}` });
      return (await fetch(url, { ...(headers && { headers }) })).json();
    };
    const seed = (await evidence('state')) as Parameters<TapeCheck['scan']>[1];
    for (let at = 1; at <= MADE; at += 1) {
      const { url, ...init } = targetOf(server, at % READS_EVERY === 0 ? subject.page(PAGE) : subject.write);
      const answer = await fetch(url, init);
      if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
      await answer.arrayBuffer();
    }
    const lines = ((await evidence('events')) as object[]).map((row) => JSON.stringify(row));
    const onTape = twin.checks.filter((check) => check.substrate === 'tape');
    const order = [...onTape.filter(({ id }) => READS_TEXTS.test(id)), ...onTape.filter(({ id }) => !READS_TEXTS.test(id))];
    return { seed, lines, checks: order.slice(0, CRITERIA) };
  } finally {
    await server.close();
  }
}

/** No two rows say the same, and all have what could be a credential at first sight. */
const reworded = (line: string, at: number): string => line.replaceAll('ninth card', `card of ninth/deck-${at}/2fd4e1c67a2d28fc`);

const argsOf = ({ params }: TapeCheck, { names = {} }: Subject): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, { example }]) => [name, names[name] ?? example]));
