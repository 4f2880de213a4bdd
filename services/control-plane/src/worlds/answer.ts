import { Readable } from 'node:stream';
import type { World } from '@svc/contract';
import { type Answer, ok } from '../http/answer.ts';

/** The answer that has a world in it, whose JSON comes in pieces. */
export function worldAnswer({ twin, step, row }: Omit<World, 'state'>, state: Iterable<string> | AsyncIterable<Buffer>): Answer {
  const head = `${JSON.stringify({ twin, step, row }).slice(0, -1)},"state":`;
  return ok(Readable.from(around(head, state, '}')));
}

async function* around(head: string, pieces: Iterable<string> | AsyncIterable<Buffer>, tail: string) {
  yield head;
  yield* pieces;
  yield tail;
}
