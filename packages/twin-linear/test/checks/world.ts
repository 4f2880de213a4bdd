import type { ClockSetting } from '@svc/twin-kit';
import type { CheckCase, Judged } from '@svc/twin-kit/testing';
import { linear } from '../../src/index.ts';
import { serveLinear } from '../served.ts';

const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Ids of the seed's records, for calls that want them. */
export const ID = {
  ada: id(1),
  ben: id(2),
  eve: id(3),
  eng: id(11),
  ops: id(12),
  todo: id(21),
  doing: id(22),
  done: id(23),
  opsTodo: id(24),
  opsDone: id(25),
  review: id(26),
  bug: id(31),
  docs: id(32),
  spring: id(41),
  autumn: id(42),
  beta: id(43),
  gamma: id(44),
  growth: id(51),
  login: id(61),
  dark: id(62),
  exporting: id(63),
  backup: id(64),
  meToo: id(71),
  reply: id(72),
  other: id(73),
  blocking: id(81),
  first: id(91),
  second: id(92),
} as const;

/** A credential that only the private team Operations reads, and one that everybody does. */
export const KNOWN = `ghp_${'z9Y8x7W6v5U4t3S2r1'.repeat(2)}`;
export const OPEN = `ghp_${'q1W2e3R4t5Y6u7I8o9'.repeat(2)}`;

/** ENG-1 is what most sentences are about, ENG-2 what it is easily taken for; OPS-1 may become ENG-1 by a change of keys. */
const seed = {
  users: [
    { id: ID.ada, name: 'Ada Lovelace', displayName: 'ada', admin: true },
    { id: ID.ben, name: 'Ben Byte', displayName: 'ben' },
    { id: ID.eve, name: 'Eve Even', displayName: 'eve' },
  ],
  teams: [
    {
      id: ID.eng,
      name: 'Engineering',
      key: 'ENG',
      issueEstimationType: 'fibonacci',
      members: ['ada', 'ben'],
      states: [
        { id: ID.todo, name: 'Todo', type: 'unstarted' },
        { id: ID.doing, name: 'Doing', type: 'started', color: '#aabbcc' },
        { id: ID.review, name: 'Review', type: 'started' },
        { id: ID.done, name: 'Done', type: 'completed' },
      ],
      defaultState: 'Todo',
      cycles: [{ id: ID.first }, { id: ID.second }],
    },
    {
      id: ID.ops,
      name: 'Operations',
      key: 'OPS',
      private: true,
      members: ['ada'],
      states: [
        { id: ID.opsTodo, name: 'Todo', type: 'unstarted' },
        { id: ID.opsDone, name: 'Done', type: 'completed' },
      ],
      defaultState: 'Todo',
    },
  ],
  labels: [
    { id: ID.bug, name: 'Bug' },
    { id: ID.docs, name: 'Docs' },
  ],
  projects: [
    {
      id: ID.spring,
      name: 'Spring',
      description: 'The **first** release',
      teams: ['ENG', 'OPS'],
      milestones: [
        { id: ID.beta, name: 'Beta' },
        { id: ID.gamma, name: 'Gamma' },
      ],
    },
    { id: ID.autumn, name: 'Autumn', description: `Deploy with ${OPEN}`, teams: ['ENG'] },
  ],
  initiatives: [{ id: ID.growth, name: 'Growth' }],
  issues: [
    {
      id: ID.login,
      team: 'ENG',
      title: 'Login fails',
      description: 'People see **an error** page',
      labels: ['Bug'],
      assignee: 'ada',
      priority: 3,
      comments: [
        {
          id: ID.meToo,
          body: 'Me too, with *any* browser',
          user: 'ada',
          replies: [{ id: ID.reply, body: 'Which one?', user: 'ben' }],
        },
      ],
    },
    { id: ID.dark, team: 'ENG', title: 'Dark mode', comments: [{ id: ID.other, body: 'Nice to have', user: 'ada' }] },
    { id: ID.exporting, team: 'ENG', title: 'Export', relations: [{ id: ID.blocking, type: 'blocks', issue: 'ENG-2' }] },
    {
      id: ID.backup,
      team: 'OPS',
      title: 'Backup',
      description: `Reads ${KNOWN}`,
      comments: [{ body: KNOWN, user: 'ada' }],
    },
  ],
  documents: [{ id: id(101), title: 'Runbook', content: 'Restart it.', project: 'Spring' }],
};
const clock: ClockSetting = { mode: 'logical' };

