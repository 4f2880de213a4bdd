import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Express, Request, Response } from 'express';
import sirv from 'sirv';
import { guard } from '../pages/html.ts';

/** The built dashboard. In a bundle it lies beside the program. */
const FILES = fileURLToPath(new URL('../../../dashboard/dist/', import.meta.url));

/** Scripts and styles are files of ours: nothing written into a page runs, and nothing is asked of another host. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const YEAR_SECONDS = 365 * 24 * 3600;

/** Sends the page that all of the dashboard starts from. */
export type Shell = (response: Response) => void;

/** Serves what the page loads. @returns undefined where the dashboard was not built */
export function mountFiles(app: Express): Shell | undefined {
  if (!existsSync(`${FILES}index.html`)) return undefined;
  const page = readFileSync(`${FILES}index.html`);
  // Their names change with what is in them.
  const assets = sirv(`${FILES}assets`, {
    gzip: true,
    brotli: true,
    // Looks for a file when it is asked for: another build may have taken it away, and a list from the start would promise it.
    dev: true,
    setHeaders: (response) => response.setHeader('cache-control', `public,max-age=${YEAR_SECONDS},immutable`),
  });
  app.use('/assets', (request: Request, response: Response, next) => {
    response.removeHeader('cache-control');
    guard(response, POLICY);
    assets(request, response, () => {
      response.setHeader('cache-control', 'no-store');
      next();
    });
  });
  return (response) => {
    response.status(200).setHeader('content-type', 'text/html; charset=utf-8');
    // Forms of the pages are told apart by their origin, which browsers hide where no referrer is sent.
    guard(response, POLICY, 'same-origin').end(page);
  };
}
