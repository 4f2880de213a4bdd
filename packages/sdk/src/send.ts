import type { Send } from './answer.ts';

/** Whatever `fetch` there is when it is asked. */
export const send: Send = (url, request) => fetch(url, request);
