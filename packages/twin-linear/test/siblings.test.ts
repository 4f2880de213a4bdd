import type { State, TapeRow, WorldSpec } from '@svc/twin-kit';
import { describeSiblings } from '@svc/twin-kit/testing';
import { linear } from '../src/index.ts';
import { full } from './worlds.ts';

/** Each tool with the GraphQL that does the same; `$Name` stands for the id of what is called so. */
const table: [tool: string, args: object, query: string][] = [
  ['get_issue', { id: 'ENG-1' }, '{ issue(id: "ENG-1") { id } }'],
  ['list_issues', {}, '{ issues { nodes { id } } }'],
  ['list_issue_statuses', { team: 'ENG' }, '{ workflowStates { nodes { id } } }'],
  ['get_issue_status', { id: 'x', name: 'Todo', team: 'ENG' }, '{ workflowState(id: "$Todo") { id } }'],
  ['list_issue_labels', {}, '{ issueLabels { nodes { id } } }'],
  ['get_attachment', { id: '$Trace' }, '{ attachment(id: "$Trace") { id } }'],
  ['list_comments', { issueId: 'ENG-1' }, '{ comments { nodes { id } } }'],
  ['list_cycles', { teamId: 'ENG' }, '{ cycles { nodes { id } } }'],
  ['list_cycles', { teamId: 'ENG', type: 'current' }, '{ cycles(filter: { isActive: { eq: true } }) { nodes { id } } }'],
  ['list_cycles', { teamId: 'ENG', type: 'previous' }, '{ cycles(filter: { isPast: { eq: true } }) { nodes { id } } }'],
  ['list_cycles', { teamId: 'ENG', type: 'next' }, '{ cycles(filter: { isFuture: { eq: true } }) { nodes { id } } }'],
  ['get_document', { id: '$Spring plan' }, '{ document(id: "$Spring plan") { id } }'],
  ['list_documents', {}, '{ documents { nodes { id } } }'],
  ['list_projects', {}, '{ projects { nodes { id } } }'],
  ['get_project', { query: 'Spring release' }, '{ project(id: "$Spring release") { id } }'],
  ['list_project_labels', {}, '{ projectLabels { nodes { id } } }'],
  ['list_milestones', { project: 'Spring release' }, '{ projectMilestones { nodes { id } } }'],
  ['get_milestone', { project: 'Spring release', query: 'Alpha' }, '{ projectMilestone(id: "$Alpha") { id } }'],
  ['list_teams', {}, '{ teams { nodes { id } } }'],
  ['get_team', { query: 'Engineering' }, '{ team(id: "ENG") { id } }'],
  ['list_users', {}, '{ users { nodes { id } } }'],
  ['get_user', { query: 'me' }, '{ user(id: "me") { id } }'],
  ['get_workspace', {}, '{ organization { id } }'],
  ['list_initiatives', {}, '{ initiatives { nodes { id } } }'],
  ['get_initiative', { query: 'Win Europe' }, '{ initiative(id: "$Win Europe") { id } }'],
  ['list_initiative_labels', {}, '{ initiativeLabels { nodes { id } } }'],
  ['get_status_updates', { type: 'project' }, '{ projectUpdates { nodes { id } } }'],
  ['get_status_updates', { type: 'initiative', id: '$Slow' }, '{ initiativeUpdate(id: "$Slow") { id } }'],
  [
    'save_issue',
    { team: 'ENG', title: 'New', priority: 1, labels: ['Bug'] },
    'mutation { issueCreate(input: { teamId: "$Engineering", title: "New", priority: 1, labelIds: ["$Bug"] }) { success } }',
  ],
  [
    'save_issue',
    { id: 'ENG-1', state: 'Done', assignee: 'me' },
    'mutation { issueUpdate(id: "ENG-1", input: { stateId: "$Done", assigneeId: "$Ada Field" }) { success } }',
  ],
  [
    'create_issue_label',
    { name: 'Docs', color: '#112233' },
    'mutation { issueLabelCreate(input: { name: "Docs", color: "#112233", isGroup: false }) { success } }',
  ],
  ['delete_attachment', { id: '$Trace' }, 'mutation { attachmentDelete(id: "$Trace") { success } }'],
  [
    'save_comment',
    { issueId: 'ENG-1', body: 'Hi' },
    'mutation { commentCreate(input: { issueId: "ENG-1", body: "Hi" }) { success } }',
  ],
  ['save_comment', { id: '$Mine', body: 'Ours' }, 'mutation { commentUpdate(id: "$Mine", input: { body: "Ours" }) { success } }'],
  ['delete_comment', { id: '$Mine' }, 'mutation { commentDelete(id: "$Mine") { success } }'],
  [
    'save_document',
    { title: 'Doc', project: 'Spring release' },
    'mutation { documentCreate(input: { title: "Doc", projectId: "$Spring release" }) { success } }',
  ],
  [
    'save_document',
    { id: '$Notes', content: 'x' },
    'mutation { documentUpdate(id: "$Notes", input: { content: "x" }) { success } }',
  ],
  [
    'save_project',
    { name: 'Winter', addTeams: ['ENG'] },
    'mutation { projectCreate(input: { name: "Winter", teamIds: ["$Engineering"] }) { success } }',
  ],
  [
    'save_project',
    { id: 'Spring release', summary: 'x', lead: 'ben' },
    'mutation { projectUpdate(id: "$Spring release", input: { description: "x", leadId: "$Ben Okafor" }) { success } }',
  ],
  [
    'save_milestone',
    { project: 'Spring release', name: 'RC' },
    'mutation { projectMilestoneCreate(input: { projectId: "$Spring release", name: "RC" }) { success } }',
  ],
  [
    'save_milestone',
    { project: 'Spring release', id: 'Beta', targetDate: null },
    'mutation { projectMilestoneUpdate(id: "$Beta", input: { targetDate: null }) { success } }',
  ],
  ['save_initiative', { name: 'Asia' }, 'mutation { initiativeCreate(input: { name: "Asia" }) { success } }'],
  [
    'save_initiative',
    { id: 'Win Europe', status: 'Completed' },
    'mutation { initiativeUpdate(id: "$Win Europe", input: { status: Completed }) { success } }',
  ],
  [
    'create_initiative_label',
    { name: 'Bold' },
    'mutation { initiativeLabelCreate(input: { name: "Bold", isGroup: false }) { success } }',
  ],
  [
    'save_status_update',
    { type: 'project', project: 'Spring release', body: 'x', health: 'atRisk' },
    'mutation { projectUpdateCreate(input: { projectId: "$Spring release", body: "x", health: atRisk }) { success } }',
  ],
  [
    'save_status_update',
    { type: 'initiative', id: '$Slow', body: 'x' },
    'mutation { initiativeUpdateUpdate(id: "$Slow", input: { body: "x" }) { success } }',
  ],
  [
    'delete_status_update',
    { type: 'project', id: '$All well' },
    'mutation { projectUpdateArchive(id: "$All well") { success } }',
  ],
  ['delete_status_update', { type: 'initiative', id: '$Slow' }, 'mutation { initiativeUpdateArchive(id: "$Slow") { success } }'],
];

