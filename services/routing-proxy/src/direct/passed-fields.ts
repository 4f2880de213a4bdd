import { type PlainFields, writeFields } from '@svc/plain-http';
import { digestsIn } from '../credentials.ts';
import type { SeenMount } from '../decision.ts';
import { EDGE_HEADER, requestHeaders } from '../headers.ts';

/** What the proxy makes of the fields of a request, once for all requests that have the same ones. */
export class PassedFields {
  readonly of: PlainFields;
  /** Digests of the tokens that they present. */
  readonly presented: readonly Buffer[];
  #sent: { mount: SeenMount; text: string } | undefined;

  constructor(of: PlainFields) {
    this.of = of;
    this.presented = digestsIn(of.authorization);
  }

  /** Did they come by way of an edge? */
  get isForwarded(): boolean {
    return this.of.list.some((name, at) => at % 2 === 0 && name.toLowerCase() === EDGE_HEADER);
  }

  /** The lines for the twin. */
  sentTo(mount: SeenMount, protocol: 'http' | 'https'): string {
    if (this.#sent?.mount !== mount) {
      const seen = { ...mount, host: this.of.host, protocol };
      this.#sent = { mount, text: writeFields(requestHeaders(this.of.list, undefined, seen)) };
    }
    return this.#sent.text;
  }
}
