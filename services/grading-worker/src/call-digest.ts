import { cutText } from '@svc/contract';
import type { NarratedCall } from '@svc/narrator';
import { calledTool, isHandshake, pathOf, type TapeRow } from '@svc/twin-kit';

/** Calls kept from each end of a tape. */
const KEPT = 60;
/** In characters. */
const LONGEST_REFUSAL = 300;

/** The first and the last calls of a tape in short, for the narrator; long tapes cost no more than short ones. */
export class CallDigest {
  readonly #first: NarratedCall[] = [];
  #last: NarratedCall[] = [];
  #omitted = 0;

  row(row: TapeRow): void {
    if (isHandshake(row)) return;
    const call = callOf(row);
    if (this.#first.length < KEPT) {
      this.#first.push(call);
      return;
    }
    this.#last.push(call);
    if (this.#last.length < 2 * KEPT) return;
    this.#last = this.#last.slice(-KEPT);
    this.#omitted += KEPT;
  }

  result(): { calls: NarratedCall[]; omitted: number } {
    const last = this.#last.slice(-KEPT);
    return { calls: [...this.#first, ...last], omitted: this.#omitted + this.#last.length - last.length };
  }
}

function callOf(row: TapeRow): NarratedCall {
  const what = calledTool(row) ?? row.tool ?? `${row.method} ${pathOf(row).replace(/[?].*$/s, '')}`;
  return {
    seq: row.seq,
    twin: row.twin,
    what,
    status: row.status,
    landed: row.state_mutation,
    ...(typeof row.fault?.kind === 'string' && { injectedFault: cutText(row.fault.kind.toWellFormed(), LONGEST_REFUSAL) }),
    ...(isRefusal(row) && { refusal: cutText(JSON.stringify(row.response_body ?? null), LONGEST_REFUSAL) }),
  };
}

/** Some vendors say it with the status, others in the body. */
function isRefusal({ status, response_body }: TapeRow): boolean {
  if (status >= 400) return true;
  const body = response_body as { ok?: unknown; errors?: unknown; isError?: unknown; result?: { isError?: unknown } } | null;
  return body?.ok === false || body?.errors !== undefined || body?.isError === true || body?.result?.isError === true;
}
