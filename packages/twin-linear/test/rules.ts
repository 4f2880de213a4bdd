import type { Chance, DirectCall, PlainWorld, Rule, RuleBook, RuledOperation, RuledWorld } from '@svc/twin-kit/testing';

// What the README's table says, once more, on the records of a world alone.

// biome-ignore lint/suspicious/noExplicitAny: records as plain JSON
type Row = any;
type Args = RuledOperation['args'];

/** The logical clock begins at 2026-01-01T00:00:00Z. */
const BEGIN = Date.parse('2026-01-01T00:00:00Z');
const DAY_MS = 86_400_000;

const seed = {
  users: [
    { name: 'Ada Field', displayName: 'ada' },
    { name: 'Ben Okafor', displayName: 'ben' },
  ],
  teams: [
    { name: 'Engineering', key: 'ENG', cycles: [{ name: 'Now' }] },
    { name: 'Design', key: 'DES', cycles: [{ name: 'Now' }] },
  ],
  labels: [
    { name: 'Bug' },
    { name: 'Area', isGroup: true },
    { name: 'API', parent: 'Area' },
    { name: 'App', parent: 'Area' },
    { name: 'Pixel', team: 'DES' },
  ],
  projects: [
    { name: 'Both', teams: ['ENG', 'DES'], milestones: [{ name: 'Alpha' }] },
    { name: 'Code', teams: ['ENG'], milestones: [{ name: 'Beta' }] },
  ],
  initiatives: [{ name: 'Growth' }],
  issues: [
    {
      title: 'One',
      labels: ['Bug', 'API'],
      project: 'Both',
      milestone: 'Alpha',
      comments: [
        {
          body: 'Me too',
          user: 'ben',
          replies: [
            { body: 'Looking', user: 'ada' },
            { body: 'So do I', user: 'ben' },
          ],
        },
        { body: 'Mine', user: 'ada' },
      ],
      attachments: [{ title: 'Trace', url: 'https://example.com/0' }],
    },
    { title: 'Two', parent: 'ENG-1' },
    { title: 'Three', parent: 'ENG-2', project: 'Code' },
    { title: 'Logo', team: 'DES', labels: ['Pixel'] },
  ],
};
const worlds: Record<string, RuledWorld> = { workspace: { seed } };

const when = (condition: unknown, words: string): string | undefined => (condition ? words : undefined);
const rowsOf = (world: PlainWorld, name: string): readonly Row[] => world[name] ?? [];
const find = (world: PlainWorld, name: string, id: unknown): Row => rowsOf(world, name).find((row) => row.id === id);
const me = (world: PlainWorld): string => world.viewer?.[0].userId;

const ISSUE_WRITES = new Set(['issueCreate', 'issueUpdate', 'issueAddLabel']);
/** What an issue would be after an operation, by the words of the rules; undefined for other operations. */
function issueAfter({ does, args }: RuledOperation, world: PlainWorld): Row {
  if (!ISSUE_WRITES.has(does)) return undefined;
  const before = find(world, 'issues', args.id);
  if (does === 'issueAddLabel') return { ...before, labelIds: [...new Set([...before.labelIds, args.labelId])] };
  const none = { projectId: null, projectMilestoneId: null, cycleId: null, parentId: null, labelIds: [] };
  const { input } = args;
  const known = before ?? { ...none, teamId: input.teamId };
  const left = { ...known, ...('projectId' in input && input.projectId !== known.projectId && { projectMilestoneId: null }) };
  return { ...(before && moved(left, input.teamId, world)), ...(!before && left), ...input };
}

/** What a move to another team leaves behind. */
function moved(issue: Row, teamId: string | undefined, world: PlainWorld): Row {
  if (teamId === undefined || teamId === issue.teamId) return issue;
  const labelIds = issue.labelIds.filter((id: string) => [null, teamId].includes(find(world, 'issueLabels', id).teamId));
  const isShared = issue.projectId !== null && find(world, 'projects', issue.projectId).teamIds.includes(teamId);
  return {
    ...issue,
    labelIds,
    cycleId: null,
    stateId: undefined,
    ...(!isShared && { projectId: null, projectMilestoneId: null }),
  };
}

