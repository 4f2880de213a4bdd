import { GithubError, NotFound } from '../../errors.ts';
import {
  alertKey,
  CODE_SCANNING_REASONS,
  type CodeScanningAlert,
  type CodeScanningReason,
  type GithubContext,
  type Repository,
  timestamp,
} from '../../world.ts';
import { type HasWorld, viewerOf, writableRepository } from '../access.ts';
import { alertsOf, ordered, watchedRepository } from './shared.ts';

const REFUSED = 'You are not authorized to read code scanning alerts.';

export interface CodeScanningFilter {
  state?: 'open' | 'closed' | 'dismissed' | 'fixed' | undefined;
  severity?: string | undefined;
  tool_name?: string | undefined;
  ref?: string | undefined;
  sort?: 'created' | 'updated' | 'number' | undefined;
  direction?: 'asc' | 'desc' | undefined;
}

/** An alert with the instance of the branch that is asked of. */
export interface FoundAlert {
  alert: Readonly<CodeScanningAlert>;
  instance: CodeScanningAlert['instances'][number];
}

/** "The ref for a branch can be formatted either as refs/heads/<branch name> or simply <branch name>." */
const wholeRef = (ref: string): string => (ref.startsWith('refs/') ? ref : `refs/heads/${ref}`);

/** The alerts of a branch, the default one unless another is named. @throws NotFound, Forbidden */
export function listCodeScanningAlerts(
  context: HasWorld,
  owner: string,
  repo: string,
  { state, severity, tool_name, ref, ...order }: CodeScanningFilter = {},
): readonly FoundAlert[] {
  const repository = watchedRepository(context, owner, repo, REFUSED);
  const branch = wholeRef(ref ?? repository.default_branch);
  const found = alertsOf(context.world.code_scanning_alerts.by.repository, repository).filter(
    (one) =>
      (state === undefined || (state === 'closed' ? one.state !== 'open' : one.state === state)) &&
      (severity === undefined || one.rule.severity === severity || one.rule.security_severity_level === severity) &&
      (tool_name === undefined || one.tool.name === tool_name),
  );
  return ordered(found, order).flatMap((alert) => {
    const instance = alert.instances.find((one) => one.ref === branch);
    return instance ? [{ alert, instance }] : [];
  });
}

function getAlertOf({ world }: HasWorld, repository: Readonly<Repository>, number: number): Readonly<CodeScanningAlert> {
  const alert = world.code_scanning_alerts.get(alertKey(repository.id, number));
  if (!alert) throw new NotFound('No alert found for alert number');
  return alert;
}

/** @throws NotFound, Forbidden */
export const getCodeScanningAlert = (
  context: HasWorld,
  owner: string,
  repo: string,
  number: number,
): Readonly<CodeScanningAlert> => getAlertOf(context, watchedRepository(context, owner, repo, REFUSED), number);

/** Of the default branch, or of the first on which it was found. */
export function mainInstance({ world }: HasWorld, alert: Readonly<CodeScanningAlert>): CodeScanningAlert['instances'][number] {
  const branch = world.repositories.get(alert.repository_id)?.default_branch;
  const [first] = alert.instances;
  if (!first) throw new Error(`alert ${alert.number} is on no branch`);
  return alert.instances.find(({ ref }) => ref === `refs/heads/${branch}`) ?? first;
}

/** @throws NotFound, Forbidden */
export function listAlertInstances(context: HasWorld, owner: string, repo: string, number: number, ref?: string) {
  const alert = getCodeScanningAlert(context, owner, repo, number);
  const instances = alert.instances.filter((one) => ref === undefined || one.ref === wholeRef(ref));
  return { alert, instances };
}

export interface CodeScanningChange {
  state?: 'open' | 'dismissed' | undefined;
  dismissed_reason?: string | null | undefined;
  dismissed_comment?: string | null | undefined;
}

/** GitHub answers what is wrong with a change of an alert 400. */
class AlertRefused extends GithubError {
  constructor(message: string) {
    super(400, message);
  }
}

const isReason = (text: string | null | undefined): text is CodeScanningReason =>
  CODE_SCANNING_REASONS.includes(text as CodeScanningReason);

/** "You must provide `dismissed_reason` when you set the state to `dismissed`." @throws NotFound, Forbidden, RepositoryArchived, AlertRefused */
export function updateCodeScanningAlert(
  context: GithubContext,
  owner: string,
  repo: string,
  number: number,
  { state, dismissed_reason, dismissed_comment }: CodeScanningChange,
): Readonly<CodeScanningAlert> {
  const alert = getAlertOf(context, watchedRepository(context, owner, repo, REFUSED), number);
  writableRepository(context, owner, repo);
  if (state === undefined) throw new AlertRefused('Alert state is not valid.');
  // In GitHub's words: https://github.com/advanced-security/dismiss-alerts/issues/173
  if (state === alert.state) throw new AlertRefused(`Alert is already ${state}.`);
  if (alert.state === 'fixed') throw new AlertRefused('Alert is fixed: it can be neither dismissed nor opened again.');
  const updated_at = timestamp(context.now);
  const key = alertKey(alert.repository_id, number);
  if (state === 'open') {
    const nothing = { dismissed_by_id: null, dismissed_at: null, dismissed_reason: null, dismissed_comment: null };
    return context.world.code_scanning_alerts.update(key, { state, ...nothing, updated_at });
  }
  if (!isReason(dismissed_reason)) throw new AlertRefused('Alert dismissal reason is not valid.');
  return context.world.code_scanning_alerts.update(key, {
    ...{ state, dismissed_reason, dismissed_comment: dismissed_comment ?? null },
    ...{ dismissed_by_id: viewerOf(context).id, dismissed_at: updated_at, updated_at },
  });
}
