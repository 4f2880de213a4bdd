import { expect, test } from '@jest/globals';
import type { Criterion } from '@svc/contract';
import { evaluate, withoutVerdicts } from '@svc/grading';
import type { State, TapeRow, WorldSpec } from '@svc/twin-kit';
import { serveTwin } from '@svc/twin-kit/server';
import { Chance } from '@svc/twin-kit/testing';
import { loadTwin } from '@svc/twins';
import { deeds, NEEDLES, TEXTS } from './oracle/deeds.ts';
import { GMAIL_TOOLS, GMAIL_VALUES, gmailDeeds, gmailSeed } from './oracle/gmail.ts';
import { Board, copied, play, type World } from './oracle/history.ts';
import { type Asked, type Case, judge, type Sentence, tally } from './oracle/oracle.ts';
import { sentencesOf } from './oracle/sentences.ts';
import { STRIPE_TOOLS, STRIPE_VALUES, stripeDeeds, stripeSeed } from './oracle/stripe.ts';

const CASES = 5_000;
const SEED = 5_000_722;

const people = [{ login: 'ada' }, { login: 'ben' }];
const issues = [
  { number: 1, title: 'It fails here', body: 'Nothing', labels: ['bug'], comments: [{ user: 'ben', body: 'It **fails** here' }] },
  { number: 2, title: 'Nothing', labels: ['wontfix'] },
];
const message = (text: string) => ({ user: 'ada', text });

/** A small world of each product, with a look-alike of everything. */
const SEEDS = {
  github: {
    viewer: 'ada',
    users: [...people, { login: 'acme', type: 'Organization', members: ['ada'] }],
    repositories: ['web', 'api'].map((name) => ({ owner: 'acme', name, issues })),
  },
  linear: {
    users: [
      { name: 'Ada Field', displayName: 'ada' },
      { name: 'Ben Byte', displayName: 'ben' },
    ],
    teams: [
      {
        name: 'Engineering',
        key: 'ENG',
        states: [
          { name: 'Todo', type: 'unstarted' },
          { name: 'Done', type: 'completed' },
        ],
        defaultState: 'Todo',
      },
    ],
    labels: [{ name: 'bug' }, { name: 'Docs' }],
    issues: [
      { title: 'It fails here', team: 'ENG', labels: ['bug'], comments: [{ user: 'ada', body: 'It **fails** here' }] },
      { title: 'Nothing', team: 'ENG', assignee: 'ben' },
    ],
  },
  slack: {
    users: [{ name: 'ada' }, { name: 'ben' }, { name: 'bot', is_bot: true }],
    channels: [
      { name: 'general', id: 'C0GENERAL', topic: 'It fails here', messages: [message('Nothing'), message('It fails here')] },
      { name: 'web', id: 'C0WEB', members: ['ada', 'bot'], messages: [message("it's done")] },
    ],
  },
  stripe: stripeSeed,
  gmail: gmailSeed,
};
type TwinId = keyof typeof SEEDS;

const TOOLS: Readonly<Record<TwinId, readonly string[]>> = {
  github: ['create_issue', 'update_issue', 'add_issue_comment', 'get_issue'],
  linear: ['update_issue', 'create_comment', 'get_issue'],
  slack: ['slack_send_message', 'slack_read_channel'],
  stripe: STRIPE_TOOLS,
  gmail: GMAIL_TOOLS,
};
const DEEDS: typeof deeds = { ...deeds, stripe: stripeDeeds, gmail: gmailDeeds };
const READING = new Set(['get_issue', 'slack_read_channel', 'list_charges', 'get_message']);

const VALUES: readonly string[] = [
  ...['1', '2', '3', '0', 'acme/web', 'acme/api', 'acme/site', 'ENG-1', 'ENG-2', 'ENG-7', '#general', '#web', '#site'],
  ...['open', 'closed', 'bug', 'defect', 'Bug', 'Todo', 'Done', 'Later', 'ada', 'ben', '404', '422', '501'],
  ...Object.values(TOOLS).flat(),
  ...STRIPE_VALUES,
  ...GMAIL_VALUES,
  ...['500', '800', '900'],
  ...NEEDLES,
  ...TEXTS,
];

