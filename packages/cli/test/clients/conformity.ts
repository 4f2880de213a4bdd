import type { TapeRow } from '@svc/twin-kit';

const isJson = ({ response_headers }: TapeRow): boolean =>
  response_headers['content-type']?.startsWith('application/json') ?? false;

/** Below the session prefix, with the query. */
const pathOf = ({ path }: TapeRow): string => path.replace(/^\/s\/[^/?]+/, '');

async function githubFaults(rows: readonly TapeRow[]): Promise<string[]> {
  const { openapi } = await import('@svc/twin-github/testing/openapi');
  const description = await openapi();
  return rows.flatMap((row) => {
    const path = pathOf(row).replace(/\?.*$/s, '');
    // Raw files, diffs and archives are described as JSON too; there is no schema for their text.
    if (path === '/graphql' || (row.response_body !== null && !isJson(row))) return [];
    return description.fault(row.method, path || '/', row.status, row.response_body ?? undefined) ?? [];
  });
}

async function gmailFaults(rows: readonly TapeRow[]): Promise<string[]> {
  const { expectConforms } = await import('@svc/twin-gmail/testing/conformity');
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

async function stripeFaults(rows: readonly TapeRow[]): Promise<string[]> {
  const { faultsOf } = await import('@svc/twin-stripe/testing/schemas');
  return rows.filter(isJson).flatMap((row) => (row.status === 501 ? [] : faultsOf(row.status, row.response_body)));
}

/** Each vendor's schema is read where it is needed, and says so where it isn't there. */
const FAULTS: Readonly<Record<string, (rows: readonly TapeRow[]) => Promise<string[]>>> = {
  github: githubFaults,
  gmail: gmailFaults,
  linear: async (rows) => (await import('@svc/twin-linear/testing/conformity')).faultsOf(rows),
  slack: async (rows) => (await import('@svc/twin-slack/testing/conformance')).faultsOf(rows),
  stripe: stripeFaults,
};

/** Rows as they were before the signatures in addresses were taken out: `[REDACTED]` can't stand in a URI. */
const asSent = (rows: readonly TapeRow[]): TapeRow[] =>
  JSON.parse(JSON.stringify(rows).replaceAll('svc_signature=[REDACTED]', `svc_signature=${'s'.repeat(43)}`));

/** What of a tape the vendor's own schema doesn't allow, by the same checks as the twin's own tests. */
export async function faultsOf(twin: string, rows: readonly TapeRow[]): Promise<string[]> {
  const check = FAULTS[twin];
  if (!check) throw new Error(`no schema for ${twin}`);
  return [...new Set(await check(asSent(rows)))];
}
