import type { Target } from '../lib/load.ts';

/** A call to a twin: `path` below its address, without the bearer. */
export interface Call {
  path: string;
  method?: 'GET' | 'POST';
  contentType?: string;
  body?: string;
}

/** What is measured of a twin: a world of so many records, a page of them, and a write that adds one. */
export interface Subject {
  twin: string;
  seed(records: number): unknown;
  /** A page of `size` records, the oldest or newest, whichever the vendor lists first. */
  page(size: number): Call;
  write: Call;
  /** What things in the seed are called in sentences, by slot. */
  names?: Readonly<Record<string, string>>;
}

/** The call as the load generator takes it. */
export const targetOf = (server: { url: string; token: string }, { path, method, contentType, body }: Call): Target => ({
  url: server.url + path,
  ...(method && { method }),
  headers: { authorization: `Bearer ${server.token}`, ...(contentType && { 'content-type': contentType }) },
  ...(body !== undefined && { body }),
});

export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** A list of `count` things made from their position. */
export const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
