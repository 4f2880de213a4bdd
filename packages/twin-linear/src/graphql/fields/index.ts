import { found } from '../../lists/derived.ts';
import { entities } from '../../lists/sequence.ts';
import { type AnyRecord, model, typeOf } from '../../model.ts';
import { EVERYTHING } from '../../world.ts';
import type { Fields, Resolver } from '../graph.ts';
import * as issues from './issues.ts';
import * as planning from './planning.ts';
import * as workspace from './workspace.ts';

/** Types of the schema that show the records of another type. */
const shownAs: Readonly<Record<string, string>> = {
  IssueSearchResult: 'Issue',
  ProjectSearchResult: 'Project',
  DocumentSearchResult: 'Document',
  IssueNotification: 'Notification',
};

const own: Readonly<Record<string, Fields>> = {
  Organization: workspace.organizationFields,
  User: workspace.userFields,
  Team: workspace.teamFields,
  Cycle: workspace.cycleFields,
  Webhook: workspace.webhookFields,
  Favorite: workspace.favoriteFields,
  Issue: issues.issueFields,
  IssueSearchResult: issues.issueSearchResultFields,
  IssueStateSpan: issues.issueStateSpanFields,
  IssueHistory: issues.issueHistoryFields,
  Comment: issues.commentFields,
  IssueLabel: issues.labelFields,
  ProjectLabel: issues.labelFields,
  InitiativeLabel: issues.labelFields,
  IssueNotification: issues.notificationFields,
  Project: planning.projectFields,
  ProjectSearchResult: planning.projectSearchResultFields,
  ProjectMilestone: planning.projectMilestoneFields,
  ProjectUpdate: planning.projectUpdateFields,
  Document: planning.documentFields,
  DocumentSearchResult: planning.documentSearchResultFields,
  Initiative: planning.initiativeFields,
  InitiativeUpdate: planning.initiativeUpdateFields,
};

/** The edges of a type as resolvers. */
function edges(type: string): Record<string, Resolver> {
  const resolvers: Record<string, Resolver> = {};
  for (const [field, [collection, idField]] of Object.entries(model[type]?.one ?? {})) {
    resolvers[field] = (record, _args, { world }) => {
      const id = record[idField] as string | null | undefined;
      return id == null ? null : (entities(world, collection).get(id) ?? null);
    };
  }
  for (const [field, edge] of Object.entries(model[type]?.many ?? {})) {
    if ('ids' in edge) {
      resolvers[field] = (record, args, graph) => {
        const records: AnyRecord[] = found(record[edge.ids] as string[], (id) => entities(graph.world, edge.collection).get(id));
        return graph.listOf(typeOf[edge.collection], records, args);
      };
    } else {
      resolvers[field] = (record, args, graph) =>
        graph.list(edge.collection, args, { scope: edge.scope === EVERYTHING ? EVERYTHING : `${edge.scope}:${record.id}` });
    }
  }
  return resolvers;
}

/** Every resolver of the graph's types, by type and field. Fields without one are read off the record. */
export function typeResolvers(): ReadonlyMap<string, Fields> {
  const types = new Set([...Object.keys(model), ...Object.keys(shownAs), ...Object.keys(own)]);
  return new Map([...types].map((type) => [type, { ...edges(shownAs[type] ?? type), ...own[type] }]));
}
