import { z } from 'zod';
import { DEFAULT_ISSUE_TYPES } from '../default-issue-types.ts';
import { nextId } from '../sequences.ts';
import { type GithubSeedContext, ISSUE_TYPE_COLORS, timestamp, type User } from '../world.ts';
import { duplicates, type Fault } from './fault.ts';
import { nameOr } from './schema-parts.ts';

const name = z.string().min(1);

/** Of an organisation: its types of issues. Without it those three that GitHub gives every one. */
export const issueTypesField = z
  .array(
    nameOr(
      name,
      z.object({
        name,
        description: z.string().nullish(),
        color: z.enum(ISSUE_TYPE_COLORS).nullish(),
        is_enabled: z.boolean().default(true),
      }),
    ),
  )
  .optional();

type IssueTypesSeed = z.output<typeof issueTypesField>;

interface Owner {
  login: string;
  type: string;
  issue_types?: IssueTypesSeed;
}

const typesIn = ({ type, issue_types }: Owner) =>
  type === 'Organization'
    ? (issue_types ?? [...DEFAULT_ISSUE_TYPES]).map((one) => (typeof one === 'string' ? { name: one } : one))
    : [];

export function* checkIssueTypes(owner: Owner): Generator<Fault> {
  if (owner.issue_types !== undefined && owner.type !== 'Organization')
    yield { path: ['issue_types'], message: 'only an Organization has issue types', code: 'not_an_organization' };
  yield* duplicates(
    typesIn(owner).map((one) => one.name.toLowerCase()),
    (at) => ['issue_types', at],
    (one) => `issue type ${one} is declared twice`,
  );
}

/** Issues have types of the organisation that owns their repository. */
export function* checkTypesOfIssues(
  users: readonly Owner[],
  { owner, issues }: { owner: string; issues: readonly { type?: string | null | undefined }[] },
): Generator<Fault> {
  const account = users.find(({ login }) => login.toLowerCase() === owner.toLowerCase());
  const known = new Set((account ? typesIn(account) : []).map((one) => one.name.toLowerCase()));
  for (const [at, { type }] of issues.entries())
    if (type != null && !known.has(type.toLowerCase()))
      yield {
        path: ['issues', at, 'type'],
        message: `${owner} has no issue type ${JSON.stringify(type)}`,
        code: 'unknown_issue_type',
      };
}

export function loadIssueTypes(context: GithubSeedContext, organization: Readonly<User>, seed: Owner): void {
  const now = timestamp(context.now);
  for (const { name: own, ...one } of typesIn(seed))
    context.world.issue_types.insert({
      id: nextId(context.ids, 'issue_type'),
      organization_id: organization.id,
      name: own,
      description: ('description' in one && one.description) || null,
      color: ('color' in one && one.color) || null,
      is_enabled: !('is_enabled' in one) || one.is_enabled !== false,
      created_at: now,
      updated_at: now,
    });
}
