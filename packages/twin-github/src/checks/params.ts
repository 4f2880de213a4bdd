import type { CheckParam } from '@svc/twin-kit';

const param = (pattern: RegExp, example: string, description: string): CheckParam => ({ pattern, example, description });

export const repo = param(/[A-Za-z\d][A-Za-z\d-]*\/[\w.-]+/, 'acme/storefront', 'A repository as owner/name');
export const issue = param(/[1-9]\d*/, '1', 'The number of an issue');
export const pull = param(/[1-9]\d*/, '2', 'The number of a pull request');
export const state = param(/open|closed/, 'closed', 'open or closed');
export const pullState = param(/open|closed|merged/, 'merged', 'open, closed or merged; merged is not closed');
export const label = param(/[^\n]+/, 'bug', 'The name of a label; case does not matter');
export const login = param(/[A-Za-z\d][\w-]*(?:\[bot\])?/, 'octocat', 'The login of a user; case does not matter');
export const milestone = param(/[^\n]+/, 'v1.0', 'The title of a milestone');
export const title = param(/[^\n]+/, 'Cart total ignores the quantity of an item', 'A title, whole and as written');
export const count = param(/0|[1-9]\d{0,6}/, '1', 'How many, exactly');
export const needle = param(/[^\n]+/, 'fixed', 'Text to look for; case matters');
export const branch = param(/[^\s~^:?*[\\]+/, 'main', 'The name of a branch');
export const head = param(/[^\s~^:?*[\\]+/, 'fix-cart', 'The branch with the changes');
export const base = param(/[^\s~^:?*[\\]+/, 'main', 'The branch they shall go into');
export const path = param(/[^\n"]+/, 'src/cart.js', 'A file by its path from the root of the repository');
export const verdict = param(
  /approved|requested changes on|commented on/,
  'approved',
  'approved, requested changes on, or commented on',
);
export const tag = param(/[^\s~^:?*[\\]+/, 'v1.0.0', 'The name of a tag');
export const statusContext = param(/[^\n"]+/, 'ci/build', 'What the status is about; case does not matter');
export const statusState = param(/success|failure|error|pending/, 'success', 'success, failure, error or pending');
