import { createHmac } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Message } from '@svc/twin-kit';
import type { GithubContext, GithubWorld, Hook, HookDelivery, HookMessage } from '../world.ts';
import { hookPayload } from './hook-payloads.ts';
import { hookHeaders } from './hooks.ts';

/** What was sent, and the payload in it as JSON. */
interface Sent {
  headers: Record<string, string>;
  payload: string;
}

/** Payloads are mostly addresses that resemble each other: the quickest packing leaves a fifth. */
const QUICKEST = { level: 1 };

const pack = (sent: Sent): string => deflateRawSync(JSON.stringify(sent), QUICKEST).toString('base64');
const unpack = (packed: string): Sent => JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8'));

const bodyOf = (hook: Pick<Hook, 'content_type'>, payload: string): string =>
  hook.content_type === 'json' ? payload : `payload=${encodeURIComponent(payload)}`;

/** https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries */
const signatures = (secret: string, body: string): Record<string, string> => ({
  'x-hub-signature': `sha1=${createHmac('sha1', secret).update(body).digest('hex')}`,
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
});

/** The world and where its addresses begin are all that a payload is made of. */
type Rendering = Pick<GithubContext, 'world' | 'links' | 'now' | 'delivered'>;

/** What a delivery tells now: the records as they are, or the payload of the one that it repeats. */
function toSend(
  context: Rendering,
  hook: Readonly<Hook>,
  delivery: Readonly<HookDelivery>,
  message: Readonly<HookMessage>,
): Sent {
  const { world } = context;
  const before = message.repeats === null ? undefined : world.hook_messages.get(message.repeats)?.packed;
  const payload = before
    ? unpack(before).payload
    : JSON.stringify(hookPayload(context as GithubContext, hook, delivery, message.gone));
  const secret = world.hook_secrets.get(hook.id)?.secret;
  const signed = secret === undefined ? {} : signatures(secret, bodyOf(hook, payload));
  return { headers: { ...hookHeaders(hook, delivery), ...signed }, payload };
}

/** Keeps what the deliveries of a call send, once it has done everything. */
export function keepMessages(context: GithubContext): void {
  const { hooks, hook_deliveries: deliveries, hook_messages: messages } = context.world;
  const { waiting } = messages.by;
  if (waiting.count('waiting') === 0) return;
  for (const message of [...waiting.page('waiting', { limit: messages.size })]) {
    const delivery = deliveries.get(message.delivery_id);
    const hook = delivery && hooks.get(delivery.hook_id);
    if (!hook) continue;
    messages.update(delivery.id, { gone: null, packed: pack(toSend(context, hook, delivery, message)) });
  }
}

/** What a delivery sent; undefined for one of a world that didn't keep it yet. */
export function sentBy(world: GithubWorld, delivery: Pick<HookDelivery, 'id'>): (Sent & Message) | undefined {
  const packed = world.hook_messages.get(delivery.id)?.packed;
  if (!packed) return undefined;
  const sent = unpack(packed);
  const content_type = sent.headers['content-type'] === 'application/json' ? 'json' : 'form';
  return { ...sent, body: bodyOf({ content_type }, sent.payload) };
}
