import { defineCheck, failed, passed } from '@svc/twin-kit';
import type { SampleCollections } from '../world.ts';

const check = defineCheck<SampleCollections>();
const title = { pattern: /[^"]+/, example: 'Welcome', description: 'The whole title.' };

export const itemChecks = [
  check({
    id: 'sample.item-is-done',
    template: 'The item "{title}" is done.',
    description: 'An item with exactly this title is marked as done at the end.',
    compares: '`done` of the item called {title} with true',
    substrate: 'final_state',
    params: { title },
    evaluate: (args, { items }) => {
      const item = items.find((one) => one.title === args.title);
      if (!item) return failed(`none of ${items.length} items is called "${args.title}"`);
      return item.done ? passed(`item ${item.id} is done`) : failed(`item ${item.id} is not done`);
    },
  }),
];
