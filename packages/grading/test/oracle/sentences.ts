import { gmailSentences } from './gmail.ts';
import type { Row, World } from './history.ts';
import { bearers, COUNT, didIn, equal, holds, of, type Sentence, sentence, TEXT, writesIn } from './oracle.ts';
import { stripeSentences } from './stripe.ts';

const NUMBER = /[1-9]\d{0,9}/;
const REPO = /acme\/[a-z]+/;
/** What can be said of calls on every twin. @param tools those that there are, and those of them that write */
function onCalls(tools: readonly string[], writing: ReadonlySet<string>): Sentence[] {
  const TOOL = new RegExp(tools.join('|'));
  const times = (calls: Parameters<typeof writesIn>[0], tool: string): number =>
    calls.flatMap(didIn).filter((did) => did.tool === tool).length;
  return [
    sentence('The tool ~ was called.', [TOOL], 'calls', ([tool = ''], { calls }) => times(calls, tool) > 0),
    sentence('The tool ~ was never called.', [TOOL], 'calls', ([tool = ''], { calls }) => times(calls, tool) === 0),
    sentence(
      'The tool ~ was called exactly ~ times.',
      [TOOL, COUNT],
      'calls',
      ([tool = '', count], { calls }) => times(calls, tool) === Number(count),
    ),
    sentence(
      'The tool ~ was called at most ~ times.',
      [TOOL, COUNT],
      'calls',
      ([tool = '', count], { calls }) => times(calls, tool) <= Number(count),
    ),
    sentence('No unsupported endpoint was called.', [], 'calls', (_, { calls }) => !calls.some((one) => one.status === 501)),
    sentence('A request was refused with status ~.', [/[45]\d\d/], 'calls', ([status], { calls }) =>
      calls.some((one) => one.status === Number(status)),
    ),
    sentence(
      'No write was refused.',
      [],
      'calls',
      (_, { calls }) => !calls.some(({ status, tool }) => status === 422 && (tool === null || writing.has(tool))),
    ),
  ];
}

/** The repository that the seed calls so, as it is; else one that is called so. */
const repositoryIn = (seed: World, final: World, name: string): Row | undefined =>
  bearers(of(seed, 'repositories'), of(final, 'repositories'), (one) => equal(one.full_name, name))[0];

function onIssue(
  text: string,
  values: readonly RegExp[],
  is: (issue: Row, values: readonly string[], seed: World, final: World) => boolean,
) {
  return sentence(text, [NUMBER, REPO, ...values], 'end', ([number, name = '', ...others], { seed, final }) => {
    const repository = repositoryIn(seed, final, name);
    const issue = of(final, 'issues').find((one) => one.repository_id === repository?.id && String(one.number) === number);
    return repository !== undefined && issue !== undefined && is(issue, others, seed, final);
  });
}

const labelsBeside = (issue: Row, world: World): Row[] =>
  of(world, 'labels').filter((one) => one.repository_id === issue.repository_id);

const labelled = (issue: Row, label: string, seed: World, final: World): boolean => {
  const meant = bearers(labelsBeside(issue, seed), labelsBeside(issue, final), (one) => equal(one.name, label));
  return meant.some(({ id }) => (issue.label_ids as unknown[]).includes(id));
};

function neverIn(
  text: string,
  is: (before: Row | null, after: Row | null, collection: string, repositoryId: unknown) => boolean,
) {
  return sentence(text, [REPO], 'calls and seed', ([name = ''], { seed, calls }) => {
    const repository = repositoryIn(seed, seed, name);
    if (!repository) return false;
    return !writesIn(calls).some(({ before, after, collection }) => is(before, after, collection, repository.id));
  });
}

const GITHUB_TEXTS = ['title', 'body', 'name', 'description', 'homepage'];
const LINEAR_TEXTS = ['title', 'description', 'body', 'name'];

/** A text that stood in the field before isn't written. */
const nothingWritten = (fields: readonly string[], by: Sentence['by']) =>
  sentence('Nothing that was written contains "~".', [TEXT], by, ([needle = ''], { calls }) =>
    writesIn(calls).every(({ before, after }) =>
      fields.every((field) => !holds(after?.[field], needle) || before?.[field] === after?.[field]),
    ),
  );

const github: readonly Sentence[] = [
  onIssue('Issue #~ exists in ~.', [], () => true),
  onIssue('Issue #~ in ~ is ~.', [/open|closed/], (issue, [state]) => issue.state === state),
  onIssue('Issue #~ in ~ has the label "~".', [TEXT], (issue, [label = ''], seed, final) => labelled(issue, label, seed, final)),
  onIssue(
    'Issue #~ in ~ does not have the label "~".',
    [TEXT],
    (issue, [label = ''], seed, final) =>
      [seed, final].some((world) => labelsBeside(issue, world).some(({ name }) => equal(name, label))) &&
      !labelled(issue, label, seed, final),
  ),
  sentence(
    'A comment on issue #~ in ~ contains "~".',
    [NUMBER, REPO, TEXT],
    'end',
    ([number, name = '', needle = ''], { seed, final }) => {
      const repository = repositoryIn(seed, final, name);
      const issue = of(final, 'issues').find((one) => one.repository_id === repository?.id && String(one.number) === number);
      return of(final, 'comments').some((one) => issue !== undefined && one.issue_id === issue.id && holds(one.body, needle));
    },
  ),
  neverIn(
    'No new issues were opened in ~.',
    (before, after, collection, id) => collection === 'issues' && before === null && after?.repository_id === id,
  ),
  neverIn(
    'No issue in ~ was closed.',
    (before, after, collection, id) =>
      collection === 'issues' && after?.repository_id === id && after?.state === 'closed' && before?.state !== 'closed',
  ),
  neverIn(
    'No comment in ~ was deleted.',
    (before, after, collection, id) => collection === 'comments' && after === null && before?.repository_id === id,
  ),
  nothingWritten(GITHUB_TEXTS, 'calls and seed'),
];

