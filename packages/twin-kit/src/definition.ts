import type { IncomingHttpHeaders } from 'node:http';
import type { ZodType } from 'zod';
import type { Check } from './checks.ts';
import type { TwinError } from './errors.ts';
import type { FaultCatalogue } from './faults/catalogue.ts';
import type { NormalReply, Reply } from './http/reply.ts';
import type { BodyReading, Links, TwinRequest } from './http/request.ts';
import type { OperationInputs } from './inputs.ts';
import type { Fact } from './vocabulary/facts.ts';
import type { Change, State, World, WorldSpec } from './world/collection.ts';
import type { Ids } from './world/ids.ts';

/** What an action works with: the world, its time, its ids, and where the caller sees the twin. */
/** Whom the world itself gave a credential, e.g. an app by its installation; what stands in it is the twin's. */
export type Caller = Readonly<Record<string, string | number | readonly number[] | undefined>>;

export interface Context<W extends WorldSpec> {
  readonly world: World<W>;
  /** The world's time in milliseconds since 1970; constant during one call. */
  readonly now: number;
  /** Seeded, repeatable ids. */
  readonly ids: Ids;
  /** Absolute URLs that begin where this call came in. */
  readonly links: Links;
  /** The id of the call, as on its tape row. */
  readonly requestId: string;
  /** Who calls, where that isn't whoever the sandbox's own bearer stands for. */
  readonly caller?: Caller | undefined;
  /** Runs part of an action; when it throws, what that part changed is undone and the action may go on. */
  savepoint<R>(work: () => R): R;
  /**
   * Runs one of several actions of the call (a field of a GraphQL mutation, a part of a batch), which the tape then tells one
   * by one, each with what it wrote. When it throws, what it changed is undone and the call may go on. A call that does one
   * thing doesn't need it; one that uses it changes the world inside its actions only.
   *
   * @param tool the action's name, null where it has none
   */
  action<R>(tool: string | null, work: () => R): R;
  /** Tells the tape of an action that was asked for and not done, as one after another that failed. */
  refuseAction(tool: string | null): void;
  /** Tells the tape of documented inputs that the call sent and that mean nothing to the twin, by the vendor's names. */
  ignore(names: readonly string[]): void;
  /** Makes a credential that the world gives out one that the service's proxy knows: it gets a proof at its end. */
  lend(credential: string): string;
  /** How many deliveries about this subject were received, as far as is known. Always 0 on the logical clock, where no answer may depend on it. */
  delivered(subject: string): number;
}

/** What deliveries may be made of: the world as the write left it. */
export type DeliveryContext<W extends WorldSpec> = Omit<
  Context<W>,
  'ids' | 'requestId' | 'caller' | 'savepoint' | 'action' | 'refuseAction' | 'ignore' | 'lend'
>;

/** What one attempt of a delivery sends. */
export interface Message {
  headers: Record<string, string>;
  body: string;
}

/** One call of the vendor to an address outside: a webhook. */
export interface Delivery {
  url: string;
  /** What it tells of, e.g. the id of an event, where answers show how deliveries went; see `Context.delivered`. */
  subject?: string;
  /** How long the receiver may take to answer, in milliseconds. */
  timeoutMs: number;
  /** Waits before further attempts in milliseconds of the world's time; an attempt fails without an answer of status 2xx. */
  retryAfterMs: readonly number[];
  /**
   * Made anew for each attempt.
   *
   * @param at the wall's time in milliseconds since 1970, as receivers hold signatures against their own clocks
   * @param id a repeatable UUID of this delivery
   */
  message(at: number, id: string): Message;
}

/** How deeply an operation is modelled: `semantic` behaves, `shape` answers in the right shape without behaviour. */
export type Fidelity = 'semantic' | 'shape';

