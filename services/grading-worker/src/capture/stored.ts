import type { RunRecord } from '@svc/contract';
import type { BlobStore, Database } from '@svc/platform';
import type { Twin } from '@svc/twin-kit';
import type { Kysely } from 'kysely';
import { CaptureIncomplete } from '../failures.ts';
import type { SandboxRow } from '../job.ts';
import type { Evidence } from './evidence.ts';
import { rowOfTwin } from './tape.ts';
import { readUploads } from './uploaded.ts';

export interface StoredDependencies {
  blobs: BlobStore;
  twins: ReadonlyMap<string, Twin>;
  database: Kysely<Database>;
}

/**
 * The evidence that an earlier run was graded by, as it was stored with it.
 *
 * @throws CaptureIncomplete when its tape is gone
 */
export async function readStored(
  { blobs, twins, database }: StoredDependencies,
  sandbox: SandboxRow,
  runId: string,
): Promise<Evidence> {
  const run = await database.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirst();
  if (!run?.trace_s3_key) throw new CaptureIncomplete('The tape of the run is gone.');
  const { state_initial_keys: initial = {}, state_seed_keys: seed = {} } = run.record as Partial<RunRecord>;
  const keys = Object.fromEntries(
    sandbox.twins.map((twin) => {
      const [state_initial_key, state_final_key, state_seed_key] = [initial[twin], run.state_keys[twin], seed[twin]];
      return [twin, { state_initial_key, state_final_key, state_seed_key }];
    }),
  );
  const prefix = `teams/${run.team_id}/runs/${run.id}/`;
  // What a harness handed in was stored as it came, and is read as warily as then; rows of ours are rows.
  const toRow = run.provenance === 'hosted' ? { toRow: rowOfTwin } : {};
  return readUploads({ blobs, twins, prefix, ...toRow }, sandbox, {
    trace_storage_key: run.trace_s3_key,
    per_twin_state_keys: keys,
  });
}
