import type { TwinError } from '../errors.ts';
import type { TwinRequest } from '../http/request.ts';

/** What a fault may be told beside its kind, by its name in the contract. */
export type FaultOption = 'retry_after' | 'status' | 'delay_ms' | 'writes';

/** How a vendor fails a call before it does anything, in its own words. */
export interface VendorFault {
  /** A sentence for the page of the catalogue. */
  description: string;
  /** The vendor's page on it. */
  source: string;
  options?: readonly FaultOption[];
  /** The statuses that may be asked for, the first one by default; only with the option `status`. */
  statuses?: readonly number[];
  /** Set where an MCP server refuses the call itself, and not a tool: no message of the protocol is answered. */
  wholeCall?: true;
  refuse(request: TwinRequest, wanted: WantedRefusal): TwinError;
}

export interface WantedRefusal {
  /** What clients are told to wait, in seconds. */
  retryAfter: number;
  /** One of the fault's statuses. */
  status: number;
}

/** What one call asks for, by the names that faults select by. */
export interface AskedNames {
  operations: readonly string[];
  /** Actions as the tape stamps them, and the MCP tool where one was named. */
  tools: readonly string[];
  /** True where nothing of it may change the world. */
  reads: boolean;
}

/** The ways in which a vendor's calls fail. */
export interface FaultCatalogue {
  /** By kind, beside `GENERAL_FAULTS`. */
  kinds: Readonly<Record<string, VendorFault>>;
  /** Does an operation, action or tool of this name answer with a list? */
  isList(name: string): boolean;
  /** What a call of an endpoint of many operations (GraphQL) asks for. */
  asked?(body: Buffer): AskedNames | undefined;
  /** All names that `asked` may tell. */
  names?(): Promise<{ operations: readonly string[]; tools: readonly string[] }>;
}

/** Connections and clocks fail alike at all vendors. */
export const GENERAL_FAULTS = {
  slow: {
    description: 'The call is carried out at once, and its answer held back for `delay_ms` milliseconds.',
    options: ['delay_ms'],
  },
  lost_before_write: {
    description: 'The connection is lost before anything was done: no answer, nothing written.',
    options: [],
  },
  lost_after_write: {
    description: 'The call is carried out, and the connection lost before the answer: no answer, the write landed.',
    options: [],
  },
  stale_list: {
    description:
      'A list shows the world as it was before the last `writes` writes (1 where it is left out). Other calls are left alone.',
    options: ['writes'],
  },
} as const satisfies Record<string, { description: string; options: readonly FaultOption[] }>;

export type GeneralFault = keyof typeof GENERAL_FAULTS;

export const isGeneral = (kind: string): kind is GeneralFault => Object.hasOwn(GENERAL_FAULTS, kind);

/** What limits tell clients to wait where a fault doesn't say, in seconds: short, as agents are waited for. */
export const DEFAULT_RETRY_AFTER_SECONDS = 1;

/** Faults that let no answer out. */
export const isLost = (kind: string): boolean => kind === 'lost_before_write' || kind === 'lost_after_write';
