import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Node tells on these of each HTTP request that is begun: by `node:http` and what is built on it, and by `fetch`. */
const CHANNELS = ['http.client.request.start', 'undici:request:create'];

/** How many HTTP requests this process sends until something is done: a client that repeats what failed sends more than one. */
export async function callsSent(work: () => Promise<unknown>): Promise<number> {
  let sent = 0;
  const count = () => {
    sent += 1;
  };
  for (const channel of CHANNELS) subscribe(channel, count);
  try {
    await work();
    return sent;
  } finally {
    for (const channel of CHANNELS) unsubscribe(channel, count);
  }
}
