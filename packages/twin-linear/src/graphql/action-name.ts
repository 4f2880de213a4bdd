import { type GraphQLObjectType, getNamedType, isListType, isNonNullType, type OperationTypeNode } from 'graphql';

/** Verbs that Linear's mutations end in, before what they add. */
const VERBS = new Set([
  'create',
  'update',
  'delete',
  'archive',
  'unarchive',
  'add',
  'remove',
  'retire',
  'restore',
  'resolve',
  'unresolve',
  'subscribe',
  'unsubscribe',
  'link',
  'mark',
  'snooze',
  'unsnooze',
  'shift',
  'start',
  'reassign',
  'suspend',
  'unsuspend',
  'change',
  'rotate',
  'search',
]);

const words = (name: string): string[] =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll(/(?<![A-Z])([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .filter(Boolean);

/**
 * The action of a root field as the tape stamps it, in snake case with the verb first: `issueCreate` is `create_issue`,
 * `projectUpdateUpdate` is `update_project_update`, `issue` is `get_issue` and `issues` is `list_issues`.
 *
 * @param isList true for queries that answer many
 */
export function actionName(operation: `${OperationTypeNode}`, field: string, isList: boolean): string {
  if (field.startsWith('__')) return 'introspect';
  const parts = words(field);
  if (operation === 'query') {
    if (field === 'issueSearch') return 'search_issues';
    if (parts[0] === 'search') return parts.join('_');
    if (parts.at(-1) === 'search') return ['search', ...parts.slice(0, -1)].join('_');
    return [isList ? 'list' : 'get', ...parts].join('_');
  }
  const verb = parts.findLastIndex((part, at) => at > 0 && VERBS.has(part));
  if (verb < 0) return parts.join('_');
  return [parts[verb], ...parts.toSpliced(verb, 1)].join('_');
}

/** The action of a field of an operation's root. */
export function rootAction(operation: `${OperationTypeNode}`, root: GraphQLObjectType | undefined, field: string): string {
  return actionName(operation, field, isList(root, field));
}

function isList(root: GraphQLObjectType | undefined, field: string): boolean {
  const type = root?.getFields()[field]?.type;
  if (!type) return false;
  return getNamedType(type).name.endsWith('Connection') || isListType(isNonNullType(type) ? type.ofType : type);
}
