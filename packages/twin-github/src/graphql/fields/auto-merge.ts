import { canDisableAutoMerge, canEnableAutoMerge } from '../../actions/auto-merge/request.ts';
import { pullOf } from '../../actions/pulls.ts';
import type { AutoMerge, Issue } from '../../world.ts';
import type { Fields } from '../graph.ts';
import { thing } from '../thing.ts';
import { accountThing } from './accounts.ts';

/** Who let a pull request be merged by itself, with the pull request. */
interface Asked {
  asked: Readonly<AutoMerge>;
  issue: Readonly<Issue>;
}

/** Whether a pull request waits to be merged by itself. */
export const mergedByItself: Fields<Issue> = {
  autoMergeRequest: (issue, _args, { context }) => {
    const asked = pullOf(context, issue).pull.auto_merge;
    return asked ? thing('AutoMergeRequest', { asked, issue } satisfies Asked) : null;
  },
  viewerCanEnableAutoMerge: (issue, _args, { context }) => canEnableAutoMerge(context, pullOf(context, issue)),
  viewerCanDisableAutoMerge: (issue, _args, { context }) => canDisableAutoMerge(context, pullOf(context, issue)),
};

export const autoMergeFields: Fields<Asked> = {
  authorEmail: ({ asked }) => asked.author_email,
  commitHeadline: ({ asked }) => asked.commit_title,
  commitBody: ({ asked }) => asked.commit_message,
  enabledAt: ({ asked }) => asked.enabled_at,
  enabledBy: ({ asked }, _args, graph) => accountThing(graph, asked.by_id),
  mergeMethod: ({ asked }) => asked.merge_method.toUpperCase(),
  pullRequest: ({ issue }) => thing('PullRequest', issue),
};
