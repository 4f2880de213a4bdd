import type { IncomingHttpHeaders } from 'node:http';
import { SIGNATURE_PARAMETER } from '@svc/contract/signed-target';

/** Stands in every text with a signed address. */
export const SIGNED = `${SIGNATURE_PARAMETER}=`;

/** Absolute URLs in answers begin where the call came in: scheme, host, port, the proxy's prefix and the session. */
export interface Links {
  /** E.g. `http://127.0.0.1:4000/github/s/ses_abc`, without a trailing slash. */
  readonly base: string;
  /** `base` plus a path that starts with `/`. */
  to(path: string): string;
  /**
   * The same for an address that the vendor hands out to be called without a credential, e.g. one to upload to: it carries a
   * signature that opens it, and nothing else. Never keep it in the world: it depends on the sandbox's token.
   */
  signed(path: string): string;
  /**
   * A text with `mark` for the signatures of such addresses. What only looks like one stays: a caller who could have any text taken
   * out of what is recorded could hide it.
   */
  unsigned(text: string, mark: string): string;
}

const SIGNATURE = new RegExp(`([?&]${SIGNED})[\\w-]+`, 'g');

/** What a signed address ends with. */
export type Signer = (path: string) => string;

export class BaseLinks implements Links {
  readonly base: string;
  readonly #sign: Signer;
  /** By path: what an answer shows is looked at again for its digest and its row. */
  #known: Map<string, string> | undefined;

  constructor(base: string, sign: Signer) {
    this.base = base;
    this.#sign = sign;
  }

  to(path: string): string {
    return this.base + path;
  }

  signed(path: string): string {
    this.#known ??= new Map();
    let address = this.#known.get(path);
    if (address === undefined) {
      address = this.base + path + this.#sign(path);
      this.#known.set(path, address);
    }
    return address;
  }

  unsigned(text: string, mark: string): string {
    if (!text.includes(SIGNED)) return text;
    // Each signature is looked at with what stands between it and the one before, so that no text is gone through twice.
    let end = 0;
    return text.replaceAll(SIGNATURE, (whole: string, parameter: string, offset: number) => {
      const before = text.slice(end, offset);
      end = offset + whole.length;
      const at = before.lastIndexOf(this.base);
      const path = before.slice(at + this.base.length);
      return at >= 0 && this.signed(path) === this.base + path + whole ? parameter + mark : whole;
    });
  }
}

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/**
 * Where the caller reaches the twin. Forwarded headers are believed only behind the proxy, which sets them itself:
 * `X-Forwarded-Mount` says where the caller sees the mount, when the proxy has put another into the path.
 *
 * @param mount the part of the path before the vendor's own, e.g. `/s/ses_abc`, or empty where the twin stands at the root
 */
export function linksFor(headers: IncomingHttpHeaders, mount: string, behindProxy: boolean, sign: Signer): Links {
  const forwarded = (name: string): string | undefined => (behindProxy ? one(headers[name]) : undefined);
  const scheme = forwarded('x-forwarded-proto') ?? 'http';
  const host = forwarded('x-forwarded-host') ?? headers.host ?? 'localhost';
  const prefix = forwarded('x-forwarded-prefix') ?? '';
  const seen = forwarded('x-forwarded-mount')?.replace(/\/$/, '') ?? mount;
  return new BaseLinks(`${scheme}://${host}${prefix}${seen}`, sign);
}
