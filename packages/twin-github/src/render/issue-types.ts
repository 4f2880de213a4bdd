import { nodeId } from '../node-id.ts';
import type { IssueType } from '../world.ts';

export const issueTypeNodeId = ({ organization_id, id }: Pick<IssueType, 'organization_id' | 'id'>): string =>
  nodeId('IT', organization_id, id);

export const renderIssueType = (type: Readonly<IssueType>) => ({
  id: type.id,
  node_id: issueTypeNodeId(type),
  name: type.name,
  description: type.description,
  color: type.color,
  created_at: type.created_at,
  updated_at: type.updated_at,
  is_enabled: type.is_enabled,
});
