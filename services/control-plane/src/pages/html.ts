import { hash } from 'node:crypto';
import type { Response } from 'express';

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}input,button{font:inherit;padding:.5rem}';

// Nothing but our own form and style works on these pages, in no frame.
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Markup that may go into a page as it is. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeText = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] as string);

/** A template whose values are text, escaped, unless they are Html themselves. */
export const html = (parts: TemplateStringsArray, ...values: (string | Html)[]): Html =>
  new Html(
    parts.reduce((page, part, at) => {
      const value = values[at - 1] ?? '';
      return page + (value instanceof Html ? value.markup : escapeText(value)) + part;
    }),
  );

export function sendPage(response: Response, status: number, title: string, body: Html): void {
  const page = html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${new Html(STYLE)}</style><h1>${title}</h1>${body}</html>`;
  response.status(status).setHeader('content-type', 'text/html; charset=utf-8');
  guard(response, POLICY).end(page.markup);
}

/** Sends a browser on to another page of ours, after a form. */
export function sendToPage(response: Response, path: string): void {
  response.status(303).setHeader('location', path);
  guard(response, POLICY).end();
}

/** What every answer to a browser carries. Addresses may hold tokens, so none of them goes to another site. */
export function guard(response: Response, policy: string, referrer = 'no-referrer'): Response {
  return response
    .setHeader('content-security-policy', policy)
    .setHeader('referrer-policy', referrer)
    .setHeader('x-content-type-options', 'nosniff')
    .setHeader('x-frame-options', 'DENY')
    .setHeader('cross-origin-opener-policy', 'same-origin')
    .setHeader('cross-origin-resource-policy', 'same-origin');
}
