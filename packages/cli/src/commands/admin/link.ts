import type { Command } from 'commander';
import { callerEnvironment } from '../../config.ts';
import { UsageError } from '../../errors.ts';
import { note, print, printJson } from '../../output.ts';
import { type AdminOptions, slugArgument, urlArgument, withAdminOptions } from './options.ts';
import { noTeam } from './team.ts';

interface LinkOptions extends AdminOptions {
  team: string;
  url?: string;
}

export function addLink(admin: Command): void {
  withAdminOptions(
    admin
      .command('link')
      .description('make a link that signs a browser in, once and within 15 minutes; then `svc login` can be approved there')
      .option('--team <slug>', 'whose first user it signs in', slugArgument, 'local')
      .option(
        '--url <url>',
        "where the service's pages are (default: those of the running `svc up`, else SVC_DASHBOARD_URL)",
        urlArgument,
      ),
  )
    .addHelpText('after', '\nExamples:\n  svc admin link\n  svc admin link --team acme --url https://sandboxes.example.com')
    .action(link);
}

async function link({ team: slug, url, ...options }: LinkOptions): Promise<void> {
  const [{ createSignInLink, findTeam }, { firstUserOf, withInstallation }, { findRunning }, { DEFAULT_DATA_DIR }] =
    await Promise.all([
      import('@svc/control-plane'),
      import('./installation.ts'),
      import('@svc/embedded/running'),
      import('@svc/embedded/data-dir'),
    ]);
  const elsewhere = options.dataDir === undefined && callerEnvironment.DATABASE_URL;
  const running = elsewhere ? undefined : await findRunning(options.dataDir ?? DEFAULT_DATA_DIR);
  const dashboardUrl = url ?? running?.baseUrl.replace(/\/v1$/, '') ?? callerEnvironment.SVC_DASHBOARD_URL;
  if (!dashboardUrl) {
    throw new UsageError(
      "It is not known where the service's pages are.",
      elsewhere ? 'set SVC_DASHBOARD_URL, or give --url.' : 'the service is not running: start it with `svc up`, or give --url.',
    );
  }
  const made = await withInstallation(options.dataDir, async (database) => {
    const team = await findTeam(database, slug);
    if (!team) throw noTeam(slug);
    return createSignInLink(database, { userId: await firstUserOf(database, team), dashboardUrl });
  });
  if (options.json) return printJson({ team: slug, sign_in_link: made });
  print(made);
  note('It signs in once, within 15 minutes.');
}
