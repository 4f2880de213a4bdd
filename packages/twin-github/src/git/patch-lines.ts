import type { DiffSide } from '../world/reviews.ts';
import { diffTexts } from './diff.ts';

/** One line of a file's diff. */
export interface PatchLine {
  /** Counted from the line below the first hunk header; later headers count too. */
  position: number;
  /** Line numbers in the old and the new file, where the line is in them. */
  left?: number;
  right?: number;
  /** Its hunk from the header down to this line. */
  hunk: string;
}

const HEADER = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** The lines of a unified diff without file headers. */
export function patchLines(patch: string): PatchLine[] {
  const found: PatchLine[] = [];
  let hunk: string[] = [];
  let [left, right] = [0, 0];
  for (const [position, text] of patch.split('\n').entries()) {
    const header = HEADER.exec(text);
    if (header) {
      hunk = [text];
      [left, right] = [Number(header[1]), Number(header[2])];
      continue;
    }
    hunk.push(text);
    if (text.startsWith('\\')) continue;
    const [isOld, isNew] = [!text.startsWith('+'), !text.startsWith('-')];
    found.push({ position, ...(isOld && { left }), ...(isNew && { right }), hunk: hunk.join('\n') });
    if (isOld) left += 1;
    if (isNew) right += 1;
  }
  return found;
}

/** The line of a diff with this number on this side. */
export const lineAt = (lines: readonly PatchLine[], side: DiffSide, line: number): PatchLine | undefined =>
  lines.find((candidate) => (side === 'LEFT' ? candidate.left : candidate.right) === line);

/** Where a line of a text stands in a later version; undefined where it was changed. */
export function mapLine(old: string, fresh: string, line: number): number | undefined {
  if (old === fresh) return line;
  const { patch } = diffTexts(old, fresh);
  let shift = 0;
  for (const candidate of patchLines(patch ?? '')) {
    if (candidate.left === line) return candidate.right;
    if ((candidate.left ?? 0) > line) break;
    if (candidate.left === undefined) shift += 1;
    else if (candidate.right === undefined) shift -= 1;
  }
  return line + shift;
}
