import type { TapeRow } from '@svc/twin-kit';
import { openapi } from '../../../twin-github/test/openapi.ts';
import { expectConforms } from '../../../twin-gmail/test/conformity.ts';
import { faultsOf as linearFaults } from '../../../twin-linear/test/conformity.ts';
import { faultsOf as slackFaults } from '../../../twin-slack/test/conformance.ts';
import { faultsOf as stripeFaults } from '../../../twin-stripe/test/schemas.ts';

const isJson = ({ response_headers }: TapeRow): boolean =>
  response_headers['content-type']?.startsWith('application/json') ?? false;

/** Below the session prefix, with the query. */
const pathOf = ({ path }: TapeRow): string => path.replace(/^\/s\/[^/?]+/, '');

async function githubFaults(rows: readonly TapeRow[]): Promise<string[]> {
  const description = await openapi();
  return rows.flatMap((row) => {
    const path = pathOf(row).replace(/\?.*$/s, '');
    // Raw files, diffs and archives are described as JSON too; there is no schema for their text.
    if (path === '/graphql' || (row.response_body !== null && !isJson(row))) return [];
    return description.fault(row.method, path || '/', row.status, row.response_body ?? undefined) ?? [];
  });
}

function gmailFaults(rows: readonly TapeRow[]): string[] {
  return rows.flatMap((row) => {
    const path = pathOf(row).replace(/\?.*$/s, '');
    // Batches are answered in parts; open uploads without a body.
    if (!/^\/(gmail|upload|resumable)\//.test(path)) return [];
    if (row.status === 308 || row.response_headers['x-guploader-uploadid'] !== undefined) return [];
    try {
      expectConforms(row.method, path, row.status, row.response_body ?? undefined);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
}

const FAULTS: Readonly<Record<string, (rows: readonly TapeRow[]) => string[] | Promise<string[]>>> = {
  github: githubFaults,
  gmail: gmailFaults,
  linear: linearFaults,
  slack: slackFaults,
  stripe: (rows) => rows.filter(isJson).flatMap((row) => (row.status === 501 ? [] : stripeFaults(row.status, row.response_body))),
};

/** What of a tape the vendor's own schema doesn't allow, by the same checks as the twin's own tests. */
export async function faultsOf(twin: string, rows: readonly TapeRow[]): Promise<string[]> {
  const check = FAULTS[twin];
  if (!check) throw new Error(`no schema for ${twin}`);
  return [...new Set(await check(rows))];
}
