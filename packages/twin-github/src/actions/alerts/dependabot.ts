import { Conflict, NotFound, ValidationFailed } from '../../errors.ts';
import {
  type Advisory,
  alertKey,
  type DependabotAlert,
  type DependabotReason,
  type GithubContext,
  timestamp,
} from '../../world.ts';
import { type HasWorld, viewerOf, writableRepository } from '../access.ts';
import { alertsOf, isListed, ordered, watchedRepository } from './shared.ts';

const REFUSED = 'You are not authorized to perform this operation.';

export interface DependabotFilter {
  /** With commas between them, as the next four. */
  state?: string | undefined;
  severity?: string | undefined;
  ecosystem?: string | undefined;
  package?: string | undefined;
  manifest?: string | undefined;
  relationship?: string | undefined;
  scope?: string | undefined;
  sort?: 'created' | 'updated' | undefined;
  direction?: 'asc' | 'desc' | undefined;
}

/** What an alert is about. */
export function advisoryOf({ world }: HasWorld, { ghsa_id }: Readonly<DependabotAlert>): Readonly<Advisory> {
  const advisory = world.advisories.get(ghsa_id);
  if (!advisory) throw new Error(`no advisory ${ghsa_id}`);
  return advisory;
}

/** @throws NotFound, Forbidden */
export function listDependabotAlerts(
  context: HasWorld,
  owner: string,
  repo: string,
  { state, severity, ecosystem, package: names, manifest, relationship, scope, ...order }: DependabotFilter = {},
): readonly Readonly<DependabotAlert>[] {
  const repository = watchedRepository(context, owner, repo, REFUSED);
  const found = alertsOf(context.world.dependabot_alerts.by.repository, repository).filter(
    (one) =>
      isListed(state, one.state) &&
      isListed(ecosystem, one.package.ecosystem) &&
      isListed(names, one.package.name) &&
      isListed(manifest, one.manifest_path) &&
      isListed(relationship, one.relationship) &&
      isListed(scope, one.scope) &&
      isListed(severity, advisoryOf(context, one).severity),
  );
  return ordered(found, order);
}

/** @throws NotFound, Forbidden */
export function getDependabotAlert(context: HasWorld, owner: string, repo: string, number: number): Readonly<DependabotAlert> {
  const repository = watchedRepository(context, owner, repo, REFUSED);
  const alert = context.world.dependabot_alerts.get(alertKey(repository.id, number));
  if (!alert) throw new NotFound(`No alert found for alert number ${number}`);
  return alert;
}

export interface DependabotChange {
  state?: 'open' | 'dismissed' | undefined;
  dismissed_reason?: DependabotReason | undefined;
  dismissed_comment?: string | undefined;
}

/** "A `dismissed_reason` must be provided when setting the state to `dismissed`." @throws NotFound, Forbidden, RepositoryArchived, Conflict, ValidationFailed */
export function updateDependabotAlert(
  context: GithubContext,
  owner: string,
  repo: string,
  number: number,
  { state, dismissed_reason, dismissed_comment }: DependabotChange,
): Readonly<DependabotAlert> {
  const alert = getDependabotAlert(context, owner, repo, number);
  writableRepository(context, owner, repo);
  if (state === undefined) throw new ValidationFailed(['state is required'], 'Invalid request.');
  if (state === 'dismissed' && dismissed_reason === undefined)
    throw new ValidationFailed(['dismissed_reason is required when state is dismissed'], 'Invalid request.');
  // In GitHub's words: https://github.com/ReSerendipity/TTS_MultiModel/pull/108
  if (alert.state === state || alert.state === 'fixed') throw new Conflict(`Alert ${number} is already ${alert.state}`);
  const updated_at = timestamp(context.now);
  const { dependabot_alerts: alerts } = context.world;
  const key = alertKey(alert.repository_id, number);
  if (state === 'open') {
    const nothing = { dismissed_by_id: null, dismissed_at: null, dismissed_reason: null, dismissed_comment: null };
    return alerts.update(key, { state, ...nothing, auto_dismissed_at: null, updated_at });
  }
  return alerts.update(key, {
    ...{ state, dismissed_reason: dismissed_reason ?? null, dismissed_comment: dismissed_comment ?? null },
    ...{ dismissed_by_id: viewerOf(context).id, dismissed_at: updated_at, auto_dismissed_at: null, updated_at },
  });
}
