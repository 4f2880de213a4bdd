/** A browser without windows: keeps cookies by origin, follows nothing by itself. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>();

  async open(address: string | URL, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
    const { origin } = new URL(address);
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { accept: 'text/html', ...(cookie && { cookie }), ...init.headers };
    const response = await fetch(address, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '') jar.delete(name!);
      else jar.set(name!, value!);
    }
    return response;
  }

  /** Sends a form, as its page does. */
  send(address: string | URL, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    return this.open(address, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  /** What a page of ours asks of its own origin. */
  ask(address: string, method = 'GET', body?: unknown): Promise<Response> {
    const headers = { accept: 'application/json', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    return this.open(address, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  }

  cookie(origin: string, name: string): string | undefined {
    return this.#cookies.get(origin)?.get(name);
  }
}

/** Where an answer sends the browser. */
export const target = (response: Response): URL => new URL(response.headers.get('location')!, response.url);
