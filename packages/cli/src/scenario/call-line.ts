import type { TapeRow } from '@svc/twin-kit';
import { oneLine } from '../output.ts';

const METHOD_WIDTH = 6;
const PATH_WIDTH = 62;

/** One recorded call on one line: twin, method, path, status, whether it landed, the action. */
export function callLine(row: TapeRow): string {
  const path = oneLine(row.path.replace(/^\/s\/[^/?]+/, '') || '/');
  const shown = path.length > PATH_WIDTH ? `${path.slice(0, PATH_WIDTH - 1)}…` : path.padEnd(PATH_WIDTH);
  return [
    row.twin,
    row.method.padEnd(METHOD_WIDTH),
    shown,
    row.status,
    landed(row).padEnd('no change'.length),
    row.tool ?? '-',
  ].join(' ');
}

/** Only `state_mutation` tells: some vendors answer 200 to a write they refuse, and some read by POST. */
function landed(row: TapeRow): string {
  if (row.state_mutation) return 'landed';
  return row.method === 'GET' || row.method === 'HEAD' ? 'read' : 'no change';
}
