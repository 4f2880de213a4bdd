import { discussionMutations } from './discussion-mutations.ts';
import { issueMutations } from './issue-mutations.ts';
import { linkedBranchMutations } from './linked-branch-mutations.ts';
import type { Mutations } from './mutation.ts';
import { projectMutations } from './project-mutations.ts';
import { protectionMutations } from './protection-mutations.ts';
import { pullMutations } from './pull-mutations.ts';
import { queueMutations } from './queue-mutations.ts';
import { repositoryMutations } from './repository-mutations.ts';

/** The mutations that the twin carries out, by name. Each is undone alone when it fails. */
export const mutations: Mutations = {
  ...issueMutations,
  ...linkedBranchMutations,
  ...pullMutations,
  ...repositoryMutations,
  ...protectionMutations,
  ...queueMutations,
  ...projectMutations,
  ...discussionMutations,
};