/** What is wrong with the places of an issue. */
function misplaced({ teamId, stateId, cycleId, projectId, projectMilestoneId, labelIds }: Row, world: PlainWorld): string[] {
  const foreign = (name: string, id: unknown): boolean => Boolean(id) && find(world, name, id).teamId !== teamId;
  const isShared = !projectId || find(world, 'projects', projectId).teamIds.includes(teamId);
  const isOfProject = !projectMilestoneId || find(world, 'projectMilestones', projectMilestoneId).projectId === projectId;
  const isLabelForeign = (id: string): boolean => ![null, teamId].includes(find(world, 'issueLabels', id).teamId);
  return [
    ...(foreign('workflowStates', stateId) ? ['Discrepancy between issue team and state team'] : []),
    ...(foreign('cycles', cycleId) ? ['Discrepancy between issue team and cycle'] : []),
    ...(isShared ? [] : ['Discrepancy between issue team and project']),
    ...(isOfProject ? [] : ['Discrepancy between issue project and milestone']),
    ...(labelIds.some(isLabelForeign) ? ['not associated with the same team as the issue'] : []),
  ];
}

const groupOf = (label: Row, world: PlainWorld): Row =>
  label.parentId === null ? undefined : find(world, 'issueLabels', label.parentId);

/** What is wrong with the labels that an issue would have. */
function crowded(labelIds: readonly string[], world: PlainWorld): string | undefined {
  const labels = labelIds.map((id) => find(world, 'issueLabels', id));
  if (labels.some(({ isGroup }) => isGroup)) return 'LabelIds contains group label';
  const groups = labels.flatMap((label) => {
    const group = groupOf(label, world);
    return group && group.groupType !== 'multiSelect' ? [group.id] : [];
  });
  return when(new Set(groups).size < groups.length, 'LabelIds not exclusive child labels');
}

/** The labels of an issue that an operation adds. */
const added = (operation: RuledOperation, world: PlainWorld): string[] => {
  const known = find(world, 'issues', operation.args.id)?.labelIds ?? [];
  return (issueAfter(operation, world)?.labelIds ?? []).filter((id: string) => !known.includes(id));
};

const SUBJECTS = ['issueId', 'projectId', 'projectUpdateId', 'initiativeId', 'initiativeUpdateId', 'documentContentId'];
const subjectOf = (row: Row): string => SUBJECTS.map((field) => `${field}:${row[field] ?? ''}`).join();
/** An issue and those that it is part of. */
function ancestors(world: PlainWorld, id: string | null): string[] {
  const line: string[] = [];
  for (let at = id; at && !line.includes(at); at = find(world, 'issues', at)?.parentId) line.push(at);
  return line;
}

