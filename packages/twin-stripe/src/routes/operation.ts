import { hash } from 'node:crypto';
import {
  type InputFields,
  type InputsOf,
  type Operation,
  RawJson,
  type Reply,
  screenInputs,
  type TwinRequest,
} from '@svc/twin-kit';
import type { Page } from '../actions/list.ts';
import type { SearchResult } from '../actions/search.ts';
import {
  CardDeclined,
  hasEmptyPart,
  IdempotencyMismatch,
  InvalidParameter,
  InvalidRequest,
  StripeError,
  UnrecognizedUrl,
  Unsupported,
} from '../errors.ts';
import { coerce } from '../params/coerce.ts';
import { parseForm } from '../params/form.ts';
import { bracketed, type FieldsSpec, pathsOf, specOf } from '../params/spec.ts';
import { expand } from '../render/expand.ts';
import { wire, wireJson } from '../render/wire.ts';
import type { StripeCollections, StripeContext } from '../world.ts';
import { checkHeaders } from './headers.ts';
import { inNewestForm, inShapesOf } from './versions.ts';

/** A page of records on its way to a list. */
export class ListAnswer {
  readonly page: Page<{ object: string }>;
  readonly url: string;

  constructor(page: Page<{ object: string }>, url: string) {
    this.page = page;
    this.url = url;
  }
}

/** A body that is no record: a deletion's answer, a balance, a search result. */
export class PlainAnswer {
  readonly body: object;

  constructor(body: object) {
    this.body = body;
  }
}

/** What a search found. */
export class SearchAnswer {
  readonly result: SearchResult;

  constructor(result: SearchResult) {
    this.result = result;
  }
}

export type Answer = { object: string } | ListAnswer | PlainAnswer | SearchAnswer;

export const deleted = (object: string, id: string): PlainAnswer => new PlainAnswer({ id, object, deleted: true });

/** Which parameters a route reads: none, where its `handle` can name none. */
type Reads<P> = string extends keyof P ? { reads?: undefined } : { reads: InputsOf<P> };

/** One route of the API. Parameters are checked against Stripe's own list before `handle` sees them. */
interface RouteFields<P> {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  action: string;
  /** Where the parameters aren't Stripe's published ones. */
  spec?: FieldsSpec;
  secrets?: readonly string[];
  handle(context: StripeContext, params: P, ids: Readonly<Record<string, string>>): Answer;
}

export type Route<P = Record<string, unknown>> = RouteFields<P> & Reads<P>;

/** A route with its id, as the API's description names it. */
export interface NamedRoute extends RouteFields<Record<string, unknown>> {
  id: string;
  reads: InputFields;
  parameters(): FieldsSpec;
}

/** E.g. `PostPaymentIntentsIntentConfirm` for `POST /v1/payment_intents/{intent}/confirm`. */
export function operationId(method: string, path: string): string {
  const words = path
    .replace('/v1/', '')
    .split(/[/_{}]+/)
    .filter((word) => word !== '');
  return [method.toLowerCase(), ...words].map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
}

/** Declares a route; `P` is what its parameters come to, which Stripe's list of parameters guarantees. */
export function operation<P = Record<string, unknown>>(declared: Route<P>): NamedRoute {
  const { method, path, reads = {}, spec } = declared;
  const key = `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
  return {
    ...(declared as unknown as RouteFields<Record<string, unknown>>),
    id: operationId(method, path),
    reads: reads as InputFields,
    parameters: () => spec ?? specOf(key),
  };
}

type Params = Readonly<Record<string, unknown>>;

/** Runs a route on raw parameters. @throws StripeError */
export function execute(route: NamedRoute, given: StripeContext, raw: Params, ids: Readonly<Record<string, string>>): RawJson {
  const context = { ...given, unsettled: new Set<string>() };
  const { expand: paths, ...params } = coerce(route.parameters(), raw);
  const wanted = (paths ?? []) as string[];
  if (!wanted.every((path) => typeof path === 'string' && path !== ''))
    throw new InvalidParameter('Invalid array', { param: 'expand' });
  const { unread, ignored } = screenInputs(route.reads, params);
  const [first] = unread;
  if (first) throw new Unsupported(`the parameter ${bracketed(first)}`, bracketed(first));
  if (ignored.length > 0) context.ignore(ignored.map(bracketed));
  return bodyOf(context, route, route.handle(context, params, ids), wanted);
}

function bodyOf(context: StripeContext, { method }: NamedRoute, answer: Answer, paths: readonly string[]): RawJson {
  if (answer instanceof ListAnswer) {
    const { data, has_more } = answer.page;
    if (paths.length === 0) {
      return RawJson.of({ object: 'list', data: data.map((record) => wireJson(context, record)), has_more, url: answer.url });
    }
    const list = { object: 'list', data: data.map((record) => wire(context, record)), has_more, url: answer.url };
    return RawJson.of(expand(context, list, paths));
  }
  if (answer instanceof SearchAnswer) return RawJson.of(searched(context, answer.result, paths));
  if (answer instanceof PlainAnswer) return RawJson.of(expand(context, answer.body, paths));
  // What a write answers is read once: its text isn't worth keeping.
  if (paths.length === 0) return method === 'GET' ? wireJson(context, answer) : RawJson.of(wire(context, answer));
  return RawJson.of(expand(context, wire(context, answer), paths));
}

/** `total_count` is a number that is told where it is expanded (docs: API, "Search"). */
function searched(context: StripeContext, { found, total }: SearchResult, paths: readonly string[]): object {
  const others = paths.filter((path) => path !== 'total_count');
  const body = expand(context, found, others);
  return others.length === paths.length ? body : { ...body, total_count: total };
}

const LONGEST_KEY = 255;
/** Answers are kept for a day (docs: "Idempotent requests"). */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** The same parameters in any order have the same text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join()}}`;
}

