import { objectNames } from '@svc/twin-kit';
import type { SlackState } from '../world.ts';

export const channels = objectNames<SlackState>({
  what: 'channel',
  made: false,
  of: (world) => world.channels.flatMap(({ name }) => (name ? [`#${name}`] : [])),
});
export const people = objectNames<SlackState>({
  what: 'person',
  made: false,
  of: (world) => world.users.map(({ name }) => `@${name}`),
  in: (value) => value.split(', '),
});
export const usergroups = objectNames<SlackState>({
  what: 'user group',
  made: false,
  of: (world) => world.usergroups.map(({ handle }) => `@${handle}`),
});
