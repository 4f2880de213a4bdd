import { collection } from '@svc/twin-kit';

/** A webhook of a repository or an organisation: https://docs.github.com/rest/repos/webhooks */
export interface Hook {
  id: number;
  /** Of the repository; null where it is an organisation's. */
  repository_id: number | null;
  organization_id: number | null;
  /** Of the app that it tells, wherever that is installed. */
  app_id?: number;
  active: boolean;
  events: string[];
  url: string;
  content_type: 'json' | 'form';
  insecure_ssl: '0' | '1';
  created_at: string;
  updated_at: string;
}

/** What a hook signs with, which no state shows. */
export interface HookSecret {
  hook_id: number;
  secret: string;
}

/** What a delivery tells of, by ids; the payload is made of the records. */
export interface HookSubject {
  issue_id?: number;
  /** The other issue of a relation, or the one that an issue became by a transfer. */
  related_issue_id?: number;
  comment_id?: number;
  review_id?: number;
  review_comment_id?: number;
  release_id?: number;
  status_id?: number;
  deployment_id?: number;
  deployment_status_id?: number;
  fork_id?: number;
  label?: string;
  issue_type_id?: number;
  ref?: string;
  base_ref?: string;
  before?: string;
  after?: string;
  reason?: string;
  /** The push was the merge of a pull request. */
  merge?: true;
}

/** One message to a hook's address. */
export interface HookDelivery {
  id: number;
  hook_id: number;
  /** The same for every delivery of the same message. */
  guid: string;
  repository_id: number | null;
  event: string;
  action: string | null;
  sender_id: number;
  subject: HookSubject;
  redelivery: boolean;
  delivered_at: string;
}

/** What a delivery sends. It is kept as it was sent, whatever becomes of what it tells of; no state shows it. */
export interface HookMessage {
  delivery_id: number;
  /** A record that the event removed, shown once more. */
  gone: object | null;
  /** The delivery whose payload is sent once more. */
  repeats: number | null;
  /** Headers and payload as JSON, packed; null until the call that it tells of has done everything. */
  packed: string | null;
}

export const hookCollections = {
  hooks: collection<Hook>()({
    key: (hook) => hook.id,
    indexes: {
      repository: { group: (hook) => hook.repository_id ?? undefined },
      organization: { group: (hook) => hook.organization_id ?? undefined },
      app: { group: (hook) => hook.app_id },
    },
  }),
  hook_secrets: collection<HookSecret>()({ key: (one) => one.hook_id, internal: true }),
  hook_messages: collection<HookMessage>()({
    key: (one) => one.delivery_id,
    internal: true,
    indexes: { waiting: { group: ({ packed }) => (packed === null ? 'waiting' : undefined) } },
  }),
  hook_deliveries: collection<HookDelivery>()({
    key: (delivery) => delivery.id,
    indexes: { hook: { group: (delivery) => delivery.hook_id } },
  }),
};
