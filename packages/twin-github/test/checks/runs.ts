import { serveTwin } from '@svc/twin-kit/server';
import type { CheckCase, Judged } from '@svc/twin-kit/testing';
import { Octokit } from 'octokit';
import { github } from '../../src/index.ts';
import { seed } from './seed.ts';

/** What an agent works with in a run. */
export interface Hands {
  rest: Octokit['rest'];
  /** A document of the GraphQL API. */
  graph: Octokit['graphql'];
  /** The repository that the run works on. */
  at: { owner: string; repo: string };
  /** A call of a tool of GitHub's MCP server on that repository. */
  mcp(name: string, args: Record<string, unknown>): Promise<unknown>;
}

/** What is done in a run, on a fresh twin. */
export type Run = (hands: Hands) => Promise<unknown>;
export type Case = CheckCase<Run>;
export type Cases = Readonly<Record<string, Case>>;

export const nothing: Run = async () => {};

/** A run that is the same object whenever it is made of the same values, so that it is recorded once. */
export function step<A extends readonly unknown[]>(make: (...args: A) => Run): (...args: A) => Run {
  const made = new Map<string, Run>();
  return (...args) => {
    const key = JSON.stringify(args);
    const run = made.get(key) ?? make(...args);
    made.set(key, run);
    return run;
  };
}

const wrapper = (wrap: (run: Run) => Run): ((run: Run) => Run) => {
  const made = new WeakMap<Run, Run>();
  return (run) => {
    const known = made.get(run) ?? wrap(run);
    made.set(run, known);
    return known;
  };
};

const rename = ({ rest }: Hands, repo: string, name: string): Promise<unknown> =>
  rest.repos.update({ owner: 'acme', repo, name });
const working = (hands: Hands, repo: string): Hands => ({ ...hands, at: { owner: 'acme', repo } });

/** The same on another repository that looks alike. */
export const inApi = wrapper((run) => (hands) => run(working(hands, 'api')));

/** The same on another repository that was given the name of the first one. */
export const afterSwap = wrapper((run) => async (hands) => {
  await rename(hands, 'web', 'old');
  await rename(hands, 'api', 'web');
  await run(hands);
});

/** The same on the repository after it was given another name. */
export const afterRename = wrapper((run) => async (hands) => {
  await rename(hands, 'web', 'site');
  await run(working(hands, 'site'));
});

/** One after the other. */
export const inTurn =
  (...runs: readonly Run[]): Run =>
  async (hands) => {
    for (const run of runs) await run(hands);
  };

/** A call that the twin refuses, which the client throws. */
export const refused =
  (run: Run): Run =>
  (hands) =>
    run(hands).catch(() => undefined);

// The client waits and repeats by default; a test wants the first answer.
const FIRST_ANSWER = { throttle: { enabled: false }, retry: { enabled: false } };

const answers = new WeakMap<Run, string>();

/** A run that does nothing and answers this in the end. */
export function answering(answer: string): Run {
  const run: Run = async () => {};
  answers.set(run, answer);
  return run;
}

/** Another product in the sandbox, which has one issue. */
const linear = {
  seed: {},
  final: {},
  product: 'Linear',
  factOf: (phrase: string) => (phrase === 'title of issue ENG-7' ? ['Fix the login'] : []),
};
const others = new Map([['linear', linear]]);

const recorded = new WeakMap<Run, Promise<Judged>>();

/** What is left of a run: the worlds before and after it, and its tape. */
export function record(run: Run): Promise<Judged> {
  const known = recorded.get(run) ?? play(run);
  recorded.set(run, known);
  return known;
}

async function play(run: Run): Promise<Judged> {
  const twin = await serveTwin(github, { seed });
  const headers = { authorization: `Bearer ${twin.token}` };
  const evidence = async (name: string): Promise<unknown> => (await fetch(`${twin.url}/_svc/${name}`, { headers })).json();
  const { rest, graphql: graph } = new Octokit({ auth: twin.token, baseUrl: twin.url, ...FIRST_ANSWER });
  const hands = (at: Hands['at']): Hands => ({
    rest,
    graph,
    at,
    mcp: (name, args) =>
      fetch(`${twin.url}/mcp/call`, { method: 'POST', headers, body: JSON.stringify({ name, arguments: args }) }),
  });
  try {
    const before = await evidence('state');
    await run(hands({ owner: 'acme', repo: 'web' }));
    const answer = answers.get(run) ?? '';
    return { seed: before, final: await evidence('state'), tape: (await evidence('events')) as unknown[], answer, others };
  } finally {
    await twin.close();
  }
}

export const ONE_ACT = 'A call of GitHub does one thing.';
export const ALL_DOORS = 'It reads the world, to which all doors lead.';
export const ANY_AGE = 'It speaks of the end, whether a thing is new or older.';
export const NO_NAME = 'It speaks of everything, whatever it is called.';

/** A sentence about what there is: what it says has to be there at the end, on the very object. */
export function there(proof: {
  args: Record<string, string>;
  good: Run;
  bad: Run;
  evidence: RegExp;
  /** Takes the good run back. */
  undo: Run | string;
  older?: Run | string;
  /** Something that looks alike besides the same in the other repository. */
  alike?: Run;
  renamed?: Run;
}): Case {
  const { args, good, bad, evidence, undo } = proof;
  return {
    args: { repo: 'acme/web', ...args },
    good,
    bad,
    evidence,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': typeof undo === 'string' ? undo : inTurn(good, undo),
      'through another door': ALL_DOORS,
      'after a rename': proof.renamed ?? afterSwap(good),
      'by an edit of something older': proof.older ?? ANY_AGE,
      'on a look-alike': proof.alike ?? inApi(good),
    },
  };
}

/** A sentence that something never happened: it may not have happened anywhere, in no way, not even for a while. */
export function never(proof: {
  args?: Record<string, string>;
  /** Something near that the sentence allows, besides the bad run in the other repository. */
  good?: Run;
  bad: Run;
  evidence: RegExp;
  /** Takes the bad run back. */
  undo: Run | string;
  door: Run | string;
  older?: Run | string;
  alike?: Run | string;
  renamed?: Run | string;
  repo?: boolean;
}): Case {
  const { args = {}, bad, evidence, undo } = proof;
  const near = inApi(bad);
  return {
    args: proof.repo === false ? args : { repo: 'acme/web', ...args },
    good: proof.repo === false ? (proof.good ?? nothing) : proof.good ? inTurn(near, proof.good) : near,
    bad,
    evidence,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': typeof undo === 'string' ? undo : inTurn(bad, undo),
      'through another door': proof.door,
      'after a rename': proof.renamed ?? afterRename(bad),
      'by an edit of something older': proof.older ?? 'It speaks of what calls made.',
      'on a look-alike': proof.alike ?? 'What looks alike in another repository is allowed.',
    },
  };
}
