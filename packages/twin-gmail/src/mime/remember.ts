import { BoundedMap } from '@svc/twin-kit';

/** In characters; V8 copies shorter parts of a text by itself. */
const SHORTEST_PART = 13;

/** A copy of a text: a part of a message would keep the whole of it in memory for as long as the part is kept. */
export const detached = (text: string): string => (text.length < SHORTEST_PART ? text : Buffer.from(text).toString());

/** Characters; longer texts seldom come twice. */
const LONGEST = 256;
const MOST = 1000;

/** Reads texts that come again and again, as headers of one mailbox do. Who reads an equal text gets the same value. */
export function remembered<T extends object>(read: (text: string) => T): (text: string) => T {
  const known = new BoundedMap<string, T>(MOST);
  return (text) => {
    if (text.length > LONGEST) return read(detached(text));
    const earlier = known.get(text);
    if (earlier) return earlier;
    const own = detached(text);
    const value = read(own);
    known.set(own, value);
    return value;
  };
}
