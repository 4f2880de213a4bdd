import { SlackError, UserNotFound } from '../errors.ts';
import type { Directory } from '../text/mrkdwn.ts';
import type { Settings, SlackContext, SlackWorld, Team, User } from '../world.ts';

type Reader = Pick<SlackContext, 'world'>;

export const settingsOf = (world: SlackWorld): Readonly<Settings> => world.settings.get('settings') as Readonly<Settings>;

export const teamOf = (world: SlackWorld): Readonly<Team> => world.team.get(settingsOf(world).team_id) as Readonly<Team>;

/** Who the call speaks for. */
export const viewerOf = ({ world }: Reader): Readonly<User> => world.users.get(settingsOf(world).viewer_id) as Readonly<User>;

/** The user with this id, as methods take it; a bot may be named by its bot id. */
export function getUser({ world }: Reader, id: string): Readonly<User> {
  const user = world.users.get(id) ?? world.users.by.bot.first(id);
  if (!user) throw new UserNotFound();
  return user;
}

/** The user that is named, or the viewer where none is. */
export const userOrViewer = (context: Reader, id: string | undefined): Readonly<User> =>
  id === undefined || id === '' ? viewerOf(context) : getUser(context, id);

export const displayNameOf = (user: Readonly<User>): string => user.display_name || user.real_name || user.name;

/** What names in a text stand for. */
export function directoryOf(world: SlackWorld): Directory {
  return {
    userId: (name) => world.users.by.name.first(name.toLowerCase())?.id,
    channel(name) {
      const channel = world.channels.by.name.first(name);
      return channel?.kind === 'public_channel' ? channel : undefined;
    },
    usergroupId: (handle) => world.usergroups.by.handle.first(handle)?.id,
  };
}

/** Members may do what admins may only where they act on their own things. */
export const isAdmin = (user: Readonly<User>): boolean => user.is_admin || user.is_owner;

/** Guards what guests may not do, with the code of the method's page. */
export function refuseGuests(context: Reader, code: string): void {
  if (viewerOf(context).is_restricted) throw new SlackError(code);
}

/** Guards what only an admin may do. */
export function requireAdmin(context: Reader, code: string): void {
  if (!isAdmin(viewerOf(context))) throw new SlackError(code);
}
