import { z } from 'zod';
import { teamOf, viewerOf } from '../actions/people.ts';
import { addReminder, completeReminder, deleteReminder, getReminder, listReminders } from '../actions/reminders.ts';
import { openView, publishView, pushView, updateView } from '../actions/views.ts';
import { InvalidArguments, SlackError } from '../errors.ts';
import { emojiUrl } from '../render/emoji.ts';
import { renderReminder, renderView } from '../render/others.ts';
import { renderBot } from '../render/users.ts';
import { anything, text } from './arguments.ts';
import { operation } from './operation.ts';

const ICON_SIZES = [34, 44, 68, 88, 102, 132] as const;
const VISIBILITIES = ['all', 'visible', 'hidden'] as const;

/** A workspace without an icon of its own has Slack's. */
export const teamIcon = {
  ...Object.fromEntries(
    ICON_SIZES.map((size) => [`image_${size}`, `https://a.slack-edge.com/80588/img/avatars-teams/ava_0001-${size}.png`]),
  ),
  image_default: true,
};

const teamMethods = [
  ...operation({
    name: 'team.info',
    mutates: false,
    args: { team: text.optional(), domain: text.optional() },
    handle({ world, links }, { team: id, domain }) {
      const team = teamOf(world);
      if ((id && id !== team.id) || (domain && domain !== team.domain)) throw new SlackError('team_not_found');
      return {
        team: {
          id: team.id,
          name: team.name,
          url: `${links.base}/`,
          domain: team.domain,
          email_domain: team.email_domain,
          icon: teamIcon,
          is_verified: false,
          avatar_base_url: 'https://ca.slack-edge.com/',
        },
      };
    },
  }),
  ...operation({
    name: 'team.billing.info',
    mutates: false,
    handle: ({ world }) => ({ plan: teamOf(world).plan }),
  }),
  ...operation({
    name: 'team.preferences.list',
    mutates: false,
    handle: () => ({
      msg_edit_window_mins: -1,
      allow_message_deletion: true,
      display_real_names: false,
      disable_file_uploads: 'allow_all',
      who_can_post_general: 'everyone',
    }),
  }),
  ...operation({
    name: 'team.profile.get',
    mutates: false,
    args: { visibility: z.enum(VISIBILITIES).optional() },
    // The profiles' custom fields as they are in use; their labels are their ids, and none is hidden.
    handle({ world }, { visibility }) {
      if (visibility === 'hidden') return { profile: { fields: [], sections: [] } };
      const used = new Set([...world.users.values()].flatMap((user) => Object.keys(user.fields)));
      const fields = [...used].sort().map((id, ordering) => ({
        id,
        ordering,
        label: id,
        hint: '',
        type: 'text',
        possible_values: null,
        options: { is_scim: false, is_protected: false },
        is_hidden: false,
        section_id: '',
      }));
      return { profile: { fields, sections: [] } };
    },
  }),
  ...operation({
    name: 'bots.info',
    mutates: false,
    args: { bot: text.optional() },
    handle({ world }, { bot }) {
      const user = bot ? world.users.by.bot.first(bot) : viewerOf({ world });
      if (!user?.bot_id) throw new SlackError('bot_not_found');
      return { bot: renderBot(user) };
    },
  }),
  ...operation({
    name: 'emoji.list',
    mutates: false,
    handle: ({ world, links }) => ({
      emoji: Object.fromEntries([...world.emoji.values()].map((emoji) => [emoji.name, emojiUrl(links, emoji)])),
      cache_ts: '0000000000.000000',
    }),
  }),
];

const opening = { trigger_id: text.optional(), interactivity_pointer: text.optional(), view: anything };

function requireView(view: unknown): void {
  if (view === undefined) throw new InvalidArguments(['[ERROR] missing required field: view']);
}

const viewMethods = [
  ...operation({
    name: 'views.open',
    mutates: true,
    args: opening,
    handle(context, input) {
      requireView(input.view);
      return { view: renderView(context, openView(context, { ...input, view: input.view })) };
    },
  }),
  ...operation({
    name: 'views.push',
    mutates: true,
    args: opening,
    handle(context, input) {
      requireView(input.view);
      return { view: renderView(context, pushView(context, { ...input, view: input.view })) };
    },
  }),
  ...operation({
    name: 'views.update',
    mutates: true,
    args: { view_id: text.optional(), external_id: text.optional(), hash: text.optional(), view: anything },
    handle(context, input) {
      requireView(input.view);
      return { view: renderView(context, updateView(context, { ...input, view: input.view })) };
    },
  }),
  ...operation({
    name: 'views.publish',
    mutates: true,
    args: { user_id: text, hash: text.optional(), view: anything },
    handle(context, input) {
      requireView(input.view);
      return { view: renderView(context, publishView(context, { ...input, view: input.view })) };
    },
  }),
];

const reminderMethods = [
  ...operation({
    name: 'reminders.add',
    mutates: true,
    args: { text, time: text, user: text.optional(), recurrence: anything },
    handle: (context, input) => ({ reminder: renderReminder(addReminder(context, input)) }),
  }),
  ...operation({
    name: 'reminders.info',
    mutates: false,
    args: { reminder: text },
    handle: (context, { reminder }) => ({ reminder: renderReminder(getReminder(context, reminder)) }),
  }),
  ...operation({
    name: 'reminders.complete',
    mutates: true,
    args: { reminder: text },
    handle: (context, { reminder }) => completeReminder(context, reminder),
  }),
  ...operation({
    name: 'reminders.delete',
    mutates: true,
    args: { reminder: text },
    handle: (context, { reminder }) => deleteReminder(context, reminder),
  }),
  ...operation({
    name: 'reminders.list',
    mutates: false,
    handle: (context) => ({ reminders: listReminders(context).map(renderReminder) }),
  }),
];

export const workspaceMethods = [...teamMethods, ...viewMethods, ...reminderMethods];