const rules: Record<string, Rule> = {
  'state, cycle, project and labels of an issue are of its team; its milestone is of its project': {
    forbids(operation, world) {
      const issue = issueAfter(operation, world);
      return issue && misplaced(issue, world);
    },
    *faults(world) {
      for (const issue of rowsOf(world, 'issues'))
        for (const fault of misplaced(issue, world)) yield `${issue.identifier}: ${fault}`;
    },
  },
  'of a group of labels one is applied, unless it is for several; a group itself never is': {
    forbids(operation, world) {
      const issue = issueAfter(operation, world);
      if (issue) return crowded(issue.labelIds, world);
      const { does, args } = operation;
      if (does !== 'issueLabelUpdate') return undefined;
      const isUsed = rowsOf(world, 'issues').some(({ labelIds }) => labelIds.includes(args.id));
      if (args.input.isGroup && isUsed) return 'Label is applied';
      const labels = rowsOf(world, 'issueLabels').map((label) => (label.id === args.id ? { ...label, ...args.input } : label));
      const changed = { ...world, issueLabels: labels };
      return rowsOf(world, 'issues').flatMap(({ labelIds }) => crowded(labelIds, changed) ?? []);
    },
    *faults(world) {
      for (const { identifier, labelIds } of rowsOf(world, 'issues')) {
        const fault = crowded(labelIds, world);
        if (fault) yield `${identifier}: ${fault}`;
      }
    },
  },
  'a retired label is applied to nothing more': {
    forbids: (operation, world) =>
      when(
        added(operation, world).some((id) => find(world, 'issueLabels', id).retiredAt !== null),
        'LabelIds contains retired label',
      ),
  },
  "a label's name is its team's only one, and no label of the workspace has it, whatever the case": {
    forbids({ does, args }, world) {
      if (!['issueLabelCreate', 'issueLabelUpdate'].includes(does) || args.input.name === undefined) return undefined;
      const label = find(world, 'issueLabels', args.id);
      const group = find(world, 'issueLabels', args.input.parentId);
      const teamId = label ? label.teamId : (args.input.teamId ?? group?.teamId ?? null);
      const name = args.input.name.toLowerCase();
      const same = rowsOf(world, 'issueLabels').filter((one) => one.name.toLowerCase() === name && one.id !== args.id);
      return when(
        same.some((one) => one.teamId === null || teamId === null || one.teamId === teamId),
        'Duplicate label name',
      );
    },
    *faults(world) {
      const labels = rowsOf(world, 'issueLabels');
      for (const one of labels)
        for (const other of labels)
          if (one.id < other.id && one.name.toLowerCase() === other.name.toLowerCase())
            if (one.teamId === null || other.teamId === null || one.teamId === other.teamId)
              yield `two labels are called ${one.name}`;
    },
  },
  'an issue is no part of itself or of its parts': {
    forbids: ({ does, args }, world) =>
      when(
        does === 'issueUpdate' && args.input.parentId && ancestors(world, args.input.parentId).includes(args.id),
        'Circular parent relation',
      ),
    *faults(world) {
      for (const { id, identifier, parentId } of rowsOf(world, 'issues'))
        if (ancestors(world, parentId).includes(id)) yield `${identifier} is a part of itself`;
    },
  },
  "a comment hangs on one thing, a reply on its thread's; threads are one level deep and resolved at their start": {
    forbids({ does, args }, world) {
      if (does === 'commentResolve') return when(find(world, 'comments', args.id).parentId !== null, 'Not a root comment');
      if (does !== 'commentCreate') return undefined;
      const named = SUBJECTS.filter((field) => args.input[field] !== undefined);
      if (named.length > 1) return 'Ambiguous comment subject';
      const parent = find(world, 'comments', args.input.parentId);
      if (named.length === 0) return when(!parent, 'No comment subject');
      return when(parent && parent[named[0] as string] !== args.input[named[0] as string], 'Parent comment mismatch');
    },
    *faults(world) {
      for (const comment of rowsOf(world, 'comments')) {
        const subjects = SUBJECTS.filter((field) => comment[field] !== null);
        if (subjects.length !== 1) yield `a comment hangs on ${subjects}`;
        const parent = find(world, 'comments', comment.parentId);
        if (comment.parentId !== null && (parent.parentId !== null || subjectOf(parent) !== subjectOf(comment)))
          yield 'a reply hangs elsewhere than its thread';
        if (comment.resolvedAt !== null && comment.parentId !== null) yield 'a thread is resolved at a reply';
      }
    },
  },
  "the words of a comment are its author's; whoever reads a thread may resolve it": {
    forbids({ does, args }, world) {
      const isForeign =
        ['commentUpdate', 'commentDelete'].includes(does) && find(world, 'comments', args.id).userId !== me(world);
      return when(isForeign && (does === 'commentDelete' || args.input.body !== undefined), 'Forbidden');
    },
  },
  'a URL is attached to an issue once': {
    follows({ does, args, before, after }) {
      const attached = (world: PlainWorld): number =>
        rowsOf(world, 'attachments').filter(({ issueId, url }) => issueId === args.input.issueId && url === args.input.url)
          .length;
      if (does !== 'attachmentCreate' || attached(before) === 0) return undefined;
      return attached(after) === 1 || `${args.input.url} is attached ${attached(after)} times`;
    },
    *faults(world) {
      const keys = rowsOf(world, 'attachments').map(({ issueId, url }) => `${issueId} ${url}`);
      if (new Set(keys).size < keys.length) yield 'a URL is attached twice';
    },
  },
  'a project has a team; its short description has at most 255 characters': {
    forbids({ does, args }) {
      if (does !== 'projectCreate' && does !== 'projectUpdate') return undefined;
      return [
        ...(args.input.teamIds?.length === 0 ? ['teamIds should not be empty'] : []),
        ...(args.input.description?.length > 255 ? ['description must be shorter than or equal to 255'] : []),
      ];
    },
    *faults(world) {
      for (const { name, teamIds, description } of rowsOf(world, 'projects'))
        if (teamIds.length === 0 || description.length > 255) yield `project ${name} has ${teamIds.length} teams`;
    },
  },
  'ids are UUIDs, and each is taken once': {
    forbids({ does, args }, world) {
      if (does !== 'issueCreate' || args.input.id === undefined) return undefined;
      if (!/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(args.input.id)) return 'id must be a UUID';
      return when(find(world, 'issues', args.input.id), 'Conflict on insert');
    },
  },
  'a query costs at most 10,000 points': {
    // https://linear.app/developers/rate-limiting: a tenth of a point a field, a point an object, a list's pages are multiplied.
    forbids: ({ does, args }) => when(does === 'issues' && args.first * args.children > 10_000, 'Query too complex'),
  },
  'labels stand in groups, and in no others': {
    forbids({ does, args }, world) {
      if (!does.startsWith('issueLabel') || !args.input?.parentId) return undefined;
      if (args.input.parentId === args.id)
        return when(find(world, 'issueLabels', args.id).isGroup, "can't be the label itself") ?? 'not a group';
      return when(!find(world, 'issueLabels', args.input.parentId).isGroup, 'Parent label is not a group');
    },
  },
  'a team whose issues are in a project stays in it': {
    forbids: ({ does, args }, world) =>
      when(
        does === 'projectUpdate' &&
          args.input.teamIds?.length > 0 &&
          rowsOf(world, 'issues').some(({ projectId, teamId }) => projectId === args.id && !args.input.teamIds.includes(teamId)),
        'Team has issues in project',
      ),
  },
  'a milestone whose issues are in a project stays in it': {
    forbids: ({ does, args }, world) =>
      when(
        does === 'projectMilestoneUpdate' &&
          args.input.projectId !== find(world, 'projectMilestones', args.id).projectId &&
          rowsOf(world, 'issues').some(({ projectMilestoneId }) => projectMilestoneId === args.id),
        'Milestone has issues',
      ),
  },
  "a team's cycles don't overlap, and end after they start": {
    forbids({ does, args }, world) {
      if (does !== 'cycleCreate') return undefined;
      const { teamId, startsAt, endsAt } = args.input;
      if (startsAt >= endsAt) return 'Invalid cycle dates';
      const others = rowsOf(world, 'cycles').filter((one) => one.teamId === teamId);
      return when(
        others.some((one) => one.startsAt < endsAt && startsAt < one.endsAt),
        'Overlapping cycles',
      );
    },
    *faults(world) {
      for (const one of rowsOf(world, 'cycles'))
        for (const other of rowsOf(world, 'cycles'))
          if (one.id < other.id && one.teamId === other.teamId && one.startsAt < other.endsAt && other.startsAt < one.endsAt)
            yield `cycles ${one.number} and ${other.number} overlap`;
    },
  },
  'two issues have one relation of a kind, and none to itself': {
    forbids({ does, args }, world) {
      if (does !== 'issueRelationCreate') return undefined;
      const { issueId, relatedIssueId, type } = args.input;
      if (issueId === relatedIssueId) return "can't be the issue itself";
      const known = rowsOf(world, 'issueRelations').some(
        (one) => one.issueId === issueId && one.relatedIssueId === relatedIssueId && one.type === type,
      );
      return when(known, 'Relation exists');
    },
    *faults(world) {
      const keys = rowsOf(world, 'issueRelations').map((one) => [one.issueId, one.relatedIssueId, one.type].join());
      if (new Set(keys).size < keys.length) yield 'two issues have one relation twice';
    },
  },
  "a workflow state's name is its team's only one; it goes when it is empty, and one of each kind stays": {
    forbids({ does, args }, world) {
      const states = rowsOf(world, 'workflowStates').filter(({ archivedAt }) => archivedAt === null);
      if (does === 'workflowStateCreate') {
        const name = args.input.name.toLowerCase();
        return when(
          states.some((one) => one.teamId === args.input.teamId && one.name.toLowerCase() === name),
          'Duplicate workflow state name',
        );
      }
      if (does !== 'workflowStateArchive') return undefined;
      const state = find(world, 'workflowStates', args.id);
      const isUsed = rowsOf(world, 'issues').some(
        (issue) => issue.stateId === state.id && issue.archivedAt === null && issue.trashed !== true,
      );
      return [
        ...(isUsed ? ['Workflow state has issues'] : []),
        ...(states.filter(({ teamId, type }) => teamId === state.teamId && type === state.type).length <= 1
          ? ['Last workflow state']
          : []),
      ];
    },
    *faults(world) {
      for (const { id: team } of rowsOf(world, 'teams')) {
        const names = rowsOf(world, 'workflowStates').filter((one) => one.teamId === team && one.archivedAt === null);
        if (new Set(names.map(({ name }) => name.toLowerCase())).size < names.length) yield 'two states have one name';
      }
    },
  },
  'somebody is in a team once, a project in an initiative once': {
    forbids({ does, args }, world) {
      const { input = {} } = args;
      const isMember = rowsOf(world, 'teamMemberships').some((one) => one.teamId === input.teamId && one.userId === input.userId);
      if (does === 'teamMembershipCreate') return when(isMember, 'User is a member');
      const isLinked = rowsOf(world, 'initiativeToProjects').some(
        (one) => one.initiativeId === input.initiativeId && one.projectId === input.projectId,
      );
      return when(does === 'initiativeToProjectCreate' && isLinked, 'Project is in initiative');
    },
    *faults(world) {
      const pairs = [
        rowsOf(world, 'teamMemberships').map((one) => `${one.teamId} ${one.userId}`),
        rowsOf(world, 'initiativeToProjects').map((one) => `${one.initiativeId} ${one.projectId}`),
      ];
      for (const list of pairs) if (new Set(list).size < list.length) yield 'something is in another twice';
    },
  },
};