/** Puts the ids of named records in the place of `$Name`. */
function resolved(text: string, world: State<WorldSpec>): string {
  return text.replaceAll(/\$([A-Z][A-Za-z ]*)/g, (_match, name: string) => {
    for (const records of Object.values(world)) {
      const found = (records as Record<string, unknown>[]).find((one) => [one.name, one.title, one.body].includes(name));
      if (found) return found.id as string;
    }
    throw new Error(`nothing is called ${name}`);
  });
}

/** Linear refuses with status 200 where the request fits its schema. */
const refused = ({ status, response_body }: TapeRow): boolean =>
  status >= 400 || (response_body as { errors?: unknown } | null)?.errors !== undefined;

const firstId = (world: Readonly<Record<string, readonly unknown[]>>, collection: string) =>
  (world[collection] as { id: string }[])[0]?.id;

describeSiblings(linear, {
  more: {
    seed: full,
    calls: [
      ['list_comments', (world) => ({ statusUpdateId: firstId(world, 'projectUpdates') })],
      ['save_comment', (world) => ({ statusUpdateId: firstId(world, 'projectUpdates'), body: 'Fine' })],
    ],
  },
  serve: { seed: full, clock: { mode: 'logical' } },
  by: 'type',
  siblings: table.map(([tool, args, query]) => [
    tool,
    (world) => JSON.parse(resolved(JSON.stringify(args), world)),
    (world) => ({ method: 'POST', path: '/graphql', body: { query: resolved(query, world) } }),
  ]),
  refused,
  without: {},
});
