import type { Command } from 'commander';
import { addHost } from './host.ts';
import { addInvite } from './invite.ts';
import { addKey } from './key.ts';
import { addLink } from './link.ts';
import { addTeam } from './team.ts';

export function addAdmin(program: Command): void {
  const admin = program
    .command('admin')
    .description('teams, keys, sign-in links, invitations and hosts of an installation, running or stopped')
    .addHelpText(
      'after',
      `
Works on the installation of --data-dir, else of DATABASE_URL, else of the default data directory.

Examples:
  svc admin team create acme --plan team --idle 5m
  svc admin key create --team acme --name ci --data-dir ~/svc-data
  svc admin link
  svc admin invite ada@example.com --team acme
  svc admin host list`,
    );
  addTeam(admin);
  addKey(admin);
  addLink(admin);
  addInvite(admin);
  addHost(admin);
}
