import type { Context, SeedContext, State, World } from '@svc/twin-kit';
import { issueCollections } from './world/issues.ts';
import { planningCollections } from './world/planning.ts';
import { workspaceCollections } from './world/workspace.ts';

export const collections = { ...workspaceCollections, ...issueCollections, ...planningCollections };

export type LinearCollections = typeof collections;
export type LinearWorld = World<LinearCollections>;
export type LinearContext = Context<LinearCollections>;
export type LinearSeedContext = SeedContext<LinearCollections>;
export type LinearState = State<LinearCollections>;

let latest = { now: Number.NaN, text: '' };

/** The world's time as Linear writes it: ISO 8601 in UTC, to the millisecond. Records of one moment share its text. */
export function timestamp(now: number): string {
  if (latest.now !== now) latest = { now, text: new Date(now).toISOString() };
  return latest.text;
}

export * from './world/entity.ts';
export * from './world/issues.ts';
export * from './world/planning.ts';
export * from './world/workspace.ts';
