import { createSignInLink } from '../../src/index.ts';
import { type Account, DASHBOARD_URL, type Installation } from './installation.ts';

/** A signed-in browser on a page of the dashboard. */
export class SignedIn {
  readonly #service: Installation;
  readonly cookie: string;

  private constructor(service: Installation, cookie: string) {
    this.#service = service;
    this.cookie = cookie;
  }

  static async as({ userId }: Account, service: Installation): Promise<SignedIn> {
    const link = await createSignInLink(service.database, { userId, dashboardUrl: DASHBOARD_URL }, service.clock);
    const answer = await fetch(`${originOf(service)}/signin`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ token: new URL(link).searchParams.get('token')! }),
    });
    return new SignedIn(service, answer.headers.getSetCookie()[0]!.split(';')[0]!);
  }

  ask(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(originOf(this.#service) + path, {
      redirect: 'manual',
      ...init,
      headers: {
        cookie: this.cookie,
        'sec-fetch-site': 'same-origin',
        accept: 'application/json',
        ...(init.body !== undefined && { 'content-type': 'application/json' }),
        ...(init.headers as Record<string, string>),
      },
    });
  }

  /** What an answer says that isn't of this request alone. */
  async told(path: string, init: RequestInit = {}) {
    const answer = await this.ask(path, init);
    const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
    return { status: answer.status, headers, text: (await answer.text()).replace(/req_\w+/, 'req_') };
  }
}

const originOf = ({ baseUrl }: Installation): string => baseUrl.replace(/\/v1$/, '');
