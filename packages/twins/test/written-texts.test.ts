import { describe, expect, test } from '@jest/globals';
import { unreadTexts } from '@svc/twin-kit/testing';
import { loadTwin } from '../src/index.ts';
import { shown } from './seed-documents.ts';

/** What of a seed is no text: it names something that is there, it is told nobody, or no call writes it. */
const NO_TEXT: Readonly<Record<string, readonly string[]>> = {
  github: [
    'repositories.secret_scanning_alerts.secret (secret_scanning_alerts)',
    'repositories.actions_caches.branch (actions_caches)',
    'repositories.hooks.events (hooks)',
    'repositories.hooks.secret (hook_secrets)',
    'advisories.vulnerabilities.vulnerable_version_range (advisories)',
    'advisories.vulnerabilities.first_patched_version (advisories)',
  ],
  stripe: [
    'account.display_name (account)',
    'customers.payment_methods.id (payment_methods)',
    'customers.id (customers)',
    'products.id (products)',
    'prices.id (prices)',
    'charges.id (charges, refunds, balance_transactions)',
    'charges.failure_code (charges)',
    'payment_intents.id (payment_intents, charges)',
    'refunds.id (refunds, balance_transactions)',
    'subscriptions.id (invoices, invoice_line_items, subscriptions, subscription_items)',
    'invoices.id (customer_balance_transactions, payment_intents, invoices, invoice_line_items, invoiceitems, invoice_payments)',
    'webhook_endpoints.id (webhook_endpoints, webhook_secrets)',
  ],
  slack: [
    'team.name (team)',
    'team.domain (team)',
    'viewer (users)',
    'channels.messages.reactions.name (messages)',
    'emoji.alias (emoji)',
  ],
  // Who writes to whom: other sentences speak of that.
  gmail: ['messages.from (messages)', 'messages.cc (messages)', 'messages.to (messages)', 'drafts.to (messages)'],
  linear: ['webhooks.resourceTypes (webhooks)'],
};

describe('what people write is read as written, wherever it stands', () => {
  test.each(['github', 'stripe', 'slack', 'gmail', 'linear'])('%s', async (id) => {
    const twin = await loadTwin(id);
    if (!twin) throw new Error(`${id} is not there`);
    const { tried, unread } = unreadTexts(twin, shown(id));
    expect(tried).toBeGreaterThan(15);
    expect(unread).toEqual(NO_TEXT[id] ?? []);
  });
});