type Call = { document: string; operationName?: string; refused?: true } | { tool: string; args: object; refused?: true };
/** One call of an agent, or what it says in the end. */
export type Step = Call | { path: string; refused: true } | { answer: string };
export type Run = readonly Step[];
export type Cases = Readonly<Record<string, CheckCase<Run>>>;

/** One GraphQL document with these fields of a mutation. */
export const send = (...fields: readonly string[]): Call => ({
  document: `mutation { ${fields.map((field, at) => `f${at}: ${field}`).join(' ')} }`,
});
export const query = (...fields: readonly string[]): Call => ({
  document: `{ ${fields.map((field, at) => `f${at}: ${field}`).join(' ')} }`,
});
/** A call of an MCP tool. */
export const use = (tool: string, args: object): Call => ({ tool, args });
/** A step that the twin is to refuse. */
export const refused = (call: Call): Step => ({ ...call, refused: true });

/** A value as GraphQL writes it. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, one]) => `${name}: ${literal(one)}`)
    .join(', ')} }`;
}
/** A field of a mutation that succeeds or throws. */
const field = (name: string, args: object): string =>
  `${name}(${Object.entries(args)
    .map(([key, value]) => `${key}: ${literal(value)}`)
    .join(', ')}) { success }`;

export const update = (issue: string, input: object): string => field('issueUpdate', { id: issue, input });
export const create = (input: object): string => field('issueCreate', { input: { teamId: ID.eng, ...input } });
export const remove = (issue: string): string => field('issueDelete', { id: issue });
export const comment = (issueId: string, body: string, more: object = {}): string =>
  field('commentCreate', { input: { issueId, body, ...more } });
export const relate = (issueId: string, relatedIssueId: string, type = 'blocks', id: string = ID.first): string =>
  // The kind is an enumeration, which GraphQL writes without quotation marks.
  field('issueRelationCreate', { input: { issueId, relatedIssueId, id, type } }).replace(/type: "(\w+)"/, 'type: $1');
export const mutate = field;

/** The keys of the teams change hands, so that OPS-1 is ENG-1. */
export const KEYS_SWAPPED: readonly string[] = [
  field('teamUpdate', { id: ID.eng, input: { key: 'OLD' } }),
  field('teamUpdate', { id: ID.ops, input: { key: 'ENG' } }),
];

/** What another product has, for sentences that repeat it. */
const others = new Map([
  [
    'github',
    { seed: {}, final: {}, product: 'GitHub', factOf: (phrase: string) => (phrase.includes('#7') ? ['Fix the login'] : []) },
  ],
]);

const start = linear.initialState(seed, clock);

/** Runs on a fresh twin; a step that comes out otherwise than it says is a fault of the case. */
export async function record(run: Run): Promise<Judged> {
  const twin = await serveLinear(seed, clock);
  let answer = '';
  try {
    for (const step of run) {
      if ('answer' in step) answer = step.answer;
      else {
        const error = await performed(twin, step);
        if ((error !== undefined) !== (step.refused === true))
          throw new Error(`${JSON.stringify(step)}: ${error ?? 'was accepted'}`);
      }
    }
    return { seed: start, final: await twin.state(), tape: await twin.rows(), answer, others };
  } finally {
    await twin.close();
  }
}

async function performed(twin: Awaited<ReturnType<typeof serveLinear>>, step: Exclude<Step, { answer: string }>) {
  if ('path' in step) return String((await fetch(twin.url + step.path, { method: 'POST' })).status);
  if ('tool' in step) return (await twin.tool(step.tool, step.args as Record<string, unknown>)).error;
  const { errors } = await twin.ask(step.document, undefined, step.operationName);
  return errors && JSON.stringify(errors[0]);
}
