import type { State, WorldSpec } from './world/collection.ts';

/** Pieces of a large state, in characters: as one text it would need its own size of memory again. */
const PIECE_CHARACTERS = 1 << 16;

/** What `JSON.stringify` makes of a state, in pieces. */
export function* stateText(state: State<WorldSpec>): Generator<string> {
  let text = '{';
  let before = '';
  for (const [name, records] of Object.entries(state)) {
    text += `${before}${JSON.stringify(name)}:[`;
    before = '';
    for (const record of records) {
      text += before + JSON.stringify(record);
      before = ',';
      if (text.length < PIECE_CHARACTERS) continue;
      yield text;
      text = '';
    }
    text += ']';
    before = ',';
  }
  yield `${text}}`;
}
