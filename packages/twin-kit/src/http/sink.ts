import type { ServerResponse } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { type ServiceRefusal, serviceAnswer } from '../service-answers.ts';

/** Where the answer of a call goes. */
export interface Sink {
  /** @throws TypeError for a header that can't be sent */
  send(status: number, headers: Record<string, string>, payload: string | Buffer | undefined): void;
  /** Sends a body that is made meanwhile. Absent on connections that no call comes by which is answered so. */
  stream?(status: number, headers: Record<string, string>, body: Readable): void;
  /** Ends what can't be answered any more. */
  destroy(): void;
  /** True once an answer has begun. */
  readonly begun: boolean;
}

/** The answer of a call that came through node's server. */
export const sinkOf = (response: ServerResponse): Sink => ({
  send(status, headers, payload) {
    response.writeHead(status, headers);
    response.end(payload);
  },
  stream(status, headers, body) {
    response.writeHead(status, headers);
    // Whichever side breaks off ends the other: half of an answer must not look like a whole one.
    pipeline(body, response, () => {});
  },
  destroy: () => void response.destroy(),
  get begun() {
    return response.headersSent;
  },
});

/** Refuses a call in the service's own name. */
export function refuse(sink: Sink, type: ServiceRefusal, message: string, userAgent?: string): void {
  const { status, headers, text } = serviceAnswer(type, message, userAgent);
  sink.send(status, headers, text);
}
