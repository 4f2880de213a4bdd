import { type Fault, faultListSchema } from '@svc/contract';
import { z } from 'zod';
import { UsageError } from './errors.ts';
import { readDocument } from './seed-file.ts';

/** Reads faults: a JSON or YAML list, or an object with the list `faults`. @throws UsageError */
export async function readFaultsFile(path: string): Promise<Fault[]> {
  const value = await readDocument(path, 'faults file');
  const list = typeof value === 'object' && value !== null && 'faults' in value ? value.faults : value;
  const parsed = faultListSchema.safeParse(list);
  if (parsed.success) return parsed.data;
  throw new UsageError(`The faults file ${path} is not right:\n${z.prettifyError(parsed.error)}`);
}
