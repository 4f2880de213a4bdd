import type { Command } from 'commander';
import { note, print, printJson } from '../../output.ts';
import { type AdminOptions, slugArgument, urlArgument, withAdminOptions } from './options.ts';
import { pagesAddress } from './pages-address.ts';
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
      .option('--team <slug>', 'whose first owner it signs in', slugArgument, 'local')
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
  const [{ createSignInLink, findTeam }, { firstUserOf, withInstallation }] = await Promise.all([
    import('@svc/control-plane'),
    import('./installation.ts'),
  ]);
  const dashboardUrl = await pagesAddress(url, options.dataDir);
  const made = await withInstallation(options.dataDir, async (database) => {
    const team = await findTeam(database, slug);
    if (!team) throw noTeam(slug);
    return createSignInLink(database, { userId: await firstUserOf(database, team), dashboardUrl });
  });
  if (options.json) return printJson({ team: slug, sign_in_link: made });
  print(made);
  note('It signs in once, within 15 minutes.');
}
