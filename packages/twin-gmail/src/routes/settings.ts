import { getSetting, updateSetting } from '../actions/settings.ts';
import type { SettingName, SettingValues } from '../world.ts';
import { operation } from './operation.ts';

/** The two methods of a setting of which there is one: what they are called in the API and on the tape. */
function setting<Name extends SettingName>(name: Name, method_: string, action: string) {
  return [
    operation(`gmail.users.settings.get${method_}`, {
      mutates: false,
      action: `get_${action}`,
      handle: ({ world }) => getSetting(world, name),
    }),
    operation<object, Partial<SettingValues[Name]>>(`gmail.users.settings.update${method_}`, {
      mutates: true,
      action: `update_${action}`,
      handle: ({ world }, { body }) => updateSetting(world, name, body),
    }),
  ];
}

export const settingOperations = [
  ...setting('autoForwarding', 'AutoForwarding', 'auto_forwarding'),
  ...setting('imap', 'Imap', 'imap'),
  ...setting('pop', 'Pop', 'pop'),
  ...setting('language', 'Language', 'language'),
  ...setting('vacation', 'Vacation', 'vacation'),
];
