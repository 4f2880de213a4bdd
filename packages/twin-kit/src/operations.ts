import type { ZodType, z } from 'zod';
import type { Context, Operation, Tool } from './definition.ts';
import type { Reply } from './http/reply.ts';
import type { TwinRequest } from './http/request.ts';
import type { WorldSpec } from './world/collection.ts';

type Parsed<T extends ZodType | undefined, Fallback> = T extends ZodType ? z.output<T> : Fallback;

/** Types a twin's operations by their own schemas: `const operation = operationsOf<typeof collections>()`. */
export function operationsOf<W extends WorldSpec>() {
  return <Q extends ZodType | undefined = undefined, B extends ZodType | undefined = undefined>(
    declared: Omit<Operation<W>, 'handle' | 'query' | 'body'> & {
      query?: Q;
      body?: B;
      handle(context: Context<W>, request: TwinRequest<Parsed<Q, Record<string, string | string[]>>, Parsed<B, unknown>>): Reply;
    },
  ): Operation<W> => declared as Operation<W>;
}

/** Types a twin's tools by their own input schemas: `const tool = toolsOf<typeof collections>()`. */
export function toolsOf<W extends WorldSpec>() {
  return <I extends ZodType>(
    declared: Omit<Tool<W>, 'handle' | 'input' | 'action'> & {
      input: I;
      action?: string | ((input: z.output<I>) => string);
      handle(context: Context<W>, input: z.output<I>): unknown;
    },
  ): Tool<W> => declared as Tool<W>;
}