function keyOf(request: TwinRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || typeof key !== 'string' || key === '') return null;
  if (key.length <= LONGEST_KEY) return key;
  throw new InvalidRequest(`Idempotency keys can have up to ${LONGEST_KEY} characters, and this one has ${key.length}.`);
}

/** The address is in the form of recorded answers (pay-rails/pay, test/vcr_cassettes). */
function logged({ world }: Pick<StripeContext, 'world'>, error: StripeError, request: TwinRequest): StripeError {
  const account = world.account.by.all.first('all')?.id;
  const request_log_url = `https://dashboard.stripe.com/${account}/test/workbench/logs?object=${request.requestId}`;
  return new StripeError(error.status, { ...error.error, request_log_url }, error.headers);
}

const replyOf = (context: StripeContext, error: StripeError, request: TwinRequest): Reply => {
  const { status, body, headers } = logged(context, error, request);
  return { status, headers: { ...headers }, body: RawJson.of(body) };
};

/** Answers a call whose key was used before: with the first answer, or with why not. */
function replay(context: StripeContext, request: TwinRequest, key: string, parameters: string): Reply | undefined {
  const first = context.world.idempotency_keys.get(key);
  if (!first) return undefined;
  if (context.now - first.at > KEPT_MS) {
    context.world.idempotency_keys.remove(key);
    return undefined;
  }
  const advice = `Try using a key other than '${key}' if you meant to execute a different request.`;
  if (first.path !== request.path) {
    throw new IdempotencyMismatch(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${request.path}' vs '${first.path}'). ${advice}`,
    );
  }
  if (first.parameters !== parameters) {
    throw new IdempotencyMismatch(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. ${advice}`,
    );
  }
  const headers = { 'idempotent-replayed': 'true', 'original-request': first.requestId };
  return { status: first.status, headers, body: new RawJson(first.body) };
}

/** Executes, and turns into a reply what leaves something behind: a refused card keeps its failed charge. */
function attempt(route: NamedRoute, context: StripeContext, request: TwinRequest, raw: Params): Reply {
  try {
    return { status: 200, body: execute(route, context, raw, request.params) };
  } catch (error) {
    if (error instanceof CardDeclined) return { ...replyOf(context, error, request), commit: true };
    throw error;
  }
}

function answer(route: NamedRoute, context: StripeContext, request: TwinRequest, key: string | null): Reply {
  const sent: Params = { ...(request.search === '' ? {} : parseForm(request.search)), ...(request.body as Params) };
  const raw = inNewestForm(request.headers['stripe-version'], route.id, sent);
  if (key === null) return attempt(route, context, request, raw);
  const parameters = hash('sha256', canonical(raw));
  const earlier = replay(context, request, key, parameters);
  if (earlier) return earlier;
  let reply: Reply;
  try {
    reply = context.savepoint(() => attempt(route, context, request, raw));
  } catch (error) {
    // What fails validation, or isn't modelled, was never executed, so it isn't kept.
    if (!(error instanceof StripeError) || error instanceof InvalidParameter || error instanceof Unsupported) throw error;
    reply = { ...replyOf(context, error, request), commit: true };
  }
  const { requestId, path } = request;
  const body = (reply.body as RawJson).text;
  context.world.idempotency_keys.insert({ key, path, parameters, at: context.now, requestId, status: reply.status, body });
  return reply;
}

/** A route as the kit takes it. */
export function operationOf(route: NamedRoute): Operation<StripeCollections> {
  const { id, method, path, action, reads, secrets } = route;
  return {
    id,
    method,
    path,
    fidelity: 'semantic',
    mutates: method !== 'GET',
    action,
    docs: `https://docs.stripe.com/api/${path.split('/')[2]}`,
    inputs: { reads: { ...reads, expand: true }, documented: () => pathsOf(route.parameters()), screenedBy: 'operation' },
    ...(secrets && { secrets }),
    handle(context, request: TwinRequest) {
      if (hasEmptyPart(request.path)) throw new UnrecognizedUrl(method, request.path);
      try {
        checkHeaders(context, request);
        const key = keyOf(request);
        const caused = { ...context, cause: { id: request.requestId, idempotency_key: key } };
        return inShapesOf(request, caused, answer(route, caused, request, key));
      } catch (error) {
        throw error instanceof StripeError ? logged(context, error, request) : error;
      }
    },
  };
}