/** One route of the vendor's HTTP surface: parse, call the action, render. */
export interface Operation<W extends WorldSpec> {
  /** The vendor's operation id, e.g. `issues/create`. Unique within the twin. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The vendor's path template, e.g. `/repos/{owner}/{repo}/issues/{issue_number}`; a last `{path*}` takes the rest, slashes included. */
  path: string;
  fidelity: Fidelity;
  /** True for operations that may change the world. A read that leaves a change behind is a twin's bug and answers an internal error. */
  mutates: boolean;
  /** The action's name as stamped on the tape, e.g. `create_issue`; the MCP tool of the same action stamps the same name. */
  action?: string;
  /** True for a page of the vendor's web site, not of its API: found where no operation of the API is, modelled or documented. */
  page?: true;
  /** Shape of the body; what doesn't fit becomes the twin's `errors.invalidInput`. Without it the body is ignored. */
  body?: ZodType;
  /** How this operation's body is read, where that is otherwise than the twin's: an upload takes bytes of any type. */
  bodies?: BodyReading;
  /** Shape of the query; every value arrives as a string. */
  query?: ZodType;
  /** Which of the inputs that the vendor documents are read. A call that sends another one is refused as what isn't modelled. */
  inputs?: OperationInputs;
  /** Where the vendor documents the operation. */
  docs?: string;
  /** Body fields of requests and answers that hold credentials, redacted on the tape, e.g. `['token']`. */
  secrets?: readonly string[];
  /**
   * What has to wait (parsing a mail, say): runs before the transaction, on checked input; its value is `request.prepared`. The world
   * is there to be read, and others change it meanwhile.
   */
  // biome-ignore lint/suspicious/noExplicitAny: as for `handle`
  prepare?(request: TwinRequest<any, any>, context: Pick<Context<W>, 'world'>): Promise<unknown>;
  /** Runs inside one transaction; a thrown error rolls everything back. Synchronous. */
  // biome-ignore lint/suspicious/noExplicitAny: the request is typed by `operation()` from the operation's own schemas
  handle(context: Context<W>, request: TwinRequest<any, any>): Reply;
}

/** What a tool's schema says against an argument. */
export interface ArgumentIssue {
  path: readonly PropertyKey[];
  code: string;
  message: string;
}

