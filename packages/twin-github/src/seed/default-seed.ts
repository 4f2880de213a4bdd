/** The default world: one small repository with one open, labelled, unassigned issue without comments. */
export const defaultSeed = {
  viewer: 'octocat',
  users: [
    { login: 'octocat', type: 'User', name: 'The Octocat', email: 'octocat@github.com' },
    { login: 'hubot', type: 'User', name: 'Hubot' },
    { login: 'acme', type: 'Organization', name: 'Acme' },
  ],
  repositories: [
    {
      owner: 'acme',
      name: 'storefront',
      description: 'A small online shop',
      default_branch: 'main',
      topics: ['shop', 'javascript'],
      files: {
        'README.md': `# storefront

A small online shop.

## Usage

    npm test
    npm start
`,
        'package.json': `${JSON.stringify(
          { name: 'storefront', version: '1.0.0', type: 'module', scripts: { test: 'node --test', start: 'node src/server.js' } },
          null,
          2,
        )}\n`,
        'src/cart.js': `/** Sums up a cart: a list of items with a price in cents and a quantity. */
export function total(items) {
  return items.reduce((sum, item) => sum + item.price, 0);
}

export function addItem(items, item) {
  return [...items, { quantity: 1, ...item }];
}
`,
        'src/server.js': `import { createServer } from 'node:http';
import { total } from './cart.js';

const items = [{ name: 'Mug', price: 1250, quantity: 2 }];

createServer((_request, response) => {
  response.end(JSON.stringify({ items, total: total(items) }));
}).listen(3000);
`,
        'test/cart.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total } from '../src/cart.js';

test('an empty cart costs nothing', () => {
  assert.equal(total([]), 0);
});
`,
      },
      issues: [
        {
          number: 1,
          title: 'Cart total ignores the quantity of an item',
          body: 'Two mugs at 12.50 should come to 25.00, but the cart shows 12.50.\n\nSee `total` in `src/cart.js`.',
          state: 'open',
          user: 'hubot',
          labels: ['bug'],
        },
      ],
    },
  ],
};