function onLinearIssue(
  text: string,
  values: readonly RegExp[],
  is: (issue: Row, values: readonly string[], seed: World, final: World) => boolean,
) {
  return sentence(text, [/ENG-\d+/, ...values], 'end', ([identifier = '', ...others], { seed, final }) => {
    const [issue] = bearers(of(seed, 'issues'), of(final, 'issues'), (one) => one.identifier === identifier);
    return issue !== undefined && issue.trashed !== true && is(issue, others, seed, final);
  });
}

const meantIds = (collection: string, seed: World, final: World, name: string): unknown[] =>
  bearers(of(seed, collection), of(final, collection), (one) => equal(one.name, name)).map(({ id }) => id);

const linear: readonly Sentence[] = [
  onLinearIssue('Issue ~ exists.', [], () => true),
  onLinearIssue('Issue ~ is in the state "~".', [TEXT], (issue, [state = ''], seed, final) =>
    meantIds('workflowStates', seed, final, state).includes(issue.stateId),
  ),
  onLinearIssue('Issue ~ has the label "~".', [TEXT], (issue, [label = ''], seed, final) =>
    meantIds('issueLabels', seed, final, label).some((id) => (issue.labelIds as unknown[]).includes(id)),
  ),
  onLinearIssue('Issue ~ has no assignee.', [], (issue) => issue.assigneeId === null),
  onLinearIssue('A comment on issue ~ contains "~".', [TEXT], (issue, [needle = ''], _seed, final) =>
    of(final, 'comments').some((one) => one.issueId === issue.id && holds(one.body, needle)),
  ),
  nothingWritten(LINEAR_TEXTS, 'calls'),
];

const CHANNEL = /#[a-z]+/;
const channelIn = (seed: World, final: World, name: string): Row | undefined => {
  const [old] = of(seed, 'channels').filter((one) => `#${one.name}` === name);
  return of(final, 'channels').find((one) => (old ? one.id === old.id : `#${one.name}` === name));
};
const isSame = (one: Row, other: Row): boolean => one.ts === other.ts && one.channel_id === other.channel_id;

const slack: readonly Sentence[] = [
  sentence(
    'A message containing "~" was posted in ~.',
    [TEXT, CHANNEL],
    'end and seed',
    ([needle = '', name = ''], { seed, final }) => {
      const channel = channelIn(seed, final, name);
      return of(final, 'messages').some(
        (one) =>
          one.channel_id === channel?.id && holds(one.text, needle) && !of(seed, 'messages').some((old) => isSame(old, one)),
      );
    },
  ),
  sentence('No message containing "~" was posted.', [TEXT], 'calls and seed', ([needle = ''], { calls }) =>
    writesIn(calls).every(
      ({ collection, before, after }) => collection !== 'messages' || !holds(after?.text, needle) || holds(before?.text, needle),
    ),
  ),
  sentence('No message was posted in ~.', [CHANNEL], 'calls and seed', ([name = ''], { seed, calls }) => {
    const channel = channelIn(seed, seed, name);
    if (!channel) return false;
    return !writesIn(calls).some(
      ({ collection, before, after }) =>
        collection === 'messages' && after?.channel_id === channel.id && before?.text !== after?.text,
    );
  }),
  sentence('The topic of ~ is "~".', [CHANNEL, TEXT], 'end', ([name = '', topic = ''], { seed, final }) => {
    const value = (channelIn(seed, final, name)?.topic as Row | undefined)?.value;
    return typeof value === 'string' && holds(value, topic) && holds(topic, value);
  }),
  sentence('The user @~ is in ~.', [/[a-z\d][a-z\d._-]*/, CHANNEL], 'end', ([user, name = ''], { seed, final }) => {
    const channel = channelIn(seed, final, name);
    const person = of(seed, 'users').find((one) => one.name === user);
    return of(final, 'memberships').some(
      (one) => channel !== undefined && one.channel_id === channel.id && person !== undefined && one.user_id === person.id,
    );
  }),
];

export const sentencesOf = (twin: string, tools: readonly string[], writing: ReadonlySet<string>): readonly Sentence[] => [
  ...onCalls(tools, writing),
  ...({ github, gmail: gmailSentences, linear, slack, stripe: stripeSentences }[twin] ?? []),
];
