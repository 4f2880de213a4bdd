import { failed, passed } from '@svc/twin-kit';
import { check, listed, repositoryIn } from './find.ts';
import { branch, repo, statusContext, statusState, tag } from './params.ts';

export const releaseChecks = [
  check({
    id: 'github.release-exists',
    template: 'Release {tag} is published in {repo}.',
    description: 'A release with this tag exists and is no draft.',
    compares: 'the tags of the published releases with {tag}',
    substrate: 'final_state',
    params: { tag, repo },
    evaluate(args, final) {
      const repository = repositoryIn(final, args.repo);
      if (!repository) return failed(`there is no repository ${args.repo}`);
      const releases = final.releases.filter(({ repository_id }) => repository_id === repository.id);
      const found = releases.find(({ tag_name, draft }) => tag_name === args.tag && !draft);
      if (found) return passed(`release ${found.id} of ${args.repo} has the tag ${found.tag_name}`);
      const seen = releases.map(({ tag_name, draft }) => (draft ? `${tag_name} (draft)` : tag_name));
      return failed(`releases of ${args.repo}: ${listed(seen)}`);
    },
  }),
  check({
    id: 'github.commit-status',
    template: 'Status "{context}" of branch {branch} in {repo} is {status}.',
    description: 'The last status of this context on the tip of the branch.',
    compares: 'the state of the last status with {status}',
    substrate: 'final_state',
    params: { context: statusContext, branch, repo, status: statusState },
    evaluate(args, final) {
      const repository = repositoryIn(final, args.repo);
      const tip = final.refs.find(
        ({ repository_id, ref }) => repository_id === repository?.id && ref === `refs/heads/${args.branch}`,
      );
      if (!repository || !tip) return failed(`${args.repo} has no branch ${args.branch}`);
      const at = `${args.repo} at ${tip.object.sha.slice(0, 7)}`;
      const last = final.commit_statuses.filter(
        ({ repository_id, sha, context }) =>
          repository_id === repository.id && sha === tip.object.sha && context.toLowerCase() === args.context.toLowerCase(),
      );
      const found = last.at(-1);
      if (!found) return failed(`${at} has no status ${args.context}`);
      const evidence = `status ${found.id} of ${at} is ${found.state}`;
      return found.state === args.status ? passed(evidence) : failed(evidence);
    },
  }),
];
