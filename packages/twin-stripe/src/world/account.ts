import { collection } from '@svc/twin-kit';
import { constructorOf, type Listed, type Metadata, over, whole } from './object.ts';

export interface StripeEvent extends Listed {
  object: 'event';
  api_version: string;
  data: { object: object; previous_attributes?: object };
  livemode: boolean;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

export interface WebhookEndpointFields extends Listed {
  object: 'webhook_endpoint';
  api_version: string | null;
  description: string | null;
  enabled_events: readonly string[];
  metadata: Metadata;
  status: 'enabled' | 'disabled';
  url: string;
}

export const newWebhookEndpoint = constructorOf({ application: null, livemode: false });
export type WebhookEndpoint = WebhookEndpointFields & ReturnType<typeof newWebhookEndpoint<object>>;

/** Where payouts go. */
export interface BankAccountFacts {
  id: string;
  bank_name: string;
  country: string;
  currency: string;
  last4: string;
  routing_number: string;
}

/** The account whose key the agent holds. */
export interface Account {
  id: string;
  country: string;
  created: number;
  default_currency: string;
  display_name: string | null;
  email: string | null;
  /** Without it the account has the bank account that Stripe gives one in test mode. */
  bank_accounts?: BankAccountFacts[];
}

/** The first answer to an idempotency key (docs: "Idempotent requests"). */
export interface IdempotentAnswer {
  key: string;
  path: string;
  /** Digest of the parameters. */
  parameters: string;
  /** Milliseconds since 1970. */
  at: number;
  requestId: string;
  status: number;
  body: string;
}

export const accountCollections = {
  account: collection<Account>()({ key: (account) => account.id, indexes: { all: { group: () => 'all' } } }),
  events: collection<StripeEvent>()({
    key: (event) => event.id,
    indexes: { all: whole, type: over((event: StripeEvent) => event.type) },
  }),
  webhook_endpoints: collection<WebhookEndpoint>()({
    key: (endpoint) => endpoint.id,
    indexes: { all: whole, status: over((endpoint: WebhookEndpoint) => endpoint.status) },
  }),
  /** Apart from the endpoints: Stripe shows a secret once, and a state is no place for one. */
  webhook_secrets: collection<{ id: string; secret: string }>()({ key: ({ id }) => id, internal: true }),
  idempotency_keys: collection<IdempotentAnswer>()({ key: ({ key }) => key, internal: true }),
};
