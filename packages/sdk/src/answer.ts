/** What is read of an answer, whole when it is handed out: a part of fetch's `Response`. */
export type Answer = Pick<Response, 'ok' | 'status' | 'url' | 'json' | 'text'> & { headers: Pick<Headers, 'get'> };

/** One request, as `fetch` takes it. */
export interface SentRequest {
  method: string;
  redirect: 'manual';
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

/** Sends one request. @throws TypeError where there is no answer, with what happened as its cause; the signal's reason where it was aborted */
export type Send<A extends Answer = Answer> = (url: string, request: SentRequest) => Promise<A>;
