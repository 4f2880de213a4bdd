import type { Readable } from 'node:stream';

/** What an operation answers. An object goes out as JSON, a string as text, and what a stream gives as the JSON that it is. */
export interface Answer {
  status: number;
  body?: object | string | Readable;
  headers?: Record<string, string>;
}

export const ok = (body: object | string, headers?: Record<string, string>): Answer => ({
  status: 200,
  body,
  ...(headers && { headers }),
});
export const created = (body: object): Answer => ({ status: 201, body });
export const accepted = (body: object, headers: Record<string, string>): Answer => ({ status: 202, body, headers });
export const noContent = (): Answer => ({ status: 204 });
