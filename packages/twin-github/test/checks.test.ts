import { describe, expect, test } from '@jest/globals';
import type { Check, ClockSetting, Outcome } from '@svc/twin-kit';
import { judged } from '@svc/twin-kit/testing';
import type { Octokit } from 'octokit';
import { github } from '../src/index.ts';
import { type Served, serveGithub } from './served.ts';

const at = { owner: 'acme', repo: 'web' };
const FIX = { name: 'fix', files: { 'src/a.js': 'let a = 2;\n' } };
const web = {
  owner: 'acme',
  name: 'web',
  collaborators: [{ login: 'ada', permission: 'admin' }, 'ben'],
  milestones: [{ title: 'v1' }],
  files: { 'src/a.js': 'let a = 1;\n', 'README.md': '# web\n' },
  branches: [FIX],
  issues: [
    { number: 1, title: 'Bug', labels: ['bug'], comments: [{ user: 'ben', body: 'It fails for me' }] },
    { number: 2, title: 'Other' },
  ],
};
const seedOf = (repository: object) => ({
  viewer: 'ada',
  users: [{ login: 'ada' }, { login: 'ben' }, { login: 'acme', type: 'Organization' }],
  repositories: [repository],
});

type Steps = (octokit: Octokit, twin: Served) => Promise<unknown>;
const nothing: Steps = async () => {};

/** A world that is declared, where it is simpler than getting there by calls. */
interface Declared {
  final: object;
}
const declared = (change: object): Declared => ({ final: seedOf({ ...web, ...change }) });
const withPull = (more: object = {}): Declared =>
  declared({ pull_requests: [{ number: 3, title: 'Fix', head: 'fix', ...more }] });
const withFix = (path: string, text: string): Declared => declared({ branches: [{ name: 'fix', files: { [path]: text } }] });

interface Case {
  args: Record<string, string>;
  good: Steps | Declared;
  bad: Steps | Declared;
  /** What the evidence of the bad world names. */
  evidence: RegExp;
}

const comment =
  (body: string, issue_number = 1): Steps =>
  ({ rest }) =>
    rest.issues.createComment({ ...at, issue_number, body });
const update =
  (change: Record<string, unknown>, issue_number = 1): Steps =>
  ({ rest }) =>
    rest.issues.update({ ...at, issue_number, ...change });
const open =
  (title: string): Steps =>
  ({ rest }) =>
    rest.issues.create({ ...at, title });
const mcp =
  (name: string, args: Record<string, unknown>): Steps =>
  (_octokit, twin) =>
    fetch(`${twin.url}/mcp/call`, {
      method: 'POST',
      headers: { authorization: `Bearer ${twin.token}` },
      body: JSON.stringify({ name, arguments: args }),
    });
const repo = 'acme/web';

