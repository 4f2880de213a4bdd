import { failed, passed, readsSame } from '@svc/twin-kit';
import { emojiName } from '../text/emoji.ts';
import { unescapeText } from '../text/mrkdwn.ts';
import type { User, Usergroup } from '../world.ts';
import * as params from './params.ts';
import { Missing, onWorld, type View } from './view.ts';

const FIELDS: Readonly<Record<string, (user: Readonly<User>) => string>> = {
  'status text': (user) => user.status_text,
  'status emoji': (user) => emojiName(user.status_emoji),
  title: (user) => user.title,
  phone: (user) => user.phone,
  pronouns: (user) => user.pronouns,
  email: (user) => user.email ?? '',
  'real name': (user) => user.real_name,
  'display name': (user) => user.display_name,
};
const field = {
  pattern: /status text|status emoji|title|phone|pronouns|email|real name|display name/,
  example: 'status text',
  description:
    'A field of the profile: status text, status emoji (without colons), title, phone, pronouns, email, real name or display name',
};
const value = { pattern: /[^\n"]*/, example: 'On leave', description: 'The whole value as it is shown' };

function usergroup(view: View, reference: string): Readonly<Usergroup> {
  const handle = reference.replace(/^@/, '');
  const known = view.seed.usergroups.find((one) => one.handle === handle);
  const found = view.final.usergroups.find((one) => (known ? one.id === known.id : one.handle === handle));
  if (!found) throw new Missing(`there is no user group ${reference}`);
  return found;
}

export const peopleChecks = [
  onWorld({
    id: 'profile-field',
    template: 'The {field} of {user} is "{value}".',
    description: "The field of the person's profile is exactly this.",
    compares: 'the field of the profile with {value}',
    params: { field, user: params.user, value },
    evaluate({ field: name, user: reference, value: wanted }, view) {
      const found = FIELDS[name]?.(view.user(reference)) ?? '';
      const evidence = `the ${name} of ${reference} is "${found}"`;
      return readsSame(unescapeText(found), wanted) ? passed(evidence) : failed(evidence);
    },
  }),
  onWorld({
    id: 'usergroup-exists',
    template: 'The user group {handle} exists.',
    description: 'A user group has this handle and is not disabled.',
    compares: 'the handles of all user groups with {handle}',
    params: { handle: params.handle },
    evaluate({ handle }, view) {
      const found = usergroup(view, handle);
      return found.date_delete === 0
        ? passed(`${handle} is the user group ${found.id}`)
        : failed(`the user group ${handle} is disabled`);
    },
  }),
  onWorld({
    id: 'usergroup-members',
    template: 'The members of the user group {handle} are exactly {users}.',
    description: 'These people are in the user group and nobody else is.',
    compares: 'the members of the user group with {users}',
    params: { handle: params.handle, users: params.users },
    evaluate({ handle, users }, view) {
      const wanted = new Set(view.people(users).map(({ id }) => id));
      const { user_ids } = usergroup(view, handle);
      const evidence = `the members of ${handle} are ${view.list(user_ids)}`;
      return user_ids.length === wanted.size && user_ids.every((id) => wanted.has(id)) ? passed(evidence) : failed(evidence);
    },
  }),
];