const one = (chance: Chance, world: PlainWorld, name: string): string | undefined => chance.of(rowsOf(world, name))?.id;
function some(chance: Chance, share: number, field: string, make: () => unknown): Args {
  const value = chance.maybe(share) ? make() : undefined;
  return value === undefined ? {} : { [field]: value };
}

const liveState = (chance: Chance, world: PlainWorld): string | undefined =>
  chance.of(rowsOf(world, 'workflowStates').filter(({ archivedAt }) => archivedAt === null))?.id;

const labels = (chance: Chance, world: PlainWorld): unknown[] => [
  ...new Set(Array.from({ length: chance.below(3) }, () => one(chance, world, 'issueLabels') ?? []).flat()),
];

function places(chance: Chance, world: PlainWorld, share: number): Args {
  return {
    ...some(chance, share, 'stateId', () => liveState(chance, world)),
    ...some(chance, share, 'projectId', () => one(chance, world, 'projects')),
    ...some(chance, share, 'projectMilestoneId', () => one(chance, world, 'projectMilestones')),
    ...some(chance, share, 'cycleId', () => one(chance, world, 'cycles')),
    ...some(chance, share, 'parentId', () => one(chance, world, 'issues')),
    ...some(chance, share * 2, 'labelIds', () => labels(chance, world)),
  };
}
const labelName = (chance: Chance): string => chance.of(['Bug', 'bug', 'Pixel', `New ${chance.below(4)}`]);
const uuid = (chance: Chance): string => `00000000-0000-4000-8000-00000000000${chance.below(9)}`;

