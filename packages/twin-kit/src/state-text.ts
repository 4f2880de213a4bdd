import type { State, WorldSpec } from './world/collection.ts';

/** Pieces of a large state, in characters: as one text it would need its own size of memory again. */
const PIECE_CHARACTERS = 1 << 16;

/** A state as JSON in pieces, with a line for each collection, so that a reader can find one without parsing all. */
export function* stateText(state: State<WorldSpec>): Generator<string> {
  let text = '{';
  let lead = '';
  for (const [name, records] of Object.entries(state)) {
    text += `${lead}${JSON.stringify(name)}:[`;
    let before = '';
    for (const record of records) {
      text += before + JSON.stringify(record);
      before = ',';
      if (text.length < PIECE_CHARACTERS) continue;
      yield text;
      text = '';
    }
    text += ']';
    lead = ',\n';
  }
  yield `${text}}`;
}
