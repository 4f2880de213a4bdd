import { BoundedMap } from '@svc/twin-kit';
import type { Content } from '../world/mail.ts';
import { type Part, parseMessage } from './parse.ts';

/** Bytes of messages whose parts are kept: reading one again is cheap, reading many doesn't fill the memory. */
const KEPT_BYTES = 8 << 20;

const kept = new BoundedMap<Readonly<Content>, Part>(KEPT_BYTES, (_parts, { raw, text }) => raw.length + text.length);

/** The bytes of a message. */
export const rawOf = (content: Readonly<Content>): Buffer => Buffer.from(content.raw, 'base64url');

/** The parts of a message. Contents never change, so what was parsed once stays true. */
export function partsOf(content: Readonly<Content>): Part {
  const known = kept.get(content);
  if (known) return known;
  const message = parseMessage(rawOf(content));
  kept.set(content, message);
  return message;
}
