// What `gh` does on a twin: Debian's 2.23, configured by environment alone.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { shareOf } from '@svc/twin-kit/testing/share';
import { everyWay, type Place, Places, plain, runIn } from './gh-places.ts';

// Starts PostgreSQL, and a program for each line of the table.
jest.setTimeout(600_000);

const run = promisify(execFile);

let places: Places;
beforeAll(async () => {
  places = await Places.open(shareOf(everyWay.toReversed(), 1));
  for (const { folder: home, read } of Object.values(places.all)) {
    const git = (...args: string[]) => run('git', args, { cwd: join(home, 'work'), env: { ...process.env, HOME: home } });
    await git('init', '-q', '-b', 'feat');
    await git('remote', 'add', 'origin', 'https://github.com/acme/storefront.git');
    const { object } = (await read('/repos/acme/storefront/git/ref/heads/main')) as { object: { sha: string } };
    await read('/repos/acme/storefront/git/refs', {
      method: 'POST',
      body: JSON.stringify({ ref: 'refs/heads/feat', sha: object.sha }),
    });
    const file = { message: 'Add a file', branch: 'feat', content: Buffer.from('hello\n').toString('base64') };
    await read('/repos/acme/storefront/contents/new.txt', { method: 'PUT', body: JSON.stringify(file) });
  }
});
afterAll(() => places.close());

const WEB = '/repos/acme/storefront';

interface Line {
  gh: string[];
  /** What it prints, after its exit code. */
  prints: RegExp;
  /** Where the world tells of it, and what it tells. */
  world?: [path: string, expected: object];
}

const line = (words: string, prints: RegExp, world?: Line['world']): Line => ({
  gh: words.match(/'[^']*'|\S+/g)?.map((word) => word.replaceAll("'", '')) ?? [],
  prints,
  ...(world && { world }),
});

const CI_PATH = '.github/workflows/ci.yml';
const CI = Buffer.from(
  'name: CI\non: { push: , workflow_dispatch: { inputs: { note: { default: x } } } }\njobs: { build: { runs-on: ubuntu-latest, steps: [{ run: make }] } }\n',
).toString('base64');

