import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { stateText } from '@svc/twin-kit';
import { packedState } from '../src/capture/packed-state.ts';

const world = {
  users: [{ id: 1, name: 'ada' }],
  empty: [],
  notes: Array.from({ length: 3_000 }, (_, id) => ({ id, text: `line\none, "quoted": [${id}], {é}` })),
};
const names = Object.keys(world);
const packed = (text: string) => packedState(Readable.from([Buffer.from(text)]), names);
const asSent = [...stateText(world as never)].join('');

describe('a packed state', () => {
  test('reads as the world that was sent', async () => {
    const { state } = await packed(asSent);
    expect(Object.keys(state)).toEqual(names);
    expect({ ...state }).toEqual(world);
    expect(state.notes).toBe(state.notes);
  });

  test('is stored as it was sent', async () => {
    const { compressed } = await packed(asSent);
    expect(gunzipSync(await compressed()).toString()).toBe(asSent);
    expect(JSON.parse(asSent)).toEqual(world);
  });

  test('of a twin that writes no lines reads the same', async () => {
    const { state } = await packed(JSON.stringify(world));
    expect({ ...state }).toEqual(world);
  });

  test('parses a collection only when it is looked at', async () => {
    const { state } = await packed(asSent.replace('"name":"ada"', '"name":ada'));
    expect(state.notes).toEqual(world.notes);
    expect(() => state.users).toThrow(SyntaxError);
  });
});
