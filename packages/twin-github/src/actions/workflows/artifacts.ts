import { Gone, NotFound } from '../../errors.ts';
import { zip } from '../../git/zip.ts';
import type { Artifact, GithubContext, WorkflowRun } from '../../world.ts';
import { type HasWorld, visibleRepository, writableRepository } from '../access.ts';
import { type HasTime, momentOf } from './course.ts';
import { getRun } from './runs.ts';

/** https://docs.github.com/actions/reference/limits: artifacts and logs are kept for 90 days unless a repository says otherwise. */
const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

export const expiryOf = ({ created_at }: Readonly<Artifact>): number => Date.parse(created_at) + KEPT_DAYS * DAY_MS;

const archives = new WeakMap<Readonly<Artifact>, Buffer>();

/** The archive that an artifact is downloaded as. */
export function archiveOf(artifact: Readonly<Artifact>): Buffer {
  let archive = archives.get(artifact);
  if (!archive) {
    archive = zip(artifact.files);
    archives.set(artifact, archive);
  }
  return archive;
}

/** An artifact is there once its run has made it. */
const isThere = (context: HasTime, { run_id, created_at }: Readonly<Artifact>): boolean =>
  momentOf(context, run_id) >= Date.parse(created_at);

/** The artifacts of a run, oldest first. @throws NotFound */
export function artifactsOf(context: HasTime, owner: string, repo: string, runId: number): Readonly<Artifact>[] {
  const { id }: Readonly<WorkflowRun> = getRun(context, owner, repo, runId);
  const { run } = context.world.artifacts.by;
  return run.page(id, { limit: run.count(id) }).filter((one) => isThere(context, one));
}

/** The artifacts of a repository, newest first. @throws NotFound */
export function listArtifacts(context: HasTime, owner: string, repo: string): Readonly<Artifact>[] {
  const { id } = visibleRepository(context, owner, repo);
  const { repository } = context.world.artifacts.by;
  return repository
    .page(id, { limit: repository.count(id) })
    .filter((one) => isThere(context, one))
    .toReversed();
}

/** @throws NotFound */
export function getArtifact(context: HasTime, owner: string, repo: string, id: number): Readonly<Artifact> {
  const repository = visibleRepository(context, owner, repo);
  const artifact = context.world.artifacts.get(id);
  if (artifact?.repository_id !== repository.id || !isThere(context, artifact)) throw new NotFound();
  return artifact;
}

/** An artifact that can be downloaded. @throws NotFound, Gone where it has expired */
export function downloadableArtifact(context: HasTime, owner: string, repo: string, id: number): Readonly<Artifact> {
  const artifact = getArtifact(context, owner, repo, id);
  if (context.now >= expiryOf(artifact)) throw new Gone('Artifact has expired');
  return artifact;
}

/** @throws NotFound, Forbidden */
export function deleteArtifact(context: GithubContext, owner: string, repo: string, id: number): void {
  getArtifact(context, owner, repo, id);
  writableRepository(context, owner, repo);
  context.world.artifacts.remove(id);
}

/** The run of an artifact, unless it is gone. */
export const runOf = ({ world }: HasWorld, { run_id }: Readonly<Artifact>): Readonly<WorkflowRun> | undefined =>
  world.workflow_runs.get(run_id);
