/** What this is written for: older ones lack functions it calls. */
const OLDEST_NODE = 24;

/** Why this Node can't run it, in a sentence; undefined where it can. @param who what the user knows it as */
export function tooOld(who: string): string | undefined {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= OLDEST_NODE) return undefined;
  return `${who} needs Node ${OLDEST_NODE} or newer, and this is Node ${node}: https://nodejs.org`;
}
