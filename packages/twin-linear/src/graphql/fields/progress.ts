import { allIn, type Issue, type LinearWorld } from '../../world.ts';

export interface Progress {
  /** Number of issues, canceled ones left out. */
  scope: number;
  started: number;
  completed: number;
  /** Completed by scope, with started issues counting a quarter (docs: "Project graph"). */
  share: number;
}

const STARTED_SHARE = 0.25;

/** How far the issues of a project, milestone or cycle have come. */
export function progressOf(world: LinearWorld, scope: string): Progress {
  const progress = { scope: 0, started: 0, completed: 0 };
  for (const issue of world.issues.by.creation.page(allIn(scope))) count(world, issue, progress);
  const share = progress.scope === 0 ? 0 : (progress.completed + STARTED_SHARE * progress.started) / progress.scope;
  return { ...progress, share };
}

function count(world: LinearWorld, issue: Readonly<Issue>, progress: Omit<Progress, 'share'>): void {
  const type = world.workflowStates.get(issue.stateId)?.type;
  if (issue.trashed || type === 'canceled' || type === 'duplicate') return;
  progress.scope += 1;
  if (type === 'started') progress.started += 1;
  if (type === 'completed') progress.completed += 1;
}
