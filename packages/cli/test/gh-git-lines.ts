/** A line of a shell, in a folder of the work, and what is to come of it. */
export interface Line {
  folder?: string;
  command: string;
  /** What it prints, errors too, after its exit code. */
  prints: RegExp;
  /** Where the world tells of it, and what it tells. */
  world?: [path: string, expected: object];
}

const URL = 'https://github.com/acme/storefront.git';
const WEB = '/repos/acme/storefront';
const FORK = '/repos/octocat/storefront';

/** Lines that are run in one folder. */
const inside = (folder: string, ...lines: [command: string, prints: RegExp, world?: Line['world']][]): Line[] =>
  lines.map(([command, prints, world]) => ({ ...(folder !== '.' && { folder }), command, prints, ...(world && { world }) }));

const commit = (file: string, text: string, message: string): string =>
  `echo '${text}' >${file} && git add ${file} && git commit -q -m '${message}'`;

const DONE = /^0 $/;

const clones = [
  ...inside(
    '.',
    [`git ls-remote ${URL}`, /^0 [0-9a-f]{40}\tHEAD\n[0-9a-f]{40}\trefs\/heads\/main\n$/],
    [`git ls-remote --heads ${URL} main`, /^0 [0-9a-f]{40}\trefs\/heads\/main\n$/],
    [`git ls-remote --symref ${URL} HEAD`, /^0 ref: refs\/heads\/main\tHEAD\n/],
    [`git ls-remote --exit-code --tags ${URL}`, /^2 /],
    ['git ls-remote https://github.com/acme/nothing.git', /^128 .*[\s\S]*Repository not found/],
    [`git clone ${URL}`, /^0 Cloning into 'storefront'\.\.\.\n$/],
    [`git clone -q --depth 1 ${URL} shallow`, DONE],
    [`git clone -q --branch main --single-branch ${URL} single`, DONE],
    [`git clone -q --mirror ${URL} mirror.git`, DONE],
    [`git clone -q --bare ${URL} bare.git`, DONE],
    [`git clone -q --filter=blob:none --no-checkout ${URL} partial`, DONE],
    [`git clone -q --no-tags -o upstream ${URL} named`, DONE],
    ['gh repo clone acme/storefront cloned', /^0 Cloning into 'cloned'\.\.\.\n$/],
    ['gh repo clone acme/storefront flagged -- --depth 1 -q', DONE],
    ['gh repo clone acme/nothing', /^1 [\s\S]*Could not resolve to a Repository/],
  ),
  ...inside('mirror.git', ['git for-each-ref --format="%(refname)"', /^0 refs\/heads\/main\n$/]),
  ...inside(
    'partial',
    ["git rev-list --objects --missing=print HEAD | grep -c '^?'", /^0 [1-9]\d*\n$/],
    ['git checkout -q && git show HEAD:README.md', /^0 # storefront\n/],
  ),
  ...inside('named', ['git remote -v', /^0 upstream\thttps?:\/\/github\.com\/acme\/storefront\.git \(fetch\)\n/]),
  ...inside('shallow', ['git rev-parse --is-shallow-repository', /^0 true\n$/]),
];

const pushes = inside(
  'storefront',
  ['git status -sb', /^0 ## main\.\.\.origin\/main\n$/],
  [
    `git switch -q -c mugs && ${commit('mugs.txt', 'A mug costs 12.', 'Say what a mug costs')} && git push -u origin mugs`,
    /^0 [\s\S]*remote: Create a pull request for 'mugs' on GitHub by visiting:[\s\S]*https:\/\/github\.com\/acme\/storefront\/pull\/new\/mugs[\s\S]*\[new branch\]\s+mugs -> mugs/,
    [`${WEB}/branches/mugs`, { commit: { commit: { message: 'Say what a mug costs' } } }],
  ],
  ['git push', /^0 Everything up-to-date\n$/],
  [`${commit('mugs.txt', 'A mug costs 13.', 'Mend the price')} && git push --dry-run`, /^0 [\s\S]*mugs -> mugs\n$/],
  ['git push --porcelain origin HEAD', /^0 To https?:\/\/github\.com\/acme\/storefront\.git\n \tHEAD:refs\/heads\/mugs\t/],
  [`git commit -q --amend -m 'Mend it' && git push`, /^1 [\s\S]*non-fast-forward/],
  ['git push -q --force-with-lease', DONE, [`${WEB}/commits/mugs`, { commit: { message: 'Mend it' } }]],
  ['git push -q --force-with-lease=mugs:0000000000000000000000000000000000000001 origin mugs~1:mugs', /^1 [\s\S]*stale info/],
  ['git push -q --force origin mugs~1:mugs && git push -q origin mugs', DONE],
  [
    'git push -q origin HEAD:refs/heads/other',
    /^0 [\s\S]*https:\/\/github\.com\/acme\/storefront\/pull\/new\/other/,
    [`${WEB}/branches/other`, { name: 'other' }],
  ],
  ['git push -q --atomic origin mugs:one mugs:two', /^0 /, [`${WEB}/branches/two`, { name: 'two' }]],
  ['git push -q --delete origin one', DONE, [`${WEB}/branches/one`, { message: 'Branch not found' }]],
  ['git push -q origin :two', DONE],
  ['git push origin --delete main', /^1 [\s\S]*refusing to delete the current branch: refs\/heads\/main/],
  ['git push -q -o ci.skip origin mugs', DONE],
  ['git tag v0.1 && git push -q origin v0.1', DONE, [`${WEB}/git/ref/tags/v0.1`, { object: { type: 'commit' } }]],
  ['git tag -a v0.2 -m Two && git push -q --follow-tags', DONE, [`${WEB}/git/ref/tags/v0.2`, { object: { type: 'tag' } }]],
  ['git tag v0.3 && git tag v0.4 && git push -q --tags', DONE, [`${WEB}/git/ref/tags/v0.4`, {}]],
  ['git tag -f v0.4 HEAD~1 && git push origin v0.4', /^1 [\s\S]*already exists/],
  ['git push -q --delete origin v0.3 v0.4', DONE, [`${WEB}/tags`, [{ name: 'v0.2' }, { name: 'v0.1' }]]],
  ['git push -q --all origin', DONE],
  ['git push -q --prune origin "refs/heads/*:refs/heads/*"', DONE, [`${WEB}/branches/other`, { message: 'Branch not found' }]],
  ['git ls-remote --tags --refs origin', /^0 [0-9a-f]{40}\trefs\/tags\/v0\.1\n[0-9a-f]{40}\trefs\/tags\/v0\.2\n$/],
  [
    'git remote show origin',
    /^0 \* remote origin\n {2}Fetch URL: https?:\/\/github\.com\/acme\/storefront\.git[\s\S]*HEAD branch: main/,
  ],
);

const pulls = [
  ...inside(
    'storefront',
    [
      'gh pr create --fill --base main',
      /^0 [\s\S]*https:\/\/github\.com\/acme\/storefront\/pull\/2\n$/,
      [`${WEB}/pulls/2`, { title: 'mugs', head: { ref: 'mugs' }, commits: 2 }],
    ],
    ['gh pr view --json number,headRefName,state -q .headRefName', /^0 mugs\n$/],
    ['gh pr diff --name-only', /^0 mugs\.txt\n$/],
    ['git ls-remote origin "refs/pull/*"', /^0 [0-9a-f]{40}\trefs\/pull\/2\/head\n/],
  ),
  ...inside(
    'cloned',
    ['gh pr checkout 2', /^0 [\s\S]*branch 'mugs' set up to track 'origin\/mugs'/],
    ['git log -1 --format=%s', /^0 Mend it\n$/],
    [
      `${commit('more.txt', 'More', 'Say more')} && git push`,
      /^0 [\s\S]*mugs -> mugs\n$/,
      [`${WEB}/pulls/2`, { commits: 3, changed_files: 2 }],
    ],
    ['git fetch -q origin pull/2/head:reviewed && git log -1 --format=%s reviewed', /^0 Say more\n$/],
    ['gh pr checkout 2 -b mine -f', /^0 /],
    ['gh pr status', /^0 [\s\S]*#2 {2}mugs/],
  ),
  ...inside(
    'storefront',
    ['git fetch', /^0 [\s\S]*mugs\s+-> origin\/mugs\n$/],
    ['git pull -q --ff-only && git log -1 --format=%s', /^0 Say more\n$/],
    ['gh pr merge 2 --merge --delete-branch', /^0 /, [`${WEB}/pulls/2`, { merged: true }]],
    ['git branch --show-current && git log -1 --format=%s', /^0 main\nMerge pull request #2 from acme\/mugs\n$/],
    ['git branch -a', /^0 \* main\n(?!.*mugs)/],
  ),
];

const fetches = [
  ...inside(
    'cloned',
    ['git fetch --prune', /^0 [\s\S]*\[deleted\]\s+\(none\)\s+-> origin\/mugs/],
    ['git switch -q main && git pull -q --rebase && git log -1 --format=%s', /^0 Merge pull request #2 from acme\/mugs\n$/],
    ['git fetch -q --tags && git tag', /^0 v0\.1\nv0\.2\n$/],
    ['git describe --tags v0.2', /^0 v0\.2\n$/],
    [
      `${commit('here.txt', 'Here', 'Write here')} && git push -q && git log -1 --format=%s origin/main`,
      /^0 Write here\n$/,
      [`${WEB}/contents/here.txt`, { name: 'here.txt' }],
    ],
  ),
  ...inside(
    'storefront',
    [`${commit('there.txt', 'There', 'Write there')} && git push`, /^1 [\s\S]*\(fetch first\)/],
    ['git pull -q --rebase && git log -2 --format=%s', /^0 Write there\nWrite here\n$/],
    ['git push -q', DONE, [`${WEB}/commits/main`, { commit: { message: 'Write there' } }]],
    ['git remote set-head origin -a', /^0 origin\/HEAD set to main\n$/],
    ['git remote prune origin', /^0 [\s\S]*\[pruned\] origin\/mugs\n$/],
  ),
  ...inside(
    'cloned',
    [
      `${commit('both.txt', 'Both', 'Write both')} && git pull -q --no-rebase --no-edit && git log -1 --format=%s`,
      /^0 Merge branch 'main' of https?:\/\/github\.com\/acme\/storefront\n$/,
    ],
    ['git push -q origin main', DONE],
    ['git fetch --all', /^0 /],
    ['git remote update', /^0 /],
  ),
  ...inside(
    'shallow',
    ['git fetch -q --deepen=1 && git rev-list --count HEAD', /^0 1\n$/],
    ['git fetch -q --unshallow && git rev-parse --is-shallow-repository', /^(?:0 false\n|128 [\s\S]*does not make sense)/],
    ['git fetch -q --depth 2 && git rev-list --count origin/main', /^0 [2-4]\n$/],
  ),
  ...inside('single', ['git fetch -q && git branch -r', /^0 {3}origin\/HEAD -> origin\/main\n {2}origin\/main\n$/]),
  ...inside(
    'mirror.git',
    ['git remote update -p', /^0 [\s\S]*main/],
    ['git push -q --mirror', /^1 [\s\S]*deny updating a hidden ref/],
  ),
];

const forks = [
  ...inside('.', [
    'mkdir octocat && cd octocat && gh repo fork acme/storefront --clone',
    /^0 [\s\S]*storefront/,
    [FORK, { fork: true }],
  ]),
  ...inside(
    'octocat/storefront',
    [
      'git remote -v',
      /^0 origin\thttps?:\/\/github\.com\/octocat\/storefront\.git[\s\S]*upstream\thttps?:\/\/github\.com\/acme\/storefront\.git/,
    ],
    ['gh repo set-default acme/storefront', /^0 /],
    [
      `git switch -q -c topic && ${commit('topic.txt', 'Topic', 'From a fork')} && git push -q -u origin topic`,
      /^0 [\s\S]*https:\/\/github\.com\/octocat\/storefront\/pull\/new\/topic/,
      [`${FORK}/branches/topic`, { name: 'topic' }],
    ],
    [
      'gh pr create --fill --head octocat:topic --base main --draft',
      /^0 [\s\S]*https:\/\/github\.com\/acme\/storefront\/pull\/3\n$/,
      [`${WEB}/pulls/3`, { draft: true, title: 'From a fork', head: { label: 'octocat:topic' } }],
    ],
  ),
  ...inside(
    'storefront',
    ['git switch -q main && git pull -q && gh pr checkout 3', /^0 [\s\S]*topic/],
    ['git log -1 --format=%s', /^0 From a fork\n$/],
    [
      `git switch -q main && ${commit('new.txt', 'New', 'Go on')} && git push -q`,
      DONE,
      [`${WEB}/commits/main`, { commit: { message: 'Go on' } }],
    ],
    ['gh repo sync octocat/storefront -b main', /^0 /, [`${FORK}/commits/main`, { commit: { message: 'Go on' } }]],
    ['gh repo sync octocat/storefront --force', /^0 /],
  ),
  ...inside(
    'octocat/storefront',
    ['git switch -q main && gh repo sync', /^1 .*main is not tracking acme\/storefront/],
    ['gh repo sync --source octocat/storefront', /^0 /],
    ['git log -1 --format=%s', /^0 Go on\n$/],
    [
      'git fetch -q upstream && git rebase -q upstream/main topic && git push -q --force-with-lease origin topic',
      DONE,
      [`${WEB}/pulls/3`, { commits: 1 }],
    ],
    ['gh pr ready 3 && gh pr merge 3 --squash', /^0 /, [`${WEB}/pulls/3`, { merged: true }]],
  ),
  ...inside(
    '.',
    [
      'mkdir mine && cd mine && git init -q -b main && echo 1 >a && git add . && git commit -q -m One && gh repo create mine --private --source . --push',
      /^0 [\s\S]*https:\/\/github\.com\/octocat\/mine/,
      ['/repos/octocat/mine', { private: true, default_branch: 'main' }],
    ],
    ['git -C mine push -q --mirror origin', DONE],
    ['gh repo rename -R octocat/mine ours --yes', /^0 /, ['/repos/octocat/ours', { name: 'ours' }]],
    ['gh repo view octocat/ours --json name -q .name', /^0 ours\n$/],
    ['git clone -q https://github.com/octocat/ours && git -C ours log --oneline | wc -l', /^0 \s*1\n$/],
    [
      'gh release create v1 -R acme/storefront --target main -n Notes',
      /^0 https:\/\/github\.com\/acme\/storefront\/releases\/tag\/v1\n$/,
    ],
    ['git -C storefront fetch -q --tags && git -C storefront tag -l v1', /^0 v1\n$/],
    [
      'gh release download v1 -R acme/storefront --archive=tar.gz && tar xzf storefront-1.tar.gz && head -1 storefront-1/README.md',
      /^0 # storefront\n$/,
    ],
    ['gh release download v1 -R acme/storefront --archive=zip && unzip -qt storefront-1.zip', /^0 No errors detected/],
    [
      'gh api repos/acme/storefront/tarball/main >main.tar.gz && tar tzf main.tar.gz | head -1',
      /^0 acme-storefront-[0-9a-f]{7}\/\n$/,
    ],
  ),
];

const PROTECT =
  "gh api -X PUT repos/acme/storefront/branches/main/protection -F 'required_status_checks[strict]=false' -f 'required_status_checks[contexts][]=gate' -F enforce_admins=true -F required_pull_request_reviews=null -F restrictions=null";

/** What is merged by itself once the check that its base asks for has passed. */
const waits = inside(
  'storefront',
  ['gh api -X PATCH repos/acme/storefront -F allow_auto_merge=true -q .allow_auto_merge', /^0 true\n$/],
  [PROTECT, /^0 [\s\S]*"gate"/],
  [
    `git fetch -q && git switch -q -c gated --no-track origin/main && ${commit('gated.txt', 'Gated', 'Wait for the gate')} && git push -q -u origin gated && gh pr create --fill --base main`,
    /^0 [\s\S]*https:\/\/github\.com\/acme\/storefront\/pull\/4\n/,
  ],
  [
    'gh pr merge --auto --squash',
    /^0 /,
    [`${WEB}/pulls/4`, { merged: false, auto_merge: { merge_method: 'squash', enabled_by: { login: 'octocat' } } }],
  ],
  [
    `gh api graphql -f query='{repository(owner:"acme",name:"storefront"){pullRequest(number:4){autoMergeRequest{mergeMethod}}}}' -q .data.repository.pullRequest.autoMergeRequest.mergeMethod`,
    /^0 SQUASH\n$/,
  ],
  ['gh pr merge --disable-auto', /^0 /, [`${WEB}/pulls/4`, { merged: false, auto_merge: null }]],
  ['gh pr merge --auto --rebase', /^0 /, [`${WEB}/pulls/4`, { auto_merge: { merge_method: 'rebase' } }]],
  [
    'gh api repos/acme/storefront/statuses/$(git rev-parse HEAD) -f state=success -f context=gate -q .state',
    /^0 success\n$/,
    [`${WEB}/pulls/4`, { merged: true, merged_by: { login: 'octocat' } }],
  ],
  ['gh pr view --json state -q .state', /^0 MERGED\n$/],
  ['gh api -X DELETE repos/acme/storefront/branches/main/protection', /^0 /],
);

/** In the order in which they are run: each goes on from what those before it left. */
export const LINES: readonly Line[] = [...clones, ...pushes, ...pulls, ...fetches, ...forks, ...waits];
