import { NotFound, Unprocessable } from '../../errors.ts';
import { alertKey, type GithubContext, type SecretResolution, type SecretScanningAlert, timestamp } from '../../world.ts';
import { type HasWorld, viewerOf, writableRepository } from '../access.ts';
import { alertsOf, isListed, ordered, watchedRepository } from './shared.ts';

export interface SecretScanningFilter {
  state?: 'open' | 'resolved' | undefined;
  /** With commas between them, as the others. */
  secret_type?: string | undefined;
  resolution?: string | undefined;
  validity?: string | undefined;
  is_publicly_leaked?: boolean | undefined;
  is_multi_repo?: boolean | undefined;
  sort?: 'created' | 'updated' | undefined;
  direction?: 'asc' | 'desc' | undefined;
}

/** @throws NotFound also for who can't write: GitHub documents no other refusal. */
export function listSecretScanningAlerts(
  context: HasWorld,
  owner: string,
  repo: string,
  { state, secret_type, resolution, validity, is_publicly_leaked, is_multi_repo, ...order }: SecretScanningFilter = {},
): readonly Readonly<SecretScanningAlert>[] {
  const repository = watchedRepository(context, owner, repo);
  const found = alertsOf(context.world.secret_scanning_alerts.by.repository, repository).filter(
    (one) =>
      (state === undefined || one.state === state) &&
      isListed(secret_type, one.secret_type) &&
      isListed(resolution, one.resolution) &&
      isListed(validity, one.validity) &&
      (!is_publicly_leaked || one.publicly_leaked) &&
      (!is_multi_repo || one.multi_repo),
  );
  return ordered(found, order);
}

/** @throws NotFound */
export function getSecretScanningAlert(
  context: HasWorld,
  owner: string,
  repo: string,
  number: number,
): Readonly<SecretScanningAlert> {
  const repository = watchedRepository(context, owner, repo);
  const alert = context.world.secret_scanning_alerts.get(alertKey(repository.id, number));
  if (!alert) throw new NotFound();
  return alert;
}

export interface SecretScanningChange {
  state?: 'open' | 'resolved' | undefined;
  resolution?: SecretResolution | null | undefined;
  resolution_comment?: string | null | undefined;
  validity?: 'active' | 'inactive' | null | undefined;
}

/** "You must provide `resolution` when you set the state to `resolved`." @throws NotFound, RepositoryArchived, Unprocessable */
export function updateSecretScanningAlert(
  context: GithubContext,
  owner: string,
  repo: string,
  number: number,
  { state, resolution, resolution_comment, validity }: SecretScanningChange,
): Readonly<SecretScanningAlert> {
  const alert = getSecretScanningAlert(context, owner, repo, number);
  writableRepository(context, owner, repo);
  if (state === undefined && validity === undefined) throw new Unprocessable('Provide a state or a validity.');
  if (state === 'resolved' && !resolution) throw new Unprocessable('A resolution is required when the state is set to resolved.');
  const updated_at = timestamp(context.now);
  const resolved = { resolved_by_id: viewerOf(context).id, resolved_at: updated_at };
  return context.world.secret_scanning_alerts.update(alertKey(alert.repository_id, number), {
    ...(state === 'open' && { state, resolution: null, resolution_comment: null, resolved_by_id: null, resolved_at: null }),
    ...(state === 'resolved' && {
      ...{ state, resolution: resolution ?? null, resolution_comment: resolution_comment ?? null },
      ...resolved,
    }),
    ...(validity !== undefined && { validity: validity ?? 'unknown' }),
    updated_at,
  });
}
