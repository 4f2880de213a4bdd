import { appendFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '@svc/platform/files';
import { UsageError } from '../errors.ts';
import { jobSummary } from './job-summary.ts';
import { junitXml } from './junit.ts';
import type { Result } from './result.ts';

export interface ReportOptions {
  /** Takes JUnit XML. */
  junit?: string | undefined;
  /** Takes markdown, instead of the file that GitHub Actions names. */
  summary?: string | undefined;
}

/** The files beside the output that tell of all runs. */
export interface Reports {
  write(results: readonly Result[]): Promise<void>;
}

/** Makes sure that the files can be written, before anything is run. @throws UsageError */
export async function openReports({ junit, summary }: ReportOptions, environment: NodeJS.ProcessEnv): Promise<Reports> {
  const { GITHUB_STEP_SUMMARY: shared } = environment;
  for (const path of [junit, summary]) if (path !== undefined) await touch(path);
  return {
    write: async (results) => {
      if (junit !== undefined) await writeFile(junit, junitXml(results));
      if (summary !== undefined) await writeFile(summary, jobSummary(results));
      // Other steps of the job write into the same file.
      else if (shared) await appendFile(shared, jobSummary(results));
    },
  };
}

async function touch(path: string): Promise<void> {
  try {
    await makeFolder(dirname(path));
    await writeFile(path, '');
  } catch (error) {
    throw new UsageError(`${path} can't be written: ${(error as Error).message}`, undefined, error);
  }
}