const LINES: readonly Line[] = [
  line('auth status', /^0 /),
  line('api user -q .login', /^0 octocat\n$/),
  line("api graphql -f query='{viewer{login}}' -q .data.viewer.login", /^0 octocat\n$/),
  line('repo view', /^0 [\s\S]*acme\/storefront[\s\S]*A small online shop/),
  line(
    'repo view acme/storefront --json name,owner,parent,languages,licenseInfo,issues,watchers,assignableUsers,defaultBranchRef,latestRelease,milestones,labels,repositoryTopics,viewerPermission,mentionableUsers,projects,pullRequestTemplates,issueTemplates,isEmpty,url',
    /"url":"https:\/\/github\.com\/acme\/storefront"/,
  ),
  line('repo list acme', /^0 acme\/storefront\t/),
  line('issue list', /^0 1\tOPEN\tCart total/),
  line("issue create -t 'From gh' -b body -l bug -a @me", /^0 https:\/\/github\.com\/acme\/storefront\/issues\/2\n$/, [
    `${WEB}/issues/2`,
    { title: 'From gh', labels: [{ name: 'bug' }], assignees: [{ login: 'octocat' }] },
  ]),
  line('issue view 2', /^0 title:\tFrom gh\nstate:\tOPEN\nauthor:\toctocat/),
  line(
    'issue view 2 --json number,title,state,labels,assignees,author,body,closed,comments,createdAt,id,milestone,projectCards,reactionGroups,updatedAt,url',
    /"title":"From gh"/,
  ),
  line('issue list -l bug -s all --json number -q .[].number', /^0 [12]\n[12]\n$/),
  line("issue list -S 'From gh' --json number -q .[].number", /^0 2\n$/),
  line('issue edit 2 -t New --add-label documentation --remove-label bug', /^0 https:\/\/github\.com/, [
    `${WEB}/issues/2`,
    { title: 'New', labels: [{ name: 'documentation' }] },
  ]),
  line('issue comment 2 -b Hello', /^0 https:\/\/github\.com\/acme\/storefront\/issues\/2#issuecomment-\d+\n$/, [
    `${WEB}/issues/2/comments`,
    [{ body: 'Hello' }],
  ]),
  line('issue view 2 --comments', /^0 author:\toctocat[\s\S]*Hello/),
  line("issue close 2 -c Bye -r 'not planned'", /^0 /, [
    `${WEB}/issues/2`,
    { state: 'closed', state_reason: 'not_planned', comments: 2 },
  ]),
  line('issue reopen 2', /^0 /, [`${WEB}/issues/2`, { state: 'open' }]),
  line('issue lock 2 -r spam', /^0 /, [`${WEB}/issues/2`, { locked: true, active_lock_reason: 'spam' }]),
  line('issue unlock 2', /^0 /, [`${WEB}/issues/2`, { locked: false }]),
  line('issue pin 2', /^0 /, [
    `${WEB}/issues/2/events?per_page=100`,
    expect.arrayContaining([expect.objectContaining({ event: 'pinned' })]),
  ]),
  line('issue unpin 2', /^0 /),
  line('issue status', /^0 [\s\S]*Issues assigned to you\n {2}2\tOPEN\tNew/),
  line('issue delete 2 --yes', /^0 /, [`${WEB}/issues/2`, { status: '410' }]),
  line('issue develop 1 --name work --base main', /^0 /, [`${WEB}/git/ref/heads/work`, { ref: 'refs/heads/work' }]),
  line('issue develop 1 --list', /^0 work\n$/),
  line('issue develop 1 --name work', /^1 [\s\S]*Branch name has already been taken/),
  line('api -X DELETE repos/acme/storefront/git/refs/heads/work', /^0 /),
  line('label list', /^0 bug\t/),
  line('label create urgent -c ff0000 -d Now', /^0 /, [`${WEB}/labels/urgent`, { color: 'ff0000', description: 'Now' }]),
  line('label edit urgent -n later', /^0 /, [`${WEB}/labels/later`, { color: 'ff0000' }]),
  line('label delete later --yes', /^0 /, [`${WEB}/labels/later`, { status: '404' }]),
  line(
    "pr create -H feat -B main -t 'A pull' -b 'Fixes #1' -l bug -a @me --draft",
    /^0 https:\/\/github\.com\/acme\/storefront\/pull\/3\n$/,
    [`${WEB}/pulls/3`, { draft: true, labels: [{ name: 'bug' }], head: { ref: 'feat' } }],
  ),
  line("pr create -H none -B main -t Nothing -b ''", /^1 [\s\S]*Head sha can't be blank/),
  line('pr list', /^0 3\tA pull\tfeat\tDRAFT/),
  line('pr view 3', /^0 title:\tA pull\nstate:\tDRAFT/),
  line(
    'pr view feat --json additions,assignees,author,baseRefName,body,changedFiles,closed,closedAt,comments,commits,createdAt,deletions,files,headRefName,headRefOid,headRepository,headRepositoryOwner,id,isCrossRepository,isDraft,labels,latestReviews,maintainerCanModify,mergeCommit,mergeStateStatus,mergeable,mergedAt,mergedBy,milestone,number,potentialMergeCommit,projectCards,reactionGroups,reviewDecision,reviewRequests,reviews,state,statusCheckRollup,title,updatedAt,url',
    /"files":\[\{"path":"new\.txt","additions":1,"deletions":0\}\]/,
  ),
  line('pr diff 3', /^0 diff --git a\/new\.txt b\/new\.txt/),
  line('pr checks 3', /^1 [\s\S]*no checks reported/),
  line('pr ready 3', /^0 /, [`${WEB}/pulls/3`, { draft: false }]),
  line('pr edit 3 -t Better --add-label documentation --add-reviewer hubot', /^[01] /, [`${WEB}/pulls/3`, { title: 'Better' }]),
  line('pr comment 3 -b Nice', /^0 https:\/\/github\.com\/acme\/storefront\/pull\/3#issuecomment-\d+\n$/, [
    `${WEB}/issues/3/comments`,
    [{ body: 'Nice' }],
  ]),
  line('pr review 3 -c -b Looks', /^0 /, [`${WEB}/pulls/3/reviews`, [{ state: 'COMMENTED', body: 'Looks' }]]),
  line('pr review 3 -a', /^1 [\s\S]*Can not approve your own pull request/),
  line('pr view 3 --comments', /^0 [\s\S]*Nice/),
  line('pr status', /^0 [\s\S]*#3 {2}Better/),
  line('pr close 3', /^0 /, [`${WEB}/pulls/3`, { state: 'closed' }]),
  line('pr reopen 3', /^0 /, [`${WEB}/pulls/3`, { state: 'open' }]),
  line('pr merge 3 -s', /^0 /, [`${WEB}/pulls/3`, { merged: true }]),
  line('pr list -s merged --json number,state -q .[].state', /^0 MERGED\n$/),
  line('issue view 1 --json state -q .state', /^0 CLOSED\n$/),
  line('release create v1 -t One -n Notes', /^0 https:\/\/github\.com\/acme\/storefront\/releases\/tag\/v1\n$/, [
    `${WEB}/releases/tags/v1`,
    { name: 'One' },
  ]),
  line('release list', /^0 One\tLatest\tv1\t/),
  line('release view v1', /^0 title:\tOne\ntag:\tv1\ndraft:\tfalse/),
  line('release edit v1 -t Two', /^0 /, [`${WEB}/releases/tags/v1`, { name: 'Two' }]),
  line('release delete v1 --yes', /^0 /, [`${WEB}/releases/tags/v1`, { status: '404' }]),
  line('search issues cart', /^0 acme\/storefront\t1\t/),
  line('search prs better', /^0 acme\/storefront\t3\t/),
  line('search commits initial --author octocat', /^0 acme\/storefront\t[0-9a-f]{40}\tInitial commit\toctocat\t/),
  line('search commits initial --sort author-date --json commit -q .[].commit.message', /^0 Initial commit\n$/),
  line('status', /^0 [\s\S]*Assigned Issues[\s\S]*Repository Activity/),
  line('search repos shop --json fullName -q .[].fullName', /^0 acme\/storefront\n$/),
  line('repo create mine --public -d Mine', /^0 https:\/\/github\.com\/octocat\/mine\n$/, [
    '/repos/octocat/mine',
    { description: 'Mine' },
  ]),
  line('repo edit octocat/mine --template', /^0 /, ['/repos/octocat/mine', { is_template: true }]),
  line('repo create copy --private --template octocat/mine', /^1 [\s\S]*Could not clone: octocat\/mine is empty/),
  line('api -X PUT repos/octocat/mine/contents/a.txt -f message=A -f content=QQ== -q .content.path', /^0 a\.txt\n$/),
  line('repo create copy --private --template octocat/mine', /^0 https:\/\/github\.com\/octocat\/copy\n$/, [
    '/repos/octocat/copy/contents/a.txt',
    { content: 'QQ==\n' },
  ]),
  line('repo edit octocat/mine -d Ours', /^0 /, ['/repos/octocat/mine', { description: 'Ours' }]),
  line('repo create other --public', /^0 https:\/\/github\.com\/octocat\/other\n$/),
  line('issue create -R octocat/mine -t Move -b body', /^0 https:\/\/github\.com\/octocat\/mine\/issues\/1\n$/),
  line('issue transfer 1 octocat/other -R octocat/mine', /^0 https:\/\/github\.com\/octocat\/other\/issues\/1\n$/, [
    '/repos/octocat/mine/issues/1',
    { title: 'Move', repository_url: expect.stringMatching(/\/repos\/octocat\/other$/) },
  ]),
  line('issue transfer 1 acme/storefront -R octocat/other', /^1 [\s\S]*New repository must have the same owner as the current/),
  line('issue view 1 -R octocat/mine', /^1 GraphQL: Could not resolve to an? Issue/i),
  line('repo archive octocat/mine --yes', /^0 /, ['/repos/octocat/mine', { archived: true }]),
  line('repo fork acme/storefront --clone=false', /^0 /, ['/repos/octocat/storefront', { fork: true }]),
  line('repo delete octocat/mine --yes', /^0 /, ['/repos/octocat/mine', { status: '404' }]),
  line('run list', /^0 $/),
  line('workflow list', /^0 $/),
  line('secret list', /^0 $/),
  line(`api -X PUT repos/acme/storefront/contents/${CI_PATH} -f message=CI -f content=${CI} -q .content.path`, /^0 \.github/),
  line('workflow list', /^0 CI\tactive\t\d+\n$/),
  // Looks at the run until it is over.
  line('run watch 29000001 -i 1', /^0 [\s\S]*✓ build in 10s[\s\S]*✓ Run make/),
  line('run list --json databaseId,status,conclusion,workflowName,event,headBranch,displayTitle', /"conclusion":"success"/),
  line('run view 29000001', /^0 [\s\S]*✓ main CI · 29000001[\s\S]*✓ build in 10s/),
  line('run view 29000001 --log', /^0 build\tSet up job\t[\s\S]*build\tRun make\t\S+ ##\[group\]Run make/),
  line('run rerun 29000001', /^0 /, [`${WEB}/actions/runs/29000001`, { run_attempt: 2 }]),
  line('workflow run ci.yml -f note=hi', /^0 /, [
    `${WEB}/actions/workflows/ci.yml/runs?event=workflow_dispatch`,
    { total_count: 1, workflow_runs: [{ display_title: 'CI', head_branch: 'main' }] },
  ]),
  line('workflow run ci.yml -f other=hi', /^1 [\s\S]*Unexpected inputs provided/),
  line('workflow view ci.yml --yaml', /^0 [\s\S]*workflow_dispatch/),
  line('workflow disable ci.yml', /^0 /, [`${WEB}/actions/workflows/ci.yml`, { state: 'disabled_manually' }]),
  line('workflow enable CI', /^0 /, [`${WEB}/actions/workflows/ci.yml`, { state: 'active' }]),
  line('secret set TOKEN -b hush', /^0 /, [`${WEB}/actions/secrets`, { total_count: 1, secrets: [{ name: 'TOKEN' }] }]),
  line('secret list', /^0 TOKEN\t/),
  line('secret delete TOKEN', /^0 /, [`${WEB}/actions/secrets/TOKEN`, { status: '404' }]),
  line('api -X PUT repos/acme/storefront/environments/live -q .name', /^0 live\n$/),
  line('secret set KEY -b hush -e live', /^0 /, [
    `${WEB}/environments/live/secrets`,
    { total_count: 1, secrets: [{ name: 'KEY' }] },
  ]),
  line('secret list -e live', /^0 KEY\t/),
  line('secret delete KEY -e live', /^0 /, [`${WEB}/environments/live/secrets`, { total_count: 0 }]),
  line('secret set ALL -b hush -o acme -v all', /^0 /, [`${WEB}/actions/organization-secrets`, { secrets: [{ name: 'ALL' }] }]),
  line('secret set SOME -b hush -o acme -r storefront', /^0 /, ['/orgs/acme/actions/secrets/SOME', { visibility: 'selected' }]),
  line('secret list -o acme', /^0 ALL\t[\d-]+\tALL\nSOME\t[\d-]+\tSELECTED\n$/),
  line('secret delete ALL -o acme', /^0 /, ['/orgs/acme/actions/secrets/ALL', { status: '404' }]),
  line('secret set BOT -b hush -a dependabot', /^0 /, [`${WEB}/dependabot/secrets`, { total_count: 1 }]),
  line('secret list -a dependabot', /^0 BOT\t/),
  line('secret set OWN -b hush -u -r acme/storefront', /^0 /, ['/user/codespaces/secrets/OWN/repositories', { total_count: 1 }]),
  line('secret list -u', /^0 OWN\t[\d-]+\tSELECTED\n$/),
  line('api repos/acme/storefront/actions/variables -f name=STAGE -f value=test', /^0 /),
  line('api repos/acme/storefront/actions/variables/STAGE -q .value', /^0 test\n$/),
];

describe('gh', () => {
  test.each(LINES.map((one) => [one.gh.join(' ').slice(0, 80), one] as const))(
    '%s',
    async (_name, { gh: args, prints, world }) => {
      const told = await places.each((place) => runIn(place, 'gh', args));
      for (const text of told) expect(text).toMatch(prints);
      expect(new Set(told.map(plain)).size).toBe(1);
      if (!world) return;
      for (const { read } of Object.values(places.all)) expect(await read(world[0])).toMatchObject(world[1]);
    },
  );

  const gh = (place: Place, args: readonly string[]) => runIn(place, 'gh', args);

  test('gist makes, shows, edits, lists and deletes', async () => {
    const told = await Promise.all(
      Object.values(places.all).map(async (place) => {
        await writeFile(join(place.folder, 'work', 'notes.txt'), 'One\n');
        await writeFile(join(place.folder, 'work', 'more.txt'), 'Two\n');
        const made = await gh(place, ['gist', 'create', 'notes.txt', '-d', 'Notes', '--public']);
        const id = /\b[0-9a-f]{32}\b/.exec(made)?.[0] ?? '';
        const [viewed, edited, list] = [
          await gh(place, ['gist', 'view', id, '--raw']),
          await gh(place, ['gist', 'edit', id, '--add', 'more.txt']),
          await gh(place, ['gist', 'list']),
        ];
        expect(await place.read(`/gists/${id}`)).toMatchObject({ public: true, files: { 'more.txt': { content: 'Two\n' } } });
        const clone = await gh(place, ['gist', 'clone', id, 'cloned']);
        const git = (...args: string[]) => runIn(place, 'git', args, { cwd: 'work/cloned' });
        await writeFile(join(place.folder, 'work', 'cloned', 'third.txt'), 'Three\n');
        await git('add', '.');
        await git('-c', 'user.name=The Octocat', '-c', 'user.email=octocat@github.com', 'commit', '-q', '-m', 'Third');
        const pushed = await git('push', '-q', `https://gist.github.com/octocat/${id}.git`, 'main');
        const [, head] = (await git('log', '-1', '--format=%H')).split(/\s/);
        expect([clone.slice(0, 2), pushed]).toEqual(['0 ', '0 ']);
        expect(await place.read(`/gists/${id}`)).toMatchObject({
          history: [{ version: head }, {}, {}],
          files: { 'third.txt': {} },
        });
        const deleted = await gh(place, ['gist', 'delete', id]);
        expect(await place.read(`/gists/${id}`)).toMatchObject({ status: '404' });
        return [made, viewed, edited, list, deleted].map(plain);
      }),
    );
    const [made, viewed, edited, list, deleted] = told[0] as string[];
    expect(made).toMatch(/^0 https:\/\/gist\.github\.com\/octocat\/<gist>/);
    expect(viewed).toMatch(/^0 Notes\n[\s\S]*One/);
    expect(list).toMatch(/^0 <gist>\tNotes\t2 files\tpublic\t/);
    expect([edited, deleted].map((text) => text?.slice(0, 2))).toEqual(['0 ', '0 ']);
    expect(told.every((one) => JSON.stringify(one) === JSON.stringify(told[0]))).toBe(true);
  });

  test("the user's own settings are as they were", async () => {
    for (const { folder } of Object.values(places.all)) {
      const env = { ...process.env, HOME: folder };
      const own = await run('git', ['config', '--global', '--list'], { env }).catch(() => ({ stdout: '' }));
      expect(own.stdout).toBe('');
    }
  });
});
