import { describe, expect, test } from '@jest/globals';
import { expectConforms, openapi } from './openapi.ts';

const label = {
  id: 208045946,
  node_id: 'MDU6TGFiZWwyMDgwNDU5NDY=',
  url: 'https://api.github.com/repos/octocat/Hello-World/labels/bug',
  name: 'bug',
  description: null,
  color: 'f29513',
  default: true,
};

describe("the check against GitHub's description", () => {
  test('an answer that fits is accepted', async () => {
    await expectConforms('GET', '/repos/octocat/Hello-World/labels/bug', 200, label);
  });

  test('a missing required field is refused with its name', async () => {
    const { color: _, ...rest } = label;
    await expect(expectConforms('GET', '/repos/octocat/Hello-World/labels/bug', 200, rest)).rejects.toThrow(/color/);
  });

  test('null where GitHub allows none is refused', async () => {
    await expect(expectConforms('GET', '/repos/o/r/labels/bug', 200, { ...label, color: null })).rejects.toThrow(/color/);
  });

  test('a status that the operation does not list is refused', async () => {
    await expect(expectConforms('POST', '/repos/o/r/labels', 200, label)).rejects.toThrow(/documents 201, 404, 422, not 200/);
  });

  test('a path that GitHub lacks is refused unless it answers 404', async () => {
    await expect(expectConforms('GET', '/no/such', 200, {})).rejects.toThrow(/no such operation/);
    await expectConforms('GET', '/no/such', 404, { message: 'Not Found' });
  });

  test('of two templates that fit a path the more literal one is found', async () => {
    const description = await openapi();
    expect(description.find('GET', '/repos/o/r/contents/src/a.ts')?.id).toBe('repos/get-content');
    expect(description.find('GET', '/repos/o/r/issues/comments')?.id).toBe('issues/list-comments-for-repo');
    expect(description.find('GET', '/repos/o/r/issues/1')?.id).toBe('issues/get');
  });
});
