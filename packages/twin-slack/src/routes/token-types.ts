import { viewerOf } from '../actions/people.ts';
import { SlackError } from '../errors.ts';
import type { SlackContext } from '../world.ts';

/**
 * Methods whose pages name scopes of user tokens only ("Scopes" of https://docs.slack.dev/reference/methods/<method>): a bot's
 * token is refused whatever scopes it has (node-slack-sdk issues 1000 and 1480, opensre issue 5660).
 */
export const USER_TOKEN_METHODS: ReadonlySet<string> = new Set([
  'dnd.endDnd',
  'dnd.endSnooze',
  'dnd.setSnooze',
  'files.sharedPublicURL',
  'reminders.add',
  'reminders.complete',
  'reminders.delete',
  'reminders.info',
  'reminders.list',
  'search.all',
  'search.files',
  'search.messages',
  'stars.add',
  'stars.list',
  'stars.remove',
  'users.identity',
  'users.profile.set',
]);

/** Guards a method against tokens of a type that it doesn't take. */
export function requireTokenType(context: SlackContext, method: string): void {
  if (USER_TOKEN_METHODS.has(method) && viewerOf(context).is_bot) throw new SlackError('not_allowed_token_type');
}
