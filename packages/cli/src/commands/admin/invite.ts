import { type Command, InvalidArgumentError, Option } from 'commander';
import { note, print, printJson } from '../../output.ts';
import { type AdminOptions, slugArgument, urlArgument, withAdminOptions } from './options.ts';
import { pagesAddress } from './pages-address.ts';
import { noTeam } from './team.ts';

interface InviteOptions extends AdminOptions {
  team: string;
  role: 'owner' | 'member';
  url?: string;
}

export function addInvite(admin: Command): void {
  withAdminOptions(
    admin
      .command('invite')
      .description('make a link that lets somebody join a team, once and within a week')
      .argument('<email>', 'whose link it is', emailArgument)
      .option('--team <slug>', 'the team to join', slugArgument, 'local')
      .addOption(new Option('--role <role>', 'what the new one may do').choices(['owner', 'member']).default('member'))
      .option(
        '--url <url>',
        "where the service's pages are (default: those of the running `svc up`, else SVC_DASHBOARD_URL)",
        urlArgument,
      ),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  svc admin invite ada@example.com --team acme\n  svc admin invite ada@example.com --role owner',
    )
    .action(invite);
}

const MAX_EMAIL_LENGTH = 254;

function emailArgument(value: string): string {
  if (value.length > MAX_EMAIL_LENGTH || !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(value))
    throw new InvalidArgumentError('An e-mail address is e.g. ada@example.com.');
  return value;
}

async function invite(email: string, { team: slug, role, url, ...options }: InviteOptions): Promise<void> {
  const [{ createInvitationLink, findTeam }, { withInstallation }] = await Promise.all([
    import('@svc/control-plane'),
    import('./installation.ts'),
  ]);
  const dashboardUrl = await pagesAddress(url, options.dataDir);
  const link = await withInstallation(options.dataDir, async (database) => {
    const team = await findTeam(database, slug);
    if (!team) throw noTeam(slug);
    return createInvitationLink(database, { teamId: team.id, email, role, dashboardUrl });
  });
  if (options.json) return printJson({ team: slug, email, role, invitation: link });
  print(link);
  note('It works once, within a week. Hand it over where only the invited person reads.');
}
