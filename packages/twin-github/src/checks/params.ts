import type { CheckParam } from '@svc/twin-kit';
import { REACTIONS } from '../world.ts';
import * as named from './named.ts';

const param = (pattern: RegExp, example: string, description: string): CheckParam => ({ pattern, example, description });
const oneOf = (values: readonly string[], example: string, description: string): CheckParam => ({
  pattern: new RegExp(values.map((value) => value.replaceAll('+', '\\+')).join('|')),
  values,
  example,
  description,
});
const list = ({ source }: RegExp): RegExp => new RegExp(`${source}(?:, ${source})*`);

const LOGIN = /[A-Za-z\d][\w-]*(?:\[bot\])?/;
const BRANCH = /[^\s~^:?*[\\]+/;
const COUNT = /0|[1-9]\d{0,6}/;
const TEXT = /[^\n]+/;
const PATH = /[^\n"]+/;

export const repo = {
  ...param(/[A-Za-z\d][A-Za-z\d-]*\/[\w.-]+/, 'acme/storefront', 'A repository as owner/name'),
  names: named.repositories,
};
export const newRepo = param(repo.pattern, 'acme/shop', 'Another repository as owner/name');
export const issue = { ...param(/[1-9]\d*/, '1', 'The number of an issue'), names: named.threads('issue') };
export const parent = { ...param(/[1-9]\d*/, '3', 'The number of the issue that it is part of'), names: named.threads('issue') };
export const blocker = { ...param(/[1-9]\d*/, '3', 'The number of the issue that it waits for'), names: named.threads('issue') };
export const pull = { ...param(/[1-9]\d*/, '2', 'The number of a pull request'), names: named.threads('pull request') };
export const state = param(/open|closed/, 'closed', 'open or closed');
export const reason = param(/completed|not planned|duplicate/, 'not planned', 'completed, not planned, or duplicate');
export const pullState = param(/open|closed|merged/, 'merged', 'open, closed or merged; merged is not closed');
export const label = { ...param(TEXT, 'bug', 'The name of a label; case does not matter'), names: named.labels };
export const newLabel = param(TEXT, 'defect', 'The name that the label has now; case does not matter');
export const labels = param(list(/"[^"\n]+"/), '"bug", "help wanted"', 'Names of labels, each quoted, with commas between them');
export const login = { ...param(LOGIN, 'octocat', 'The login of a user; case does not matter'), names: named.accounts };
export const logins = { ...param(list(LOGIN), 'octocat, hubot', 'Logins with commas between them'), names: named.accounts };
export const milestone = { ...param(TEXT, 'v1.0', 'The title of a milestone'), names: named.milestones };
export const date = param(/\d{4}-\d{2}-\d{2}/, '2026-03-31', 'A day as year-month-day');
export const title = param(TEXT, 'Cart total ignores the quantity of an item', 'A title, whole and as written');
export const count = param(COUNT, '1', 'How many, exactly');
export const atLeast = param(/[1-9]\d{0,6}/, '2', 'How many, or more; 1 at least');
export const color = param(/#?[\dA-Fa-f]{6}/, 'd73a4a', 'Six hexadecimal digits; case does not matter');
export const atMost = param(COUNT, '3', 'How many, or fewer');
export const needle = param(TEXT, 'fixed', 'Text to look for; case matters');
export const branch = param(BRANCH, 'main', 'The name of a branch');
export const newBranch = param(BRANCH, 'trunk', 'The name that the branch has now');
export const head = param(
  /(?:[A-Za-z\d][\w-]*:)?[^\s~^:?*[\\]+/,
  'fix-cart',
  'The branch with the changes; owner:branch for that of a fork',
);
export const base = param(BRANCH, 'main', 'The branch they shall go into');
export const path = param(PATH, 'src/cart.js', 'A file by its path from the root of the repository');
export const paths = param(list(/[^\n",]+/), 'src/cart.js, README.md', 'Files by their paths, with commas or “and” between them');
export const verdict = param(
  /approved|requested changes on|commented on/,
  'approved',
  'approved, requested changes on, or commented on',
);
export const tag = param(BRANCH, 'v1.0.0', 'The name of a tag');
export const statusContext = param(PATH, 'ci/build', 'What the status is about; case does not matter');
export const statusState = param(/success|failure|error|pending/, 'success', 'success, failure, error or pending');
export const reaction = oneOf(REACTIONS, 'eyes', `One of ${REACTIONS.join(', ')}`);
export const repositoryState = oneOf(
  ['public', 'private', 'archived', 'not archived'],
  'private',
  'public, private, archived, or not archived',
);
export const topic = param(/[a-z\d][a-z\d-]{0,49}/, 'shop', 'A topic');
export const access = oneOf(
  ['read', 'triage', 'write', 'maintain', 'admin'],
  'write',
  'read, triage, write, maintain or admin, as GitHub names them',
);
