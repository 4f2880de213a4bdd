import type { Reply } from './http/reply.ts';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * A page of the vendor's web site, which a twin hasn't got: it says what the address is, and where its facts are. Of an operation with
 * `page: true`.
 *
 * @param vendor as people write it
 * @param facts the address of the API that has them, or a sentence that says how to ask for them
 */
export function webPage(vendor: string, title: string, facts: string): Reply {
  const place = /^https?:/.test(facts) ? `<a href="${escaped(facts)}">${escaped(facts)}</a>` : escaped(facts);
  const body = [
    '<!doctype html>',
    `<title>${escaped(title)}</title>`,
    `<p>At ${vendor} this is a page of the web site. The twin serves ${vendor}'s API: ${place}</p>`,
    '',
  ];
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: body.join('\n') };
}

/** A picture that says nothing, where the vendor has one of a person or a thing. */
export const blankPicture = (): Reply => ({
  status: 200,
  headers: { 'content-type': 'image/svg+xml' },
  body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0z" fill="#888"/></svg>',
});
