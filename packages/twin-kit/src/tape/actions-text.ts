import type { Action } from '../world/action-log.ts';

const texts = new WeakMap<readonly Action[], string>();

/** JSON of the actions that a call named, made once; undefined where it is longer than `longest` characters. */
export function actionsText(actions: readonly Action[], longest = Number.POSITIVE_INFINITY): string | undefined {
  const known = texts.get(actions);
  if (known !== undefined) return known;
  let text = '';
  for (const action of actions) {
    text += (text === '' ? '[' : ',') + JSON.stringify(action);
    if (text.length > longest) return undefined;
  }
  text = text === '' ? '[]' : `${text}]`;
  texts.set(actions, text);
  return text;
}
