import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip, gunzipSync } from 'node:zlib';
import type { State, WorldSpec } from '@svc/twin-kit';
import { GZIP } from '../compress.ts';
import type { Snapshot } from './evidence.ts';

type Records = readonly unknown[];

/**
 * A world as a twin sends it, held as little as it compresses to. Of what is in it only the collections are parsed that a
 * check looks at, when it does.
 *
 * @param names of its collections
 */
export async function packedState(bytes: AsyncIterable<Uint8Array>, names: readonly string[]): Promise<Snapshot> {
  const packed = await pipeline(bytes, createGzip(GZIP), (pieces: AsyncIterable<Buffer>) => buffer(pieces));
  let read: ((name: string) => Records) | undefined;
  const state = onDemand(names, (name) => {
    read ??= reader(gunzipSync(packed), names);
    return read(name);
  });
  return { state, compressed: async () => packed };
}

function onDemand(names: readonly string[], read: (name: string) => Records): State<WorldSpec> {
  const state = {};
  for (const name of names) {
    const get = (): Records => {
      const value = read(name);
      Object.defineProperty(state, name, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(state, name, { get, enumerable: true, configurable: true });
  }
  return state as State<WorldSpec>;
}

const NEWLINE = 0x0a;

/** Reads collections of a world's text, which has a line for each of them; where it hasn't, all at once. */
function reader(text: Buffer, names: readonly string[]): (name: string) => Records {
  const lines = new Map<string, Buffer>();
  // The brace that the text begins with, later the end of the line before.
  let before = 0;
  while (before < text.length) {
    const next = text.indexOf(NEWLINE, before + 1);
    const end = next < 0 ? text.length : next;
    const colon = text.indexOf('":', before);
    if (colon < 0 || colon > end) break;
    // Behind the records there is a comma, in the end the other brace.
    lines.set(text.toString('utf8', before + 2, colon), text.subarray(colon + 2, end - 1));
    before = end;
  }
  if (lines.size === names.length) return (name) => JSON.parse((lines.get(name) as Buffer).toString()) as Records;
  const whole = JSON.parse(text.toString()) as Record<string, Records>;
  return (name) => whole[name] as Records;
}
