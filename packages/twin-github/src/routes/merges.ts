import { created, json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import { mergeBranch, mergeUpstream, updatePullBranch } from '../actions/branch-merge.ts';
import { renderCommit } from '../render/commits.ts';
import { numberParam, operation, repositoryParams } from './operation.ts';

const ACCEPTED = 202;

export const mergeOperations = [
  operation({
    id: 'repos/merge',
    method: 'POST',
    path: '/repos/{owner}/{repo}/merges',
    fidelity: 'semantic',
    mutates: true,
    action: 'merge_branch',
    body: z.object({ base: z.string(), head: z.string(), commit_message: z.string().optional() }),
    handle(context, { params, body }) {
      const { base, head, commit_message: message } = body;
      const commit = mergeBranch(context, ...repositoryParams(params), { base, head, message });
      return commit ? created(renderCommit(context, commit)) : noContent();
    },
  }),
  operation({
    id: 'repos/merge-upstream',
    method: 'POST',
    path: '/repos/{owner}/{repo}/merge-upstream',
    fidelity: 'semantic',
    mutates: true,
    action: 'merge_upstream',
    body: z.object({ branch: z.string() }),
    handle: (context, { params, body }) => json(mergeUpstream(context, ...repositoryParams(params), body.branch)),
  }),
  operation({
    id: 'pulls/update-branch',
    method: 'PUT',
    path: '/repos/{owner}/{repo}/pulls/{pull_number}/update-branch',
    fidelity: 'semantic',
    mutates: true,
    action: 'update_pull_request_branch',
    body: z.object({ expected_head_sha: z.string().optional() }),
    handle(context, { params, body, links }) {
      const [owner, repo] = repositoryParams(params);
      const number = numberParam(params.pull_number);
      updatePullBranch(context, owner, repo, number, { sha: body.expected_head_sha });
      const url = links.to(`/repos/${owner}/${repo}/pulls/${number}`);
      return json({ message: 'Updating pull request branch.', url }, ACCEPTED);
    },
  }),
];
