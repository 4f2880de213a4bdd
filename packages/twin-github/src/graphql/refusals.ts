import type { GraphQLError } from 'graphql';
import { AdminRightsRequired, type FieldError, Forbidden, type GithubError, Invalid, ValidationFailed } from '../errors.ts';
import { GraphRefusal } from './graph.ts';

/** One entry of `errors[]`. */
export interface ErrorEntry {
  type?: string;
  path?: readonly (string | number)[];
  extensions?: object;
  locations?: readonly object[];
  message: string;
}

/** Sentences of REST that say no more than that something isn't allowed. */
const BARE = new Set([new Forbidden().message, new AdminRightsRequired().message]);

const titled = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** A reason as GitHub's GraphQL API words it: the field and what is wrong with it. */
function reasonOf(error: FieldError | string): string {
  if (typeof error === 'string') return error;
  if (error.message !== undefined) return error.message;
  const field = titled(error.field ?? error.resource);
  if (error.code === 'already_exists') return `${field} has already been taken`;
  if (error.code === 'missing_field' || error.code === 'missing') return `${field} can't be blank`;
  return `${field} is invalid`;
}

const TYPES: Readonly<Record<number, string>> = { 401: 'FORBIDDEN', 403: 'FORBIDDEN', 404: 'NOT_FOUND' };

/** The kind and the words of a refusal of the world's. @param root the field of the root that was refused @param login whose call it is */
function explained(
  error: GithubError,
  { path, isMutation, login }: { path: readonly (string | number)[]; isMutation: boolean; login: string },
): Pick<ErrorEntry, 'type' | 'message'> {
  if (error instanceof GraphRefusal) return { type: error.type, message: error.message };
  const type = error instanceof Invalid ? 'VALIDATION' : (TYPES[error.status] ?? 'UNPROCESSABLE');
  if (isMutation && BARE.has(error.message)) {
    const name = titled(String(path[0])).replaceAll(' ', '');
    return { type: 'FORBIDDEN', message: `${login} does not have the correct permissions to execute \`${name}\`` };
  }
  if (error instanceof ValidationFailed) return { type, message: error.reasons.map(reasonOf).join(', ') };
  return { type, message: error.message };
}

/** A refusal below a field as an entry of `errors[]`. */
export function entryOf(
  located: GraphQLError,
  error: GithubError,
  call: { isMutation: boolean; login: string; field: string | undefined },
): ErrorEntry {
  const path = located.path ?? [];
  const { type, message } = explained(error, { ...call, path: call.field === undefined ? path : [call.field] });
  return { ...(type !== undefined && { type }), path, locations: located.locations ?? [], message };
}

/** What GitHub's own reader of documents says where graphql-js says it in other words. */
const WORDINGS: readonly (readonly [RegExp, (found: readonly string[]) => ErrorEntry])[] = [
  [
    /^Cannot query field "(.+?)" on type "(.+?)"\./,
    ([fieldName = '', typeName = '']) => ({
      message: `Field '${fieldName}' doesn't exist on type '${typeName}'`,
      extensions: { code: 'undefinedField', typeName, fieldName },
    }),
  ],
  [
    /^Unknown argument "(.+?)" on field "(?:.+?)\.(.+?)"\./,
    ([argumentName = '', name = '']) => ({
      message: `Field '${name}' doesn't accept argument '${argumentName}'`,
      extensions: { code: 'argumentNotAccepted', name, typeName: 'Field', argumentName },
    }),
  ],
  [
    /^Field "(.+?)" argument "(.+?)" of type .* is required/,
    ([name = '', argument = '']) => ({
      message: `Field '${name}' is missing required arguments: ${argument}`,
      extensions: { code: 'missingRequiredArguments', className: 'Field', name, arguments: argument },
    }),
  ],
  [
    /^Field "(.+?)" of type "(.+?)" must have a selection of subfields\./,
    ([nodeName = '', typeName = '']) => ({
      message: `Field must have selections (field '${nodeName}' returns ${typeName.replaceAll(/[[\]!]/g, '')} but has no selections. Did you mean '${nodeName} { ... }'?)`,
      extensions: { code: 'selectionMismatch', nodeName: `field '${nodeName}'`, typeName: typeName.replaceAll(/[[\]!]/g, '') },
    }),
  ],
  [
    /^Unknown type "(.+?)"\./,
    ([typeName = '']) => ({
      message: `No such type ${typeName}, so it can't be a fragment condition`,
      extensions: { code: 'undefinedType', typeName },
    }),
  ],
  [
    /^Variable "\$(.+?)" is not defined/,
    ([variableName = '']) => ({
      message: `Variable $${variableName} is used by anonymous query but not declared`,
      extensions: { code: 'variableNotDefined', variableName },
    }),
  ],
  [
    /^Variable "\$(.+?)" of required type "(.+?)" was not provided\./,
    ([name = '', type = '']) => ({
      message: `Variable $${name} of type ${type} was provided invalid value`,
      extensions: { value: null, problems: [{ path: [], explanation: 'Expected value to not be null' }] },
    }),
  ],
];

/** A fault of a document that was not carried out. */
export function faultOf(error: GraphQLError | GraphRefusal): ErrorEntry {
  if (error instanceof GraphRefusal) return { type: error.type, message: error.message };
  const locations = error.locations && { locations: error.locations };
  for (const [pattern, word] of WORDINGS) {
    const [whole, ...found] = pattern.exec(error.message) ?? [];
    if (whole === undefined) continue;
    const { message, extensions = {} } = word(found);
    return { path: [], extensions, ...locations, message };
  }
  return { ...locations, message: error.message };
}