const draws: Readonly<Record<string, (chance: Chance, world: PlainWorld) => Args>> = {
  issueCreate: (chance, world) => ({
    input: {
      title: 'New',
      teamId: one(chance, world, 'teams'),
      ...places(chance, world, 0.2),
      ...some(chance, 0.3, 'id', () => chance.of([one(chance, world, 'issues'), uuid(chance), 'no-uuid'])),
    },
  }),
  issueUpdate: (chance, world) => ({
    id: one(chance, world, 'issues'),
    input: { title: 'Other', ...places(chance, world, 0.2), ...some(chance, 0.2, 'teamId', () => one(chance, world, 'teams')) },
  }),
  issueAddLabel: (chance, world) => ({ id: one(chance, world, 'issues'), labelId: one(chance, world, 'issueLabels') }),
  issueLabelCreate: (chance, world) => ({
    input: {
      name: labelName(chance),
      ...(chance.maybe(0.3)
        ? some(chance, 1, 'parentId', () => one(chance, world, 'issueLabels'))
        : { ...some(chance, 0.4, 'teamId', () => one(chance, world, 'teams')), ...some(chance, 0.2, 'isGroup', () => true) }),
    },
  }),
  issueLabelUpdate: (chance, world) => ({
    id: one(chance, world, 'issueLabels'),
    input: chance.of<Args>([
      { name: labelName(chance) },
      { parentId: one(chance, world, 'issueLabels') },
      { parentId: rowsOf(world, 'issueLabels').find(({ isGroup }) => isGroup)?.id },
      { isGroup: true },
      { groupType: chance.of(['multiSelect', 'singleSelect']) },
    ]),
  }),
  issueLabelRetire: (chance, world) => ({ id: one(chance, world, 'issueLabels') }),
  issueLabelRestore: (chance, world) => ({ id: one(chance, world, 'issueLabels') }),
  issueLabelDelete: (chance, world) => ({ id: one(chance, world, 'issueLabels') }),
  issueDelete: (chance, world) => ({ id: one(chance, world, 'issues') }),
  issueUnarchive: (chance, world) => ({ id: one(chance, world, 'issues') }),
  commentCreate: (chance, world) => ({
    input: {
      body: 'Words',
      ...some(chance, 0.6, 'issueId', () => one(chance, world, 'issues')),
      ...some(chance, 0.2, 'projectId', () => one(chance, world, 'projects')),
      ...some(chance, 0.4, 'parentId', () => one(chance, world, 'comments')),
    },
  }),
  commentUpdate: (chance, world) => ({
    id: one(chance, world, 'comments'),
    input: chance.of<Args>([{ body: 'Better' }, { doNotSubscribeToIssue: true }]),
  }),
  commentDelete: (chance, world) => ({ id: one(chance, world, 'comments') }),
  commentResolve: (chance, world) => ({ id: one(chance, world, 'comments') }),
  attachmentCreate: (chance, world) => ({
    input: { issueId: one(chance, world, 'issues'), title: 'Link', url: `https://example.com/${chance.below(2)}` },
  }),
  projectCreate: (chance, world) => ({
    input: {
      name: 'Plan',
      teamIds: chance.maybe(0.2) ? [] : [one(chance, world, 'teams')],
      description: 'x'.repeat(chance.of([0, 255, 256])),
    },
  }),
  projectUpdate: (chance, world) => ({
    id: one(chance, world, 'projects'),
    input: chance.of<Args>([
      { teamIds: [] },
      { teamIds: [one(chance, world, 'teams')] },
      { description: 'x'.repeat(chance.of([255, 256])) },
    ]),
  }),
  projectMilestoneCreate: (chance, world) => ({ input: { name: 'Gamma', projectId: one(chance, world, 'projects') } }),
  projectMilestoneUpdate: (chance, world) => ({
    id: one(chance, world, 'projectMilestones'),
    input: { projectId: one(chance, world, 'projects') },
  }),
  projectMilestoneDelete: (chance, world) => ({ id: one(chance, world, 'projectMilestones') }),
  cycleCreate: (chance, world) => {
    const [start, days] = [chance.below(60), chance.of([-1, 7, 7, 14])];
    const at = (day: number): string => new Date(BEGIN + day * DAY_MS).toISOString();
    return { input: { teamId: one(chance, world, 'teams'), startsAt: at(start), endsAt: at(start + days) } };
  },
  issueRelationCreate: (chance, world) => ({
    input: {
      issueId: one(chance, world, 'issues'),
      relatedIssueId: one(chance, world, 'issues'),
      type: chance.of(['blocks', 'related']),
    },
  }),
  workflowStateCreate: (chance, world) => ({
    input: {
      teamId: one(chance, world, 'teams'),
      name: chance.of(['todo', 'Review', 'Waiting']),
      type: 'started',
      color: '#ff0000',
    },
  }),
  workflowStateArchive: (chance, world) => ({ id: liveState(chance, world) }),
  teamMembershipCreate: (chance, world) => ({
    input: { teamId: one(chance, world, 'teams'), userId: one(chance, world, 'users') },
  }),
  initiativeToProjectCreate: (chance, world) => ({
    input: { initiativeId: one(chance, world, 'initiatives'), projectId: one(chance, world, 'projects') },
  }),
  issues: (chance) => ({ first: chance.of([10, 250]), children: chance.of([10, 250]) }),
};
const OFTEN = ['issueUpdate', 'issueUpdate', 'issueAddLabel', 'issueAddLabel', 'issueLabelUpdate'];
const NAMES = [...Object.keys(draws), ...OFTEN];

