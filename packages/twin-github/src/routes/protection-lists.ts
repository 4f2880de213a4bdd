import { json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import { appSlugs, teamIds, userIds } from '../actions/protection/actors.ts';
import { changeProtection, type FoundProtection, getProtection, requirePart } from '../actions/protection/protect.ts';
import { protectionUrl, renderActors, renderRestrictions } from '../render/protection.ts';
import type { Actors, GithubContext } from '../world.ts';
import { branchTarget, protectionPath } from './branch-protection.ts';
import { operation } from './operation.ts';

const read = { method: 'GET', fidelity: 'semantic', mutates: false, action: 'get_branch_protection' } as const;
const write = { fidelity: 'semantic', mutates: true, action: 'update_branch_protection' } as const;

/** How lists are changed, with the first word of GitHub's ids of it. */
const CHANGES = [
  ['add', 'POST', <T>(known: readonly T[], named: readonly T[]) => [...known, ...named.filter((one) => !known.includes(one))]],
  ['set', 'PUT', <T>(_known: readonly T[], named: readonly T[]) => [...new Set(named)]],
  ['remove', 'DELETE', <T>(known: readonly T[], named: readonly T[]) => known.filter((one) => !named.includes(one))],
] as const;

/** Names in a list of their own, or alone. */
const names = <N extends string>(field: N) =>
  z.preprocess(
    (body) => (Array.isArray(body) ? { [field]: body } : body),
    z.object({ [field]: z.array(z.string()) } as Record<N, z.ZodArray<z.ZodString>>),
  );

const CONTEXTS = `${protectionPath}/required_status_checks/contexts`;

const contextsOf = (found: FoundProtection): string[] =>
  requirePart(found, 'required_status_checks').checks.map(({ context }) => context);

const contexts = [
  operation({
    ...read,
    id: 'repos/get-all-status-check-contexts',
    path: CONTEXTS,
    handle: (context, { params }) => json(contextsOf(getProtection(context, branchTarget(params)))),
  }),
  ...CHANGES.map(([verb, method, change]) =>
    operation({
      ...write,
      id: `repos/${verb}-status-check-contexts`,
      method,
      path: CONTEXTS,
      body: names('contexts'),
      handle(context, { params, body }) {
        const found = changeProtection(context, branchTarget(params), (before) => {
          const known = requirePart(before, 'required_status_checks');
          const checks = change(contextsOf(before), body.contexts).map(
            (name) => known.checks.find((check) => check.context === name) ?? { context: name, app_id: null },
          );
          return { required_status_checks: { ...known, checks } };
        });
        return json(contextsOf(found));
      },
    }),
  ),
];

const RESTRICTIONS = `${protectionPath}/restrictions`;

const whole = [
  operation({
    ...read,
    id: 'repos/get-access-restrictions',
    path: RESTRICTIONS,
    handle(context, { params }) {
      const found = getProtection(context, branchTarget(params));
      return json(renderRestrictions(context, protectionUrl(context, found.protection), requirePart(found, 'restrictions')));
    },
  }),
  operation({
    ...write,
    id: 'repos/delete-access-restrictions',
    method: 'DELETE',
    path: RESTRICTIONS,
    handle(context, { params }) {
      changeProtection(context, branchTarget(params), () => ({ restrictions: null }));
      return noContent();
    },
  }),
];

type Kind = 'users' | 'teams' | 'apps';
type Change = (typeof CHANGES)[number][2];

/** The actors of one kind after a change. */
function changed(
  context: GithubContext,
  { repository }: FoundProtection,
  kind: Kind,
  known: Actors,
  list: string[],
  change: Change,
) {
  if (kind === 'users') return { ...known, user_ids: change(known.user_ids, userIds(context, list)) };
  if (kind === 'teams') return { ...known, team_ids: change(known.team_ids, teamIds(context, repository, list)) };
  return { ...known, apps: change(known.apps, appSlugs(list)) };
}

const listOf = (kind: Kind) => {
  const path = `${RESTRICTIONS}/${kind}`;
  return [
    operation({
      ...read,
      id: `repos/get-${kind}-with-access-to-protected-branch`,
      path,
      handle: (context, { params }) =>
        json(renderActors(context, requirePart(getProtection(context, branchTarget(params)), 'restrictions'))[kind]),
    }),
    ...CHANGES.map(([verb, method, change]) =>
      operation({
        ...write,
        id: `repos/${verb}-${kind.slice(0, -1)}-access-restrictions`,
        method,
        path,
        body: names(kind),
        handle(context, { params, body }) {
          const found = changeProtection(context, branchTarget(params), (before) => ({
            restrictions: changed(context, before, kind, requirePart(before, 'restrictions'), body[kind], change),
          }));
          return json(renderActors(context, requirePart(found, 'restrictions'))[kind]);
        },
      }),
    ),
  ];
};

export const protectionListOperations = [...contexts, ...whole, ...listOf('users'), ...listOf('teams'), ...listOf('apps')];
