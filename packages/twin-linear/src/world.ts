import { type Context, isoTime, type SeedContext, type State, type World } from '@svc/twin-kit';
import { issueCollections } from './world/issues.ts';
import { planningCollections } from './world/planning.ts';
import { workspaceCollections } from './world/workspace.ts';

export const collections = { ...workspaceCollections, ...issueCollections, ...planningCollections };

export type LinearCollections = typeof collections;
export type LinearWorld = World<LinearCollections>;
export type LinearContext = Context<LinearCollections>;
export type LinearSeedContext = SeedContext<LinearCollections>;
export type LinearState = State<LinearCollections>;

/** The world's time as Linear writes it: ISO 8601 in UTC, to the millisecond. */
export const timestamp = isoTime;

export * from './world/entity.ts';
export * from './world/issues.ts';
export * from './world/planning.ts';
export * from './world/workspace.ts';
