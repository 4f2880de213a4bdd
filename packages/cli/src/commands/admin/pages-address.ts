import { callerEnvironment } from '../../config.ts';
import { UsageError } from '../../errors.ts';

/** Where the pages of the service are that links lead to. @throws UsageError where nothing says it */
export async function pagesAddress(url: string | undefined, dataDir: string | undefined): Promise<string> {
  const [{ findRunning }, { DEFAULT_DATA_DIR }] = await Promise.all([
    import('@svc/embedded/running'),
    import('@svc/embedded/data-dir'),
  ]);
  const elsewhere = dataDir === undefined && callerEnvironment.DATABASE_URL;
  const running = elsewhere ? undefined : await findRunning(dataDir ?? DEFAULT_DATA_DIR);
  const address = url ?? running?.baseUrl.replace(/\/v1$/, '') ?? callerEnvironment.SVC_DASHBOARD_URL;
  if (address) return address;
  throw new UsageError(
    "It is not known where the service's pages are.",
    elsewhere ? 'set SVC_DASHBOARD_URL, or give --url.' : 'the service is not running: start it with `svc up`, or give --url.',
  );
}
