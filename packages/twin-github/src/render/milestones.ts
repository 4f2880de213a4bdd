import { nodeId } from '../node-id.ts';
import { type GithubContext, type Milestone, stateGroup } from '../world.ts';
import { repositoryHtmlUrl, repositoryUrl } from './repository-path.ts';
import { simpleUserById } from './users.ts';

export function renderMilestone(context: Pick<GithubContext, 'world' | 'links'>, milestone: Readonly<Milestone>) {
  const { world } = context;
  const url = `${repositoryUrl(context, milestone)}/milestones/${milestone.number}`;
  return {
    url,
    html_url: `${repositoryHtmlUrl(context, milestone)}/milestone/${milestone.number}`,
    labels_url: `${url}/labels`,
    id: milestone.id,
    node_id: nodeId('MI', milestone.repository_id, milestone.id),
    number: milestone.number,
    title: milestone.title,
    description: milestone.description,
    creator: simpleUserById(context, milestone.creator_id),
    open_issues: world.issues.by.milestone.count(stateGroup(milestone.id, 'open')),
    closed_issues: world.issues.by.milestone.count(stateGroup(milestone.id, 'closed')),
    state: milestone.state,
    created_at: milestone.created_at,
    updated_at: milestone.updated_at,
    due_on: milestone.due_on,
    closed_at: milestone.closed_at,
  };
}
