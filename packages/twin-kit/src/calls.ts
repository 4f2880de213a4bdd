import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, Fidelity, Message } from './definition.ts';
import type { TwinError } from './errors.ts';
import type { Strike } from './faults/standing.ts';
import type { NormalReply, Reply } from './http/reply.ts';
import type { TwinRequest } from './http/request.ts';
import type { StreamBody } from './http/stream-body.ts';
import type { Upload } from './http/upload.ts';
import type { SharedRoom, WrittenText } from './room.ts';
import type { Landed } from './universe.ts';
import type { Action } from './world/action-log.ts';

/** The only ways a twin learns of the world outside. */
export interface Ambient {
  /** Wall time in milliseconds since 1970. */
  wall(): number;
  /** A monotonic time in milliseconds, for latencies. */
  monotonic(): number;
  /** Processor time of this thread in microseconds: what else the machine does changes it little. */
  processor(): { user: number; system: number };
  /** Reports a fault of the twin itself. Never gets a credential. */
  fault(error: unknown): void;
  /**
   * Sends a message to an address outside, without following redirects. @returns the status of the answer
   * @throws when there is none in time
   */
  post(url: string, message: Message, signal: AbortSignal): Promise<number>;
}

/** A call as the transport hands it over. */
export interface IncomingCall {
  method: string;
  /** With the session prefix and the query, for the tape. */
  url: string;
  /** Below the session prefix, without the query. */
  path: string;
  search: string;
  /** The session prefix as the caller used it; empty where the twin stands at the root. */
  mount: string;
  headers: IncomingHttpHeaders;
  /** Header names and values in turn, as they came. */
  rawHeaders: readonly string[];
  body: Buffer;
  /** Where the body stands instead, where it is long. */
  upload?: Upload;
  /** Monotonic start, for the latency. */
  startedAt: number;
  credentials: readonly string[];
  /** Whom the world gave a credential that was presented, or why that is refused. */
  caller?: Caller | TwinError | undefined;
  /** What the sandbox's faults have to say of it; absent where no fault selects it. */
  strike?: Strike;
}

/** What a call came to. */
export interface Answer {
  reply: NormalReply;
  payload: string | Buffer | StreamBody | undefined;
}

/** Takes a call's answer; undefined where the journal broke before it was known to be in it. */
export type Answering = (answer: Answer | undefined) => void;

/** A write with its text. */
export type TextedWrite = Landed & { text: WrittenText };

/** What a door has to say of a call for the tape. */
export interface Handled {
  reply: Reply;
  write: TextedWrite | undefined;
  tool: string | null;
  /** The actions that the call named; absent where it did one thing. */
  actions?: readonly Action[] | undefined;
  fidelity: Fidelity | 'unsupported' | null;
  secrets?: readonly string[];
}

/** What a door's call came to, with the request it was made on and the body as the tape shows it. */
export type HandledCall = Handled & { request: TwinRequest; body: unknown };

/** The part of a call that must not wait. */
export type VendorCall = () => HandledCall;

/** What an engine needs of the process that it runs in. */
export interface EngineOptions {
  ambient: Ambient;
  behindProxy: boolean;
  /** Ports that the twin and its service listen on. */
  ownPorts(): readonly (number | undefined)[];
  /** What its world has in common with others of the process. */
  sharedRoom?: SharedRoom | undefined;
}
