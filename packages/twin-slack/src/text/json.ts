/** JSON nested deeper than this is nobody's message; walking it could exhaust the stack. */
const DEEPEST = 100;

/** How deep a JSON text nests, strings aside. */
function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (inString) {
      if (letter === '\\') at += 1;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === '{' || letter === '[') deepest = Math.max(deepest, ++depth);
    else if (letter === '}' || letter === ']') depth -= 1;
  }
  return deepest;
}

/** The value of a JSON text; undefined where it is none, or nests too deep. */
export function tryJson(text: string): unknown {
  if (nestingOf(text) > DEEPEST) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
