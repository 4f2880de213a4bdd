import { type Operation, type OperationInputs, operationsOf, RawJson, type Reply, type TwinRequest } from '@svc/twin-kit';
import { z } from 'zod';
import { afterDueMessages } from '../actions/scheduled.ts';
import { InvalidArguments, SlackError } from '../errors.ts';
import { documentedArguments } from '../generated/arguments.ts';
import type { SlackCollections, SlackContext } from '../world.ts';
import { argumentsOf, parseArguments } from './arguments.ts';
import { requireTokenType } from './token-types.ts';
import { charsetWarning, warned, warnedError } from './warnings.ts';

const declare = operationsOf<SlackCollections>();
const OK = 200;

/** An answer that stands for `ok: true` with these fields. */
export type Answer = Readonly<Record<string, unknown>> | undefined;

export interface Method<A extends z.ZodRawShape> {
  /** As Slack documents it, e.g. `chat.postMessage`. */
  name: string;
  /** The action's name on the tape; by default `slack_` and the method's name in words. */
  action?: string;
  mutates: boolean;
  args?: A;
  /** Documented arguments that clients send by habit and that mean nothing here. */
  ignored?: readonly string[];
  /** Codes of actions that this method's page doesn't list, and what the method answers instead. */
  codes?: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noConfusingVoidType: a method without further fields returns nothing
  handle(context: SlackContext, args: z.output<z.ZodObject<A>>, given: Readonly<Record<string, unknown>>): Answer | void;
}

/** `conversations.setTopic` as `slack_conversations_set_topic`. */
export const actionName = (method: string): string =>
  `slack_${method
    .replaceAll('.', '_')
    .replaceAll(/([a-z])([A-Z]+)/g, (_all, low: string, high: string) => `${low}_${high.toLowerCase()}`)
    .toLowerCase()}`;

/** Turns codes that a method doesn't list into those it does. */
export function recoded(error: unknown, codes: Readonly<Record<string, string>> | undefined): unknown {
  const code = error instanceof SlackError ? codes?.[error.code] : undefined;
  if (code === undefined) return error;
  return code === 'invalid_arguments' ? new InvalidArguments([`[ERROR] ${(error as SlackError).code}`]) : new SlackError(code);
}

/** Which of the arguments on its page a method reads. */
function inputsOf({ name, args = {}, ignored = [] }: Pick<Method<z.ZodRawShape>, 'name' | 'args' | 'ignored'>): OperationInputs {
  const documented = documentedArguments[name] ?? [];
  const meaningless = [...ignored, ...(documented.includes(TEAM) ? [TEAM] : [])];
  const named = <S>(names: readonly string[], shape: S) => names.map((argument) => [argument, shape] as const);
  return {
    reads: Object.fromEntries([...named(meaningless, 'ignored' as const), ...named(Object.keys(args), true as const)]),
    documented: () => documented,
    screenedBy: 'kit',
  };
}

/**
 * Tokens of an organisation name a workspace with it: "This field will be ignored if the API call is sent using a workspace-level token"
 * (https://docs.slack.dev/reference/methods/conversations.list). Bolt sends it with every call.
 */
const TEAM = 'team_id';

/** Declares a method. Slack takes each by POST and by GET. */
export function operation<A extends z.ZodRawShape>(declared: Method<A>): Operation<SlackCollections>[] {
  const schema = z.object(declared.args ?? ({} as A));
  const action = declared.action ?? actionName(declared.name);
  const inputs = inputsOf(declared);
  const handle = (context: SlackContext, request: TwinRequest): Reply => {
    const warning = charsetWarning(request);
    try {
      requireTokenType(context, declared.name);
      const given = argumentsOf(request.query, request.body);
      const args = parseArguments(schema, given, request.body);
      const work = () => declared.handle(context, args, given);
      const answer = declared.mutates ? afterDueMessages(context, action, work) : work();
      return { status: OK, body: RawJson.of(warned({ ok: true, ...answer }, warning)) };
    } catch (error) {
      throw warnedError(recoded(error, declared.codes), warning);
    }
  };
  return (['POST', 'GET'] as const).map((verb) =>
    declare({
      id: verb === 'POST' ? declared.name : `${declared.name} (GET)`,
      method: verb,
      path: `/${declared.name}`,
      fidelity: 'semantic',
      mutates: declared.mutates,
      action,
      inputs,
      docs: `https://docs.slack.dev/reference/methods/${declared.name}`,
      handle,
    }),
  );
}

/** A list's answer ends with where the next page begins. */
export const nextCursor = (next_cursor: string): { response_metadata: { next_cursor: string } } => ({
  response_metadata: { next_cursor },
});
