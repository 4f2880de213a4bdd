import { json, noContent, type Operation, operationsOf, type Reply, readJson } from '@svc/twin-kit';
import { type ZodType, z } from 'zod';
import { DelegationDenied, InvalidFieldSelection, InvalidRequest, UnknownPath, Unsupported } from '../errors.ts';
import { commonParameters, type WireMethod, wireMethod } from '../wire/discovery.ts';
import { BadFieldSelection, type FieldTree, parseFields, selectFields } from '../wire/fields.ts';
import { readBody, readQuery, unboundParameter, type WireFault } from '../wire/values.ts';
import { type GmailCollections, type GmailContext, mailboxOf } from '../world.ts';
import { inputsOf, screen } from './inputs.ts';

const declare = operationsOf<GmailCollections>();

/** A call of a method: the typed query and body, and the path's parameters. */
export interface Call<Query, Body> {
  params: Readonly<Record<string, string>>;
  query: Query;
  body: Body;
}

export interface Declaration<Query, Body> {
  fidelity?: 'semantic' | 'shape';
  mutates: boolean;
  /** The action's name on the tape. */
  action: string;
  /** Body fields that hold credentials. */
  secrets?: readonly string[];
  /** @returns the answer's JSON; nothing for a method that answers 204 */
  handle(context: GmailContext, call: Call<Query, Body>): object | undefined;
}

/** Parameters of every method, read as text. */
export interface CommonQuery {
  fields?: string;
  alt?: string;
  uploadType?: string;
  upload_id?: string;
}

/** A fault as an issue of the schema; the message is Google's own. */
const issue = ({ field, message }: WireFault) => ({ code: 'custom' as const, message, path: field === '' ? [] : [field] });

export function querySchema(method: WireMethod): ZodType<Record<string, unknown>> {
  return z.unknown().transform((given, context) => {
    const query = given as Record<string, string | string[]>;
    const read = readQuery(method.parameters ?? {}, commonParameters, query);
    for (const fault of read.faults) context.addIssue(issue(fault));
    return read.value;
  });
}

function bodySchema(method: WireMethod): ZodType<unknown> | undefined {
  const name = method.request?.$ref;
  if (name === undefined) return undefined;
  return z.unknown().transform((given, context) => {
    const read = readBody(name, Buffer.isBuffer(given) ? jsonOf(given) : given);
    for (const fault of read.faults) context.addIssue(issue(fault));
    return read.value;
  });
}

/** A JSON body under another content type, which Google reads all the same; anything else is no object. */
function jsonOf(bytes: Buffer): unknown {
  try {
    return readJson(bytes.toString('utf8'));
  } catch {
    return bytes.toString('utf8');
  }
}

/** Declares a method of Gmail's API: its verb, path and types come from the discovery document. */
export function operation<Query = object, Body = object>(
  id: string,
  declared: Declaration<Query, Body>,
): Operation<GmailCollections> {
  const wire = wireMethod(id);
  const body = bodySchema(wire);
  const inputs = inputsOf(wire);
  const { fidelity = 'semantic', mutates, action, secrets, handle } = declared;
  return declare({
    id,
    method: wire.httpMethod as Operation<GmailCollections>['method'],
    path: `/${wire.path}`,
    fidelity,
    mutates,
    action,
    docs: documentationOf(id),
    query: querySchema(wire),
    ...(body && { body }),
    ...(secrets && { secrets }),
    inputs,
    handle: (context, { params, path, query, body: input, headers, rawBody }) =>
      answer(context, wire, params, query as CommonQuery, () => {
        requireWholePath(path);
        requireNoForm(headers['content-type'], rawBody);
        screen(context, wire, inputs, query as object, input ?? {});
        return handle(context, { params, query: query as Query, body: (input ?? {}) as Body });
      }),
  }) as Operation<GmailCollections>;
}

/** No method's path has an empty part: a parameter stands for one that isn't (googleapis/googleapis, google/api/http.proto, "Path template syntax"). */
function requireWholePath(path: string): void {
  if (/\/\/|\/$/.test(path)) throw new UnknownPath(path);
}

/**
 * Google takes the fields of a form for parameters of the query
 * (https://firebase.google.com/docs/reference/rest/auth, "Exchange a refresh token", common error codes).
 */
function requireNoForm(type: string | undefined, body: Buffer): void {
  if (!type?.toLowerCase().startsWith('application/x-www-form-urlencoded')) return;
  const faults = [...new URLSearchParams(body.toString('utf8')).keys()].map((name) => ({
    field: '',
    message: unboundParameter(name),
  }));
  if (faults.length > 0) throw new InvalidRequest(faults);
}

/** The page of a method in Google's reference, e.g. `users.messages/list`. */
function documentationOf(id: string): string {
  const names = id.split('.').slice(1);
  return `https://developers.google.com/workspace/gmail/api/reference/rest/v1/${names.slice(0, -1).join('.')}/${names.at(-1)}`;
}

/** Whose mailbox it is, and what of the answer is wanted, are looked at before anything is done. */
export function answer(
  context: GmailContext,
  wire: WireMethod,
  params: Readonly<Record<string, string>>,
  query: CommonQuery,
  work: () => object | undefined,
): Reply {
  requireOwnMailbox(context, params.userId ?? 'me');
  if (query.alt === 'proto' || query.alt === 'media') throw new Unsupported(`alt=${query.alt}`);
  const tree = selection(query.fields, wire.response?.$ref);
  const value = work();
  if (value === undefined) return noContent();
  // Texts that are kept have to be taken apart to take something out of them.
  return json(tree ? selectFields(JSON.parse(JSON.stringify(value)), tree) : value);
}

function requireOwnMailbox({ world }: GmailContext, userId: string): void {
  if (userId === 'me') return;
  const { emailAddress } = mailboxOf(world);
  // Who asks is named, not whose mailbox it is: https://github.com/googleworkspace/cli/issues/528, google-api-nodejs-client#1751
  if (userId.toLowerCase() !== emailAddress.toLowerCase()) throw new DelegationDenied(emailAddress);
}

function selection(selector: string | undefined, schema: string | undefined): FieldTree | undefined {
  if (selector === undefined || selector.trim() === '') return undefined;
  try {
    return parseFields(selector, schema);
  } catch (error) {
    if (error instanceof BadFieldSelection) throw new InvalidFieldSelection(error.message);
    throw error;
  }
}

/** @throws InvalidRequest where a body misses its type; for bodies that don't come as the request's own */
export function checkedBody(wire: WireMethod, value: unknown): unknown {
  const read = readBody(wire.request?.$ref ?? '', value);
  if (read.faults.length > 0) throw new InvalidRequest(read.faults);
  return read.value;
}

/** For methods that answer nothing. */
export const nothing = (_done: unknown): undefined => undefined;
