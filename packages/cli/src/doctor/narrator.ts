import { type NarratorConfig, probe, readNarratorConfig } from '@svc/narrator';
import type { Finding } from './examine.ts';

/** Whether the model that puts runs into words answers, where one is configured here. */
export async function examineNarrator(environment: NodeJS.ProcessEnv): Promise<Finding> {
  const what = 'narrator';
  let config: NarratorConfig | undefined;
  try {
    config = readNarratorConfig(environment);
  } catch (error) {
    return { what, status: 'problem', message: (error as Error).message, mend: 'unset SVC_NARRATOR_MODEL' };
  }
  if (!config) return { what, status: 'ok', message: 'none; runs are graded without prose' };
  const place = `${config.model} at ${config.baseUrl ?? `${config.protocol}'s own address`}`;
  try {
    const took = await probe(config);
    return { what, status: 'ok', message: `${place} answered in ${took} ms` };
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return {
      what,
      status: 'warning',
      message: `${place} does not answer (${reason}); runs are graded without prose`,
      mend: 'unset SVC_NARRATOR_MODEL',
    };
  }
}
