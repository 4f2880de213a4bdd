import { suiteOf } from '../actions/check-suites.ts';
import { nextId } from '../sequences.ts';
import { timestamp } from '../world.ts';
import { account } from './accounts.ts';
import type { Loading } from './loading.ts';
import type { CheckRunSeed, StatusSeed } from './schema-parts.ts';

/** What is said about a commit. */
export function loadCommitChecks(
  { context, repository, author }: Loading,
  sha: string,
  { statuses, check_runs }: { statuses: readonly StatusSeed[]; check_runs: readonly CheckRunSeed[] },
): void {
  const now = timestamp(context.now);
  for (const status of statuses) {
    context.world.commit_statuses.insert({
      id: nextId(context.ids, 'commit_status'),
      repository_id: repository.id,
      sha,
      state: status.state,
      context: status.context,
      description: status.description ?? null,
      target_url: status.target_url ?? null,
      creator_id: status.creator === undefined ? author.id : account(context, status.creator).id,
      created_at: now,
    });
  }
  for (const run of check_runs) {
    const status = run.conclusion === undefined ? (run.status ?? 'completed') : 'completed';
    const isOver = status === 'completed';
    context.world.check_runs.insert({
      id: nextId(context.ids, 'check_run'),
      repository_id: repository.id,
      suite_id: suiteOf(context, repository, sha).id,
      head_sha: sha,
      name: run.name,
      status,
      conclusion: isOver ? (run.conclusion ?? 'success') : null,
      external_id: '',
      details_url: run.details_url ?? null,
      started_at: status === 'queued' ? null : now,
      completed_at: isOver ? now : null,
      title: run.title ?? null,
      summary: run.summary ?? null,
      text: run.text ?? null,
      annotations: [],
    });
  }
}
