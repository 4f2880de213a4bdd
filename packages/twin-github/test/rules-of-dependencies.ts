import type { Chance, PlainWorld, Rule } from '@svc/twin-kit/testing';
import { type Args, inRepo, issueOf, rowsOf } from './rule-records.ts';

// The rules of what waits for what.

const waits = (world: PlainWorld, issue: number, blocking: number): boolean =>
  rowsOf(world, 'issue_dependencies').some((one) => one.issue_id === issue && one.blocking_id === blocking);

export const dependencyRules: Record<string, Rule> = {
  'an issue waits for another once, and neither for itself nor for what waits for it': {
    forbids({ does, args }, world) {
      if (does !== 'block issue') return undefined;
      const { id } = issueOf(world, args);
      return [
        ...(id === args.issue_id ? ['cannot be the same as the source issue'] : []),
        ...(waits(world, id, args.issue_id) ? ['has already been taken'] : []),
        ...(waits(world, args.issue_id, id) ? ['would create a cycle'] : []),
      ];
    },
    *faults(world) {
      for (const { issue_id: issue, blocking_id: blocking } of rowsOf(world, 'issue_dependencies')) {
        if (waits(world, blocking, issue)) yield `issues ${issue} and ${blocking} wait for each other`;
      }
    },
  },
};

type Draw = (chance: Chance, world: PlainWorld, repo: string) => Args | undefined;
export const dependencyDraws: Readonly<Record<string, Draw>> = {
  'block issue'(chance, world, repo) {
    const issues = inRepo(world, 'issues', repo).filter((one) => !one.is_pull_request);
    return { number: chance.of(issues)?.number, issue_id: chance.of(issues)?.id };
  },
};

type Path = (args: Args) => [method: string, path: string];
export const dependencyPaths: Readonly<Record<string, Path>> = {
  'block issue': ({ number }) => ['POST', `/issues/${number}/dependencies/blocked_by`],
};
