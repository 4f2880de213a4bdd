import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Served, serveGithub } from './served.ts';

// https://docs.github.com/rest/about-the-rest-api/api-versions; what 2026-03-10 broke stands in `x-github-breaking-changes` of GitHub's REST description.

let twin: Served;
beforeAll(async () => {
  twin = await serveGithub();
});
afterAll(() => twin.close());

const ask = async (version: string) => {
  const headers = { authorization: `Bearer ${twin.token}`, 'x-github-api-version': version };
  const response = await fetch(`${twin.url}/user`, { headers });
  return { status: response.status, headers: response.headers, json: (await response.json()) as { message: string } };
};

describe('an API version', () => {
  test('2022-11-28 is spoken, and said to be', async () => {
    const { status, headers } = await ask('2022-11-28');
    expect({ status, selected: headers.get('x-github-api-version-selected') }).toEqual({ status: 200, selected: '2022-11-28' });
  });

  test('2026-03-10 has other shapes, and is refused as not modelled', async () => {
    const { status, json } = await ask('2026-03-10');
    expect(status).toBe(501);
    expect(json.message).toBe(
      "The GitHub twin doesn't model API version 2026-03-10 (it speaks 2022-11-28). Nothing was read or changed.",
    );
    const rows = (await twin.evidence('events')) as { fidelity: string }[];
    expect(rows.at(-1)?.fidelity).toBe('unsupported');
  });

  test.each(['1999-01-01', 'bogus'])('%s, that there never was, is a bad request', async (version) => {
    const { status, json } = await ask(version);
    expect({ status, message: json.message }).toEqual({
      status: 400,
      message: `There is no API version ${version} that is supported.`,
    });
  });
});
