import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Octokit } from 'octokit';
import { github } from '../src/index.ts';
import { type Served, serveGithub } from './served.ts';

// Every modelled operation, called once by its name in GitHub's own client.

let twin: Served;
let octokit: Octokit;
beforeAll(async () => {
  twin = await serveGithub();
  octokit = new Octokit({ auth: twin.token, baseUrl: twin.url, throttle: { enabled: false }, retry: { enabled: false } });
});
afterAll(() => twin.close());

/** The client sends uploads to another host unless it is told (octokit/types.ts#505). */
const UPLOAD = { data: '', name: 'x' };

type Method = (params: object) => Promise<unknown>;
const camel = (name: string): string => name.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
const named = github.definition.operations.flatMap((operation) => {
  const [family = '', name = ''] = operation.id.split('/');
  return operation.page || family === 'web' || name === '' ? [] : [{ operation, family: camel(family), name: camel(name) }];
});

test('each reaches the operation that has its name', async () => {
  const nameless: string[] = [];
  const called: typeof named = [];
  for (const one of named) {
    const { operation, family, name } = one;
    // biome-ignore lint/suspicious/noExplicitAny: the client's methods stand in objects of many shapes
    const method = (octokit.rest as any)[family]?.[name] as Method | undefined;
    if (!method) {
      nameless.push(operation.id);
      continue;
    }
    called.push(one);
    const params = Object.fromEntries([...operation.path.matchAll(/\{(\w+)\*?\}/g)].map(([, part]) => [part, '1']));
    // What it needs isn't said: that it is refused for it shows that it was reached.
    await method({ ...params, ...UPLOAD, baseUrl: twin.url }).catch(() => undefined);
  }
  const rows = (await twin.evidence('events')) as { tool: string | null; fidelity: string }[];
  expect(rows.map(({ tool, fidelity }) => [tool, fidelity])).toEqual(
    called.map(({ operation }) => [operation.action ?? null, operation.fidelity]),
  );
  process.stdout.write(
    `GitHub: ${called.length} methods called, ${nameless.length} operations without one: ${nameless.join(' ')}\n`,
  );
  // Git's own protocol and GraphQL are no methods of the client, and what has no name by id has one by name.
  // The types of a repository are described since the client was written, and groups of runners it leaves out.
  const ofRest = nameless.filter(
    (id) =>
      !/^(?:git-http|graphql)\//.test(id) &&
      !/by-id$|-runner-group-|-runner-groups-|-in-group-/.test(id) &&
      id !== 'repos/list-issue-types',
  );
  expect(ofRest.length).toBeLessThan(8);
});
