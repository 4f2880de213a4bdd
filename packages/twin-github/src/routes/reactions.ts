import { json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import { createReaction, deleteReaction, listReactions, type Subject } from '../actions/reactions.ts';
import { renderReaction } from '../render/reactions.ts';
import { REACTIONS, type RestSubject } from '../world.ts';
import { numberParam, operation, queryText, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

/** What can be reacted to: the operations' names, the path, and its last parameter. */
interface Reactable {
  type: RestSubject;
  name: string;
  path: string;
  param: string;
  /** Releases take fewer kinds: https://docs.github.com/rest/reactions/reactions#create-reaction-for-a-release */
  contents?: readonly string[];
}

const REACTABLE: readonly Reactable[] = [
  { type: 'issue', name: 'issue', path: 'issues', param: 'issue_number' },
  { type: 'issue_comment', name: 'issue-comment', path: 'issues/comments', param: 'comment_id' },
  { type: 'review_comment', name: 'pull-request-review-comment', path: 'pulls/comments', param: 'comment_id' },
  { type: 'commit_comment', name: 'commit-comment', path: 'comments', param: 'comment_id' },
  {
    type: 'release',
    name: 'release',
    path: 'releases',
    param: 'release_id',
    contents: ['+1', 'laugh', 'heart', 'hooray', 'rocket', 'eyes'],
  },
];

/** Ids that GitHub names otherwise than the rule would. */
const DELETE_ID: Readonly<Partial<Record<RestSubject, string>>> = {
  review_comment: 'reactions/delete-for-pull-request-comment',
};

function reactionsTo({ type, name, path, param, contents = REACTIONS }: Reactable) {
  const all = `/repos/{owner}/{repo}/${path}/{${param}}/reactions`;
  const subject = (params: Readonly<Record<string, string>>): Subject => {
    const [owner, repo] = repositoryParams(params);
    return { type, owner, repo, number: numberParam(params[param]) };
  };
  return [
    operation({
      id: `reactions/list-for-${name}`,
      method: 'GET',
      path: all,
      fidelity: 'semantic',
      mutates: false,
      action: 'list_reactions',
      query: z.object({ ...pageQuery, content: queryText }),
      handle(context, request) {
        const found = listReactions(context, subject(request.params), request.query.content);
        const { records, headers } = pageOfList(request, found);
        return json(
          records.map((reaction) => renderReaction(context, reaction)),
          200,
          headers,
        );
      },
    }),
    operation({
      id: `reactions/create-for-${name}`,
      method: 'POST',
      path: all,
      fidelity: 'semantic',
      mutates: true,
      action: 'add_reaction',
      body: z.object({ content: z.enum(contents as [string, ...string[]]) }),
      handle(context, { params, body }) {
        const { reaction, isNew } = createReaction(context, subject(params), body.content);
        return json(renderReaction(context, reaction), isNew ? 201 : 200);
      },
    }),
    operation({
      id: DELETE_ID[type] ?? `reactions/delete-for-${name}`,
      method: 'DELETE',
      path: `${all}/{reaction_id}`,
      fidelity: 'semantic',
      mutates: true,
      action: 'delete_reaction',
      handle(context, { params }) {
        deleteReaction(context, subject(params), numberParam(params.reaction_id));
        return noContent();
      },
    }),
  ];
}

export const reactionOperations = REACTABLE.flatMap(reactionsTo);