/** The request of an operation: its input is named as the schema names it. */
function callOf({ does, args }: RuledOperation): DirectCall {
  const list = `query { issues(first: ${args.first}) { nodes { children(first: ${args.children}) { nodes { id } } } } }`;
  const type = `${does.charAt(0).toUpperCase()}${does.slice(1)}Input`;
  const declared = [
    ...(args.id === undefined ? [] : ['$id: String!']),
    ...(args.input === undefined ? [] : [`$input: ${type}!`]),
    ...(args.labelId === undefined ? [] : ['$labelId: String!']),
  ];
  const given = declared.map((one) => one.replace(/^\$(\w+):.*/, '$1: $$$1'));
  const query = does === 'issues' ? list : `mutation(${declared.join(', ')}) { ${does}(${given.join(', ')}) { success } }`;
  return { method: 'POST', path: '/graphql', body: { query, variables: args } };
}

export const book: RuleBook = {
  worlds,
  draw(chance, world) {
    const does = chance.of(NAMES);
    const args = (draws[does] as (typeof draws)[string])(chance, world);
    const parts = [...Object.values(args), ...Object.values(args.input ?? {})];
    return parts.includes(undefined) ? undefined : { does, args };
  },
  call: callOf,
  refusal({ body }) {
    const [error] = body.errors ?? [];
    return error && `${error.message}: ${error.extensions?.userPresentableMessage ?? ''}`;
  },
  rules,
};
