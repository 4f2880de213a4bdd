import { gunzipSync } from 'node:zlib';
import type { Client } from '../client.ts';
import { CliError, EXIT } from '../errors.ts';
import { type RunDirectory, statesFile } from './run-directory.ts';

/** Fetches what the service stored of a graded run: tape, final states and report. */
export async function saveEvidence(
  client: Client,
  runId: string,
  directory: RunDirectory,
  twins: readonly string[],
): Promise<void> {
  const trace = await client.runs.trace(runId);
  await directory.write('events.jsonl', await download(trace.url));
  const state = await client.runs.state(runId);
  await directory.write(statesFile('final', twins[0] ?? '', twins), await download(state.url));
  for (const [twin, { url }] of Object.entries(state.per_twin ?? {})) {
    if (twin !== twins[0]) await directory.write(statesFile('final', twin, twins), await download(url));
  }
  await directory.write('report.md', await client.runs.report(runId));
}

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

/** Blobs are stored plain or gzipped, and nothing in the answer tells which. */
async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (!response.ok) throw new CliError(EXIT.failed, `The evidence could not be downloaded: status ${response.status}.`);
  const bytes = Buffer.from(await response.arrayBuffer());
  return bytes.subarray(0, 2).equals(GZIP_MAGIC) ? gunzipSync(bytes) : bytes;
}
