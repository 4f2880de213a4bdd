import type { RootResolver } from '../graph.ts';
import { issueMutations } from './issue-mutations.ts';
import { planningMutations } from './planning-mutations.ts';
import { workspaceMutations } from './workspace-mutations.ts';

/** The mutations that the twin carries out, by name. Each is undone alone when it fails, as Linear's are. */
export const mutations: Readonly<Record<string, RootResolver>> = {
  ...issueMutations,
  ...planningMutations,
  ...workspaceMutations,
};
