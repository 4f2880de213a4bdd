import { failed, passed } from '@svc/twin-kit';
import type { SettingValues } from '../world.ts';
import { check, labelIn, listed, same } from './find.ts';
import { address, label, state } from './params.ts';

export const settingChecks = [
  check({
    id: 'gmail.filter-labels-sender',
    template: 'A filter puts the label "{label}" on mail from {address}.',
    description: 'A filter whose criterion is exactly this sender adds the label.',
    compares: 'sender and added labels of each filter with {address} and {label}',
    substrate: 'final_state',
    params: { label, address },
    evaluate(args, final) {
      const id = labelIn(final, args.label)?.id;
      if (id === undefined) return failed(`there is no label "${args.label}"`);
      const found = final.filters.find(
        ({ criteria, action }) => same(criteria.from ?? '', args.address) && action.addLabelIds?.includes(id),
      );
      if (found) return passed(`filter ${found.id} does`);
      const filters = final.filters.map(({ criteria, action }) => `${criteria.from} → ${action.addLabelIds?.join(', ')}`);
      return failed(`filters: ${listed(filters)}`);
    },
  }),
  check({
    id: 'gmail.vacation-responder',
    template: 'The vacation responder is {state}.',
    description: 'Gmail answers incoming mail by itself, or does not.',
    compares: 'enableAutoReply of the vacation settings with {state}',
    substrate: 'final_state',
    params: { state },
    evaluate(args, final) {
      const value = final.settings.find(({ name }) => name === 'vacation')?.value as SettingValues['vacation'] | undefined;
      const found = value?.enableAutoReply ? 'on' : 'off';
      return found === args.state ? passed(`it is ${found}`) : failed(`it is ${found}, not ${args.state}`);
    },
  }),
];
