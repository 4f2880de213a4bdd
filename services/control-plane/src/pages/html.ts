import { hash } from 'node:crypto';
import type { Request, Response } from 'express';

/** In the colours of the dashboard (services/dashboard/src/styles/base.css). */
const STYLE = [
  ':root{color-scheme:light dark;--soft:light-dark(#565e68,#a0a9b4);--line:light-dark(#dde1e6,#2d333d);--accent:light-dark(#1557b0,#7fb2ff)}',
  'body{margin:0;min-height:100vh;display:grid;align-content:center;justify-items:center;gap:1rem;box-sizing:border-box;padding:1rem;',
  'font:15px/1.5 system-ui,sans-serif;background:light-dark(#f6f7f9,#14171c);color:light-dark(#1a1d21,#e2e6eb)}',
  'header{color:var(--soft);font-weight:600}',
  'main{box-sizing:border-box;width:min(30rem,100%);padding:1.5rem 2rem 2rem;background:light-dark(#fff,#1b1f26);border:1px solid var(--line);border-radius:10px}',
  'h1{margin:0 0 .75rem;font-size:1.35rem;font-weight:650}p{margin:0 0 1rem;overflow-wrap:anywhere}main>:last-child{margin-bottom:0}code{white-space:nowrap}',
  'form{display:grid;gap:.75rem;justify-items:start}form+p{margin-top:1.75rem}label{display:grid;gap:.25rem;width:100%;color:var(--soft)}',
  'input,button{font:inherit;padding:.5rem .8rem;border:1px solid var(--line);border-radius:6px}',
  'input{box-sizing:border-box;width:100%;border-color:light-dark(#8a929c,#6b7480);background:light-dark(#fff,#14171c);color:inherit}',
  'button{border-color:transparent;background:light-dark(#1557b0,#2a62b5);color:#fff;font-weight:600;cursor:pointer}',
  'button.other{border-color:var(--line);background:none;color:inherit}.choice{display:flex;flex-wrap:wrap;gap:.75rem}',
  '.button{display:inline-block;padding:.5rem .8rem;border:1px solid var(--accent);border-radius:6px;color:var(--accent);font-weight:600;text-decoration:none}',
  '[role=alert]{color:light-dark(#a12622,#ff8d85);font-weight:600}',
  ':focus-visible{outline:2px solid var(--accent);outline-offset:2px}',
].join('');

// Nothing but our own form and style works on these pages, in no frame.
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Browsers name HTML; a program that only lost its way doesn't, and is told so. */
export const wantsPage = ({ headers }: Request): boolean => headers.accept?.includes('text/html') === true;

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
  const page = html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${new Html(STYLE)}</style><header>Sandbox Evaluation</header><main><h1>${title}</h1>${body}</main></html>`;
  response.status(status).setHeader('content-type', 'text/html; charset=utf-8');
  guard(response, POLICY).end(page.markup);
}

/** Sends a browser on to another page of ours, after a form, or to the provider that signs it in. */
export function sendToPage(response: Response, address: string): void {
  response.status(303).setHeader('location', address);
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
