import { cachedRenderer } from '@svc/twin-kit';
import { nodeId } from '../node-id.ts';
import type { GithubCollections, GithubContext, Label } from '../world.ts';
import { repositoryUrl } from './repository-path.ts';

export function renderLabel(context: Pick<GithubContext, 'world' | 'links'>, label: Readonly<Label>) {
  return {
    id: label.id,
    node_id: nodeId('LA', label.repository_id, label.id),
    url: `${repositoryUrl(context, label)}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: label.default,
    description: label.description,
  };
}

/** A label as JSON text, for objects that are rendered often. */
export const labelJson = cachedRenderer<GithubCollections, Label>(['repositories', 'users'], renderLabel);