async function prepared(id: TwinId) {
  const twin = await loadTwin(id);
  if (!twin) throw new Error(`there is no twin ${id}`);
  const server = await serveTwin(twin, { seed: SEEDS[id] });
  try {
    const answer = await fetch(`${server.url}/_svc/state`, { headers: { authorization: `Bearer ${server.token}` } });
    // Two products may have a tool of one name.
    const declared = twin.checks.find(({ template }) => template === 'The tool {tool} was called.')?.params.tool?.values;
    const tools = Object.values(TOOLS)
      .flat()
      .filter((tool) => declared?.includes(tool));
    const writing = new Set(tools.filter((tool) => !READING.has(tool)));
    return { id, twin, world: (await answer.json()) as World, sentences: sentencesOf(id, tools, writing) };
  } finally {
    await server.close();
  }
}
const products = await Promise.all((Object.keys(SEEDS) as TwinId[]).map(prepared));

/** A sentence with values that its places take; now and then with any, or with something else around them. */
function textOf(chance: Chance, { words, values }: Sentence): string {
  const fits = (pattern: RegExp) => VALUES.filter((value) => pattern.exec(value)?.[0] === value);
  const made = words.reduce((text, piece, at) => {
    const { like = values[at - 1] as RegExp } = values[at - 1] ?? {};
    return text + chance.of(chance.maybe(0.97) ? fits(like) : VALUES) + piece;
  });
  return chance.maybe(0.95) ? made : chance.of([`${made} `, made.toLowerCase(), made.replace('.', ''), made.replace(' ', '  ')]);
}

function drawn(chance: Chance) {
  const { id, twin, world, sentences } = chance.of(products);
  const board = new Board(world);
  // The seed of one case is what another agent left.
  if (chance.maybe(0.3)) play(id, board, DEEDS[id] ?? [], TOOLS[id], chance);
  const seed = copied(board.world);
  board.taken();
  const calls = play(id, board, DEEDS[id] ?? [], TOOLS[id], chance);
  const evidence: Case = {
    twin: id,
    seed: chance.maybe(0.05) ? undefined : seed,
    final: chance.maybe(0.03) ? undefined : board.world,
    calls,
  };
  const asked: Asked[] = Array.from({ length: chance.below(6) }, (_, at) => ({
    id: `c${at}`,
    kind: chance.maybe(0.03) ? 'model' : 'code',
    text: textOf(chance, chance.of(sentences)),
    ...(chance.maybe(0.05) && { twin: 'notion' }),
    ...(chance.maybe(0.6) && { always_scored: true }),
  }));
  return { twin, sentences, evidence, asked, errored: chance.maybe(0.05) };
}

test(`the evaluator and a reader with a pencil agree on ${CASES} runs (chance ${SEED})`, async () => {
  const chance = new Chance(SEED);
  const statuses = new Map<string, number>();
  let vacuous = 0;
  for (let at = 0; at < CASES; at += 1) {
    const { twin, sentences, evidence, asked, errored } = drawn(chance);
    const [seed, final] = [evidence.seed as State<WorldSpec> | undefined, evidence.final as State<WorldSpec> | undefined];
    const given = await evaluate({
      criteria: asked as Criterion[],
      primary: evidence.twin,
      vocabularies: new Map([[twin.id, twin.checks]]),
      products: [twin],
      seeds: new Map([[twin.id, seed]]),
      states: new Map([[twin.id, { seed, final }]]),
      tape: (async function* () {
        yield* evidence.calls as unknown as TapeRow[];
      })(),
    });
    const grade = errored ? withoutVerdicts(given, 'agent exit 1.') : given;
    const counts = (status: string) => status === 'passed' || status === 'failed';
    const said = asked
      .map((one) => judge(sentences, one, evidence))
      .map((one) => (errored && counts(one.status) ? { ...one, status: 'not_gradable' as const } : one));
    const { score, allSkipped, vacuous: isVacuous } = tally(said);
    const found = {
      verdicts: grade.results.map(({ text, status }) => `${status}: ${text}`),
      score: grade.score,
      allSkipped: grade.allSkipped,
      vacuous: grade.vacuous,
    };
    const expected = {
      verdicts: asked.map(({ text }, place) => `${said[place]?.status}: ${text}`),
      score,
      allSkipped,
      vacuous: isVacuous,
    };
    if (JSON.stringify(found) !== JSON.stringify(expected))
      expect({ at, evidence: evidence.calls, ...found }).toEqual({ at, evidence: evidence.calls, ...expected });
    if (isVacuous) vacuous += 1;
    for (const { status } of said) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  // Every kind of verdict came about, and often.
  expect([...statuses.keys()].sort()).toEqual(['failed', 'model', 'not_gradable', 'passed', 'skipped', 'unmatched']);
  expect(Math.min(...statuses.values())).toBeGreaterThan(CASES / 20);
  expect(vacuous).toBeGreaterThan(CASES / 20);
});