/** An MCP tool: another door to the same actions. */
export interface Tool<W extends WorldSpec> {
  /** The name in the vendor's official MCP server. */
  name: string;
  title?: string;
  description: string;
  mutates: boolean;
  /** The action's name as stamped on the tape; by default the tool's name. A function where one tool has several actions. */
  // biome-ignore lint/suspicious/noExplicitAny: the input is typed by `tool()` from the tool's own schema
  action?: string | ((input: any) => string);
  /** An object schema; published as JSON Schema by `tools/list`. */
  input: ZodType;
  /** Documented arguments that do nothing in this call, as the vendor's own tool drops them; the tape names them. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  ignores?(input: any): readonly string[];
  /** What the vendor says of arguments that don't fit the schema; undefined where it is left to the schema's own words. */
  misfit?(issues: readonly ArgumentIssue[], given: Readonly<Record<string, unknown>>): string | undefined;
  /** Returns the tool's value, answered as JSON text. A thrown TwinError becomes an `isError` result and rolls back. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  handle(context: Context<W>, input: any): unknown;
}

/** Why a seed or an input was refused, one entry a fault. */
export interface Issue {
  /** Where, e.g. `repositories[0].issues[2].title`; empty for the whole document. */
  path: string;
  message: string;
  /** Machine-readable reason: zod's issue code, or the twin's own for rules across fields. */
  code: string;
}

/** The world a twin starts from. */
export interface SeedDefinition<W extends WorldSpec, S> {
  /**
   * The parser. Strict objects refuse unknown keys, plain ones drop them (spec, "Seed"): the vendor's choice is made here.
   * Rules across fields are zod refinements.
   */
  schema: ZodType<S>;
  /** The default world, written as a seed document. */
  defaultSeed: unknown;
  /** Makes seeds of what people have: a folder, or a bundle of git's. @throws SeedSourceError */
  sources?: Readonly<Partial<Record<'dir' | 'bundle', (path: string) => Promise<unknown>>>>;
  /** Where fields of a parsed seed stand that mean nothing beside the others, e.g. when an open issue was closed. Who lints a seed is told. */
  unused?(seed: S): Iterable<readonly (string | number)[]>;
  /** Builds the world from a parsed seed. Time and ids come from the context, so one seed always builds one world. */
  load(context: SeedContext<W>, seed: S): void;
}

/** What building a world may use. */
export type SeedContext<W extends WorldSpec> = Omit<
  Context<W>,
  'links' | 'requestId' | 'caller' | 'savepoint' | 'action' | 'refuseAction' | 'ignore' | 'lend' | 'delivered'
>;

/** The vendor's answers to what no operation handles. Each builds the vendor's own body, status and headers. */
export interface VendorErrors {
  /** A path the vendor doesn't have. */
  notFound(request: TwinRequest): TwinError;
  /** A path the vendor has, under another method. Vendors that answer 404 leave it out. */
  methodNotAllowed?(request: TwinRequest, allowed: readonly string[]): TwinError;
  /** A documented operation that this twin doesn't model: loud, status 501, in the vendor's envelope. */
  unsupported(request: TwinRequest, operation: string): TwinError;
  /** No credential was sent. */
  unauthenticated(request: TwinRequest): TwinError;
  /** The credential sent isn't this sandbox's. */
  badCredentials(request: TwinRequest): TwinError;
  /** The body isn't what its content type says. */
  malformedBody(request: TwinRequest): TwinError;
  /** The body is larger than the vendor takes. */
  bodyTooLarge(request: TwinRequest, limit: number): TwinError;
  /** The input misses the operation's schema. */
  invalidInput(request: TwinRequest, issues: readonly InputIssue[]): TwinError;
  /**
   * The sandbox has no room for what the call writes. Clients must take it for final: what they send again is refused again.
   *
   * @param reason a sentence that says what is full, and that nothing was changed
   */
  outOfRoom(request: TwinRequest, reason: string): TwinError;
  /** The twin itself failed. */
  internal(request: TwinRequest): TwinError;
}

/** A schema issue of an input, with the part of the request it was found in. */
export interface InputIssue extends Issue {
  part: 'body' | 'query';
  /** What was expected, for missing and mistyped fields, e.g. `string`. */
  expected?: string;
  /** True where the field was absent. */
  missing: boolean;
  /** The value sent, where there was one. */
  received?: unknown;
}

/** A provider-shaped token (spec, `provider_credentials`): data inside the world, never a way in. */
export interface ProviderCredential {
  token: string;
  header: string;
  scheme: string;
}

/** Operations of one kind inside another, by name. */
export interface InnerOperations {
  /** E.g. `Queries`. */
  title: string;
  modelled: readonly string[];
  unmodelled: readonly string[];
}

/** Everything that makes a twin. */
export interface TwinDefinition<W extends WorldSpec, S> {
  /** The twin id of the spec, e.g. `github`. */
  id: string;
  /** The product's name as people write it, e.g. `GitHub`. */
  title: string;
  collections: W;
  seed: SeedDefinition<W, S>;
  /** Set where the vendor's dates must always be repeatable (gmail); otherwise the sandbox chooses. */
  clock?: 'logical';
  /** Loads what calls need and an idle twin doesn't, e.g. a large schema: the first call waits for it, the others find it there. */
  load?(): Promise<unknown>;
  /** The same for what only some calls need; undefined where this one needs nothing more. Asked before each call, so it is to be quick. */
  loadFor?(call: { readonly path: string; readonly body: Buffer }, world: World<W>): Promise<unknown> | undefined;
  operations: readonly Operation<W>[];
  tools: readonly Tool<W>[];
  /** Names of the vendor's own tools; a call of one that isn't among `tools` is refused as an operation that is not modelled. */
  documentedTools?: readonly string[];
  /** Which tools a caller of the MCP endpoint is offered, by its headers; a call of another is refused. Without it all of them are. */
  offers?(headers: IncomingHttpHeaders): (tool: Pick<Tool<W>, 'name' | 'mutates'>) => boolean;
  checks: readonly Check[];
  /** Values that sentences about other products may refer to. */
  facts?: readonly Fact[];
  errors: VendorErrors;
  /** How calls fail on request, in the vendor's own words; absent: only as connections and clocks fail anywhere. */
  faults?: FaultCatalogue;
  /** The vendor's documented operations, as `METHOD /path/{template}`; those not modelled answer the loud 501. */
  documented: readonly string[];
  /** Operations that stand inside one of `operations`, as the fields of a GraphQL endpoint do; for the fidelity page. */
  inner?(): Promise<readonly InnerOperations[]>;
  /** Path prefixes under which the whole surface stands again, e.g. `/api/v3`. */
  prefixes?: readonly string[];
  /** Largest request body in bytes. */
  bodyLimit: number;
  /** Paths of calls whose bodies may be long, up to another limit: those stand in a file, see `TwinRequest.upload`. Their answers may be a `StreamBody`. */
  streams?: { paths: RegExp; limit: number };
  /**
   * How bodies are read: as JSON whatever the content type says, by content type (JSON, forms, else bytes), or by the
   * vendor's own reader, which throws where a body isn't what it says.
   */
  bodies: BodyReading;
  /** Tokens that stand elsewhere than in `Authorization`, e.g. in a form field. */
  credentials?(call: { headers: IncomingHttpHeaders; search: string; body: Buffer }): readonly string[];
  /**
   * Whom the world gave a credential that is presented, beside the sandbox's bearer or in its place; an error for one that is refused in words of
   * its own, undefined for one that the world doesn't know.
   */
  admits?(
    call: { path: string; credentials: readonly string[] },
    context: { world: World<W>; now: number },
  ): Caller | TwinError | undefined;
  /** The keys that callers of a world sign JSON web tokens with, by its seed, which is known to be good: SPKI, DER in base64. The proxy lets those pass. */
  callerKeys?(seed: unknown): readonly string[];
  /** Headers the vendor sends with every answer. */
  headers?(request: TwinRequest, reply: NormalReply): Record<string, string>;
  /** Last word on an answer before it is taped and sent, e.g. a conditional GET turned into 304. May change the reply it is given. */
  finish?(request: TwinRequest, reply: NormalReply): Reply;
  /** Names of headers, query parameters and body fields that hold credentials, beyond `authorization` and cookies. */
  secrets?: { headers?: readonly string[]; query?: readonly string[]; body?: readonly string[] };
  /** The answer to OPTIONS, by which a browser asks what a page of another origin may send; vendors that give none leave it out. */
  preflight?(request: TwinRequest): Reply;
  /** The last writes of a call that may write, and of each of its actions, once it has done what was asked for: what they tell of is as they left it. */
  settle?(context: Context<W>): void;
  /**
   * The webhooks that a committed write causes. They are sent after the write is in the journal and its call answered, to
   * addresses of this machine only, and leave no trace in world or tape.
   */
  deliveries?(context: DeliveryContext<W>, changes: readonly Change[]): readonly Delivery[];
  /** The provider-shaped token that belongs to this world. */
  credential(ids: Ids): ProviderCredential;
}

/** A parsed seed or the reasons against it. */
export type SeedResult = { ok: true; seed: unknown } | { ok: false; issues: Issue[] };

/** What `defineTwin` returns: a twin as the server, the control plane, the graders and the command line know it. */
export interface Twin {
  readonly id: string;
  readonly title: string;
  // biome-ignore lint/suspicious/noExplicitAny: outside its package a twin's records are plain JSON
  readonly definition: TwinDefinition<any, any>;
  readonly checks: readonly Check[];
  readonly facts: readonly Fact[];
  /** Runs the twin's own boot parser; `undefined` stands for the default world. */
  parseSeed(input: unknown): SeedResult;
  /** The world a seed document builds, as JSON. @throws SeedError when the seed is refused. */
  initialState(seed: unknown, clock: ClockSetting): State<WorldSpec>;
  /** The provider-shaped token of the world that a seed document builds. */
  providerCredential(seed: unknown): ProviderCredential;
}

/** The clock of a world: the wall's, or one that starts at an instant (ISO 8601) and moves one second a write. */
export type ClockSetting = { mode: 'wall' } | { mode: 'logical'; start?: string };
