import type { IncomingHttpHeaders } from 'node:http';
import type { ReadBody } from '../http/body.ts';

/** What a thread needs to know to be one, beside what its module knows. */
export interface ThreadData {
  /** The folder of the sessions' folders. */
  folder: string;
  /** The Unix socket that it listens on. */
  socketPath: string;
  controlToken: string;
  /** Where no webhook goes. */
  ownPorts: readonly number[];
}

/** An agent's call on its way into a thread. */
export interface HandedCall {
  id: number;
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  rawHeaders: readonly string[];
  body: ReadBody;
  /** How long it has waited since it came, in milliseconds. */
  waitedMs: number;
}

/** What a thread is told: a call, or that there are no more. */
export type ToThread = HandedCall | 'close';

/** A call's answer on its way back; without a status its connection is to end. */
export interface HandedAnswer {
  id: number;
  status?: number;
  headers: Record<string, string>;
  payload?: string | Uint8Array;
}

/** What a thread tells: that it listens, or an answer. */
export type FromThread = 'listening' | HandedAnswer;

/** What is larger is given away instead of copied, where nobody else has a part of it. */
export const COPIED_BYTES = 16 << 10;

/** The memory of bytes that may be given away. */
export function owned({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return byteLength > COPIED_BYTES && byteLength === buffer.byteLength ? [buffer as ArrayBuffer] : [];
}
