import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Answered {
  status: number;
  body: string;
}

/** One request to whatever listens on a Unix socket. */
export function send(socketPath: string, method: string, path: string, body?: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath, method, path, agent: false }, (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: answer }), reject);
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
