import { readJson } from '@svc/twin-kit';

/** JSON nested deeper than this is nobody's message; walking it could exhaust the stack. */
const DEEPEST = 100;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** How deep a JSON text nests, strings aside. */
function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) deepest = Math.max(deepest, ++depth);
    else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth -= 1;
  }
  return deepest;
}

/** The value of a JSON text; undefined where it is none, or nests too deep. */
export function tryJson(text: string): unknown {
  // What nests so deep is longer: it has to open and close.
  if (text.length > 2 * DEEPEST && nestingOf(text) > DEEPEST) return undefined;
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