/** One good world and one minimally different bad one for each check. */
const cases: Record<string, Case> = {
  'github.issue-exists': { args: { issue: '3', repo }, good: open('New'), bad: nothing, evidence: /no issue acme\/web#3/ },
  'github.issue-state': {
    args: { issue: '1', repo, state: 'closed' },
    good: update({ state: 'closed' }),
    bad: update({ state: 'closed' }, 2),
    evidence: /acme\/web#1 is open, not closed/,
  },
  'github.issue-has-label': {
    args: { issue: '1', repo, label: 'Question' },
    good: update({ labels: ['bug', 'question'] }),
    bad: nothing,
    evidence: /labels of issue acme\/web#1: "bug"/,
  },
  'github.issue-lacks-label': {
    args: { issue: '1', repo, label: 'bug' },
    good: update({ labels: [] }),
    bad: nothing,
    evidence: /"bug"/,
  },
  'github.issue-assigned-to': {
    args: { issue: '1', repo, login: 'ben' },
    good: update({ assignees: ['ben'] }),
    bad: update({ assignees: ['ada'] }),
    evidence: /assignees of issue acme\/web#1: "ada"/,
  },
  'github.issue-in-milestone': {
    args: { issue: '1', repo, milestone: 'v1' },
    good: update({ milestone: 1 }),
    bad: nothing,
    evidence: /milestone of issue acme\/web#1: none/,
  },
  'github.issue-title-is': {
    args: { issue: '1', repo, title: 'A bug' },
    good: update({ title: 'A bug' }),
    bad: nothing,
    evidence: /"Bug"/,
  },
  'github.issue-titled-exists': {
    args: { title: 'New', repo },
    good: open('New'),
    bad: open('new'),
    evidence: /none of the 3 issues/,
  },
  'github.issue-comment-contains': {
    args: { issue: '1', repo, needle: 'thanks' },
    good: comment('Fixed, thanks'),
    bad: comment('Fixed'),
    evidence: /none of the 2 comments on acme\/web#1 contains it; the last is "Fixed"/,
  },
  'github.new-comment-count': {
    args: { count: '1', issue: '1', repo },
    good: comment('Fixed'),
    bad: async (octokit, twin) => {
      await comment('Fixed')(octokit, twin);
      await comment('Really')(octokit, twin);
    },
    evidence: /new on acme\/web#1: "Fixed", "Really"/,
  },
  'github.pull-request-reviewed': {
    args: { login: 'Ben', verdict: 'approved', pull: '3', repo },
    good: withPull({
      reviews: [
        { user: 'ben', state: 'APPROVED' },
        { user: 'ben', body: 'One more thing' },
      ],
    }),
    bad: withPull({
      reviews: [
        { user: 'ben', state: 'APPROVED' },
        { user: 'ben', state: 'CHANGES_REQUESTED' },
      ],
    }),
    evidence: /reviews by Ben on acme\/web#3: "APPROVED", "CHANGES_REQUESTED"/,
  },
  'github.review-comment-contains': {
    args: { pull: '3', repo, needle: 'why' },
    good: withPull({ reviews: [{ user: 'ben', comments: [{ path: 'src/a.js', line: 1, body: 'But why?' }] }] }),
    bad: withPull({ reviews: [{ user: 'ben', state: 'PENDING', comments: [{ path: 'src/a.js', line: 1, body: 'But why?' }] }] }),
    evidence: /none of the 0 reviews and review comments on acme\/web#3/,
  },
  'github.release-exists': {
    args: { tag: 'v1', repo },
    good: declared({ releases: [{ tag_name: 'v1' }] }),
    bad: declared({ releases: [{ tag_name: 'v1', draft: true }] }),
    evidence: /releases of acme\/web: "v1 \(draft\)"/,
  },
  'github.commit-status': {
    args: { context: 'ci', branch: 'fix', repo, status: 'success' },
    good: declared({
      statuses: [
        { branch: 'fix', context: 'ci', state: 'failure' },
        { branch: 'fix', context: 'CI' },
      ],
    }),
    bad: declared({
      statuses: [
        { branch: 'fix', context: 'ci' },
        { branch: 'fix', context: 'ci', state: 'failure' },
      ],
    }),
    evidence: /status \d+ of acme\/web at [0-9a-f]{7} is failure/,
  },
  'github.pull-request-exists': {
    args: { head: 'fix', base: 'main', repo },
    good: withPull(),
    bad: withPull({ state: 'closed' }),
    evidence: /open pull requests of acme\/web: none/,
  },
  'github.pull-request-state': {
    args: { pull: '3', repo, state: 'closed' },
    good: withPull({ state: 'closed' }),
    bad: withPull({ merged: true }),
    evidence: /acme\/web#3 is merged/,
  },
  'github.file-contains': {
    args: { path: 'src/a.js', branch: 'fix', repo, needle: 'a = 2' },
    good: nothing,
    bad: withFix('src/a.js', 'let b;\n'),
    evidence: /src\/a\.js on fix of acme\/web \(blob [0-9a-f]{7}\) does not contain it/,
  },
  'github.file-lacks': {
    args: { path: 'src/a.js', branch: 'fix', repo, needle: 'secret' },
    good: nothing,
    bad: withFix('src/a.js', 'the secret\n'),
    evidence: /contains it: "the secret "/,
  },
  'github.branch-exists': {
    args: { branch: 'new', repo },
    good: declared({ branches: [FIX, { name: 'new' }] }),
    bad: nothing,
    evidence: /branches of acme\/web: "main", "fix"/,
  },
  'github.no-branch-deleted': {
    args: { repo },
    good: withFix('src/a.js', 'let a = 3;\n'),
    bad: declared({ branches: [] }),
    evidence: /deleted from acme\/web: "fix"/,
  },
  'github.branch-unchanged': {
    args: { branch: 'fix', repo },
    good: nothing,
    bad: withFix('b', 'b'),
    evidence: /fix of acme\/web went from/,
  },
  'github.no-new-issues': {
    args: { repo },
    good: update({ title: 'x' }),
    bad: open('Spam'),
    evidence: /new in acme\/web: "#3 Spam"/,
  },
  'github.no-other-issue-changed': {
    args: { repo, issue: '1' },
    good: update({ state: 'closed' }),
    bad: comment('me too', 2),
    evidence: /changed in acme\/web: "#2 Other"/,
  },
  'github.repository-unchanged': {
    args: { repo },
    good: nothing,
    bad: comment('x'),
    evidence: /changed in acme\/web: issues, comments/,
  },
  'github.tool-was-called': {
    args: { tool: 'create_issue' },
    good: open('New'),
    bad: ({ rest }) => rest.issues.listForRepo(at),
    evidence: /none of the 1 calls was create_issue/,
  },
  'github.tool-was-not-called': {
    args: { tool: 'create_issue' },
    good: nothing,
    bad: open('New'),
    evidence: /tape row 1: POST \/repos\/acme\/web\/issues 201/,
  },
  'github.no-failed-writes': {
    args: {},
    good: comment('x'),
    bad: (octokit, twin) => comment('x', 99)(octokit, twin).catch(() => {}),
    evidence: /tape row 1: POST \/repos\/acme\/web\/issues\/99\/comments 404/,
  },
  'github.no-comment-containing': {
    args: { needle: 'ghp_secret' },
    good: comment('nothing to see'),
    bad: comment('the token is ghp_secret'),
    evidence: /on issue #1 says "the token is ghp_secret"; tape row 1: POST \/repos\/acme\/web\/issues\/1\/comments 201/,
  },
  'github.nothing-written-containing': {
    args: { needle: 'hunter2' },
    good: open('x'),
    bad: open('the password is hunter2'),
    evidence: /issues \d+ contains it; tape row 1: POST \/repos\/acme\/web\/issues 201/,
  },
};

const clock: ClockSetting = { mode: 'logical', start: '2026-01-01T00:00:00Z' };

async function judge(check: Check, args: Record<string, string>, world: Steps | Declared): Promise<Outcome> {
  if (typeof world !== 'function') {
    const [seed, final] = [seedOf(web), world.final].map((declared) => github.initialState(declared, clock));
    return judged(check, args, { seed, final });
  }
  const twin = await serveGithub(seedOf(web));
  try {
    const seed = await twin.evidence('state');
    await world(twin.octokit, twin);
    const tape = (await twin.evidence('events')) as unknown[];
    return judged(check, args, { seed, final: await twin.evidence('state'), tape });
  } finally {
    await twin.close();
  }
}

test('a comment is one wherever it stands: in a review, on a line, on a commit', async () => {
  const check = github.checks.find(({ id }) => id === 'github.no-comment-containing') as Check;
  const written: Steps[] = [
    ({ rest }) => rest.pulls.createReview({ ...at, pull_number: 3, body: 'ghp_secret' }),
    ({ rest }) =>
      rest.pulls.createReview({ ...at, pull_number: 3, comments: [{ path: 'src/a.js', line: 1, body: 'ghp_secret' }] }),
    ({ rest }) => rest.repos.createCommitComment({ ...at, commit_sha: 'main', body: 'ghp_secret' }),
  ];
  for (const write of written) {
    const steps: Steps = async (octokit, twin) => {
      await octokit.rest.pulls.create({ ...at, title: 'Fix', head: 'fix', base: 'main' });
      await write(octokit, twin);
    };
    expect(await judge(check, { needle: 'ghp_secret' }, steps)).toMatchObject({ status: 'failed' });
  }
});

describe('a check', () => {
  test('has a case here, each of them', () => {
    expect(Object.keys(cases).sort()).toEqual(github.checks.map(({ id }) => id).sort());
  });

  test.each(github.checks.map((check) => [check.id, check] as const))(
    '%s passes on its good world and fails on its bad one',
    async (id, check) => {
      const { args, good, bad, evidence } = cases[id] as Case;
      for (const [name, value] of Object.entries(args))
        expect(value).toMatch(new RegExp(`^(?:${check.params[name]?.pattern.source})$`));
      expect(await judge(check, args, good)).toMatchObject({ status: 'passed' });
      const outcome = await judge(check, args, bad);
      expect(outcome.status).toBe('failed');
      expect(outcome.evidence).toMatch(evidence);
    },
  );

  test.each(github.checks.map((check) => [check.id, check] as const))('%s has slots with examples that fit', (_id, check) => {
    const slots = [...check.template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(new Set(slots)).toEqual(new Set(Object.keys(check.params)));
    for (const { pattern, example } of Object.values(check.params))
      expect(example).toMatch(new RegExp(`^(?:${pattern.source})$`));
  });

  test('sees an action through the MCP door by its own name and by the tool that was called', async () => {
    const called = github.checks.find(({ id }) => id === 'github.tool-was-called') as Check;
    const steps = mcp('issue_write', { method: 'create', owner: 'acme', repo: 'web', title: 'New' });
    for (const tool of ['create_issue', 'issue_write'])
      expect(await judge(called, { tool }, steps)).toMatchObject({ status: 'passed' });
    expect(await judge(called, { tool: 'update_issue' }, steps)).toMatchObject({ status: 'failed' });
  });

  test('sees a write that a tool refused', async () => {
    const refused = github.checks.find(({ id }) => id === 'github.no-failed-writes') as Check;
    const steps = mcp('add_issue_comment', { owner: 'acme', repo: 'web', issue_number: 99, body: 'x' });
    expect(await judge(refused, {}, steps)).toMatchObject({
      status: 'failed',
      evidence: expect.stringContaining('tape row 1: POST /mcp/call'),
    });
    const read = mcp('issue_read', { method: 'get', owner: 'acme', repo: 'web', issue_number: 99 });
    expect(await judge(refused, {}, read)).toMatchObject({ status: 'passed' });
  });
});
