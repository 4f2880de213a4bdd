/** JSON already serialised, kept with its own digest so that a list's entity tag costs the list's length, not its bytes. */
export class RawJson {
  readonly text: string;
  /** A digest of `text`, short and stable. */
  readonly digest: string;

  constructor(text: string, digest: string) {
    this.text = text;
    this.digest = digest;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** An answer. A `Buffer` body goes out as it is, a `RawJson` or array of them joined, a string as text, anything else as JSON, `undefined` as no body. */
export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** An answer with a JSON body. */
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Reply => ({ status, headers, body });

/** 201 with a JSON body. */
export const created = (body: unknown, headers: Record<string, string> = {}): Reply => json(body, 201, headers);

/** 204 without a body. */
export const noContent = (headers: Record<string, string> = {}): Reply => ({ status: 204, headers });
