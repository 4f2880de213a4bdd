import { type Cases, type Hands, inApi, inTurn, there } from './runs.ts';
import { branchFrom, develop, put, removeBranch, removeFile, renameBranch, update } from './steps.ts';

/** Text between bytes that are none. */
const BINARY = Buffer.from([0, 255, ...Buffer.from('the key is 42'), 0, 254]).toString('base64');

export const putBytes =
  (path: string, content: string, branch: string) =>
  ({ rest, at }: Hands) =>
    rest.repos.createOrUpdateFileContents({ ...at, path, branch, message: 'Bytes', content });

const NEVER_BACK = 'It speaks of the end only; its page says so.';

export const fileCases: Cases = {
  'github.file-contains': there({
    args: { path: 'src/a.js', branch: 'fix', needle: 'a = 3' },
    good: put('src/a.js', 'let a  =\t3;\n', 'fix'),
    bad: put('src/a.js', 'let a = 4;\n', 'fix'),
    evidence: /src\/a\.js on fix of acme\/web \(blob [0-9a-f]{7}\) does not contain it/,
    undo: put('src/a.js', 'let a = 2;\n', 'fix'),
    alike: inTurn(put('src/a.js', 'let a = 3;\n', 'main'), put('src/A.js', 'let a = 3;\n', 'fix')),
  }),
  'github.file-lacks': there({
    args: { path: 'src/a.js', branch: 'fix', needle: 'a = 2' },
    good: put('src/a.js', 'let a = 3;\n', 'fix'),
    bad: put('src/a.js', 'let a = 2; // two\n', 'fix'),
    evidence: /contains it: "let a = 2; \/\/ two"/,
    undo: put('src/a.js', 'let a = 2;\n', 'fix'),
    alike: removeFile('src/a.js', 'fix'),
  }),
  'github.default-file-contains': there({
    args: { path: 'src/a.js', needle: 'a = 3' },
    good: put('src/a.js', 'let a = 3;\n', 'main'),
    bad: put('src/a.js', 'let a = 3;\n', 'fix'),
    evidence: /src\/a\.js on main of acme\/web \(blob [0-9a-f]{7}\) does not contain it/,
    undo: put('src/a.js', 'let a = 1;\n', 'main'),
    alike: inTurn(put('src/a.js', 'let a = 3;\n', 'fix'), ({ rest, at }) => rest.repos.update({ ...at, default_branch: 'fix' })),
  }),
  'github.file-exists': there({
    args: { path: 'docs/new.bin', branch: 'main' },
    good: putBytes('docs/new.bin', BINARY, 'main'),
    bad: putBytes('new.bin', BINARY, 'main'),
    evidence: /acme\/web has no file docs\/new\.bin on main/,
    undo: removeFile('docs/new.bin', 'main'),
    alike: putBytes('docs/new.bin', BINARY, 'fix'),
  }),
  'github.file-deleted': there({
    args: { path: 'src/a.js', branch: 'fix' },
    good: removeFile('src/a.js', 'fix'),
    bad: removeFile('README.md', 'fix'),
    evidence: /src\/a\.js is still on fix of acme\/web/,
    undo: put('src/a.js', 'let a;\n', 'fix'),
    older: put('src/a.js', '', 'fix'),
    renamed: inTurn(removeFile('src/a.js', 'fix'), renameBranch('fix', 'fixed')),
    alike: removeFile('src/a.js', 'main'),
  }),
  'github.file-as-in-seed': {
    args: { path: 'src/a.js', branch: 'fix', repo: 'acme/web' },
    good: inTurn(put('src/a.js', 'let a = 5;\n', 'main'), put('docs/guide.md', 'Go\n', 'fix')),
    bad: put('src/a.js', 'let a = 3;\n', 'fix'),
    evidence: /src\/a\.js on fix of acme\/web: blob [0-9a-f]{7}, now [0-9a-f]{7}/,
    evasions: {
      'taken back in the same call': 'A call of GitHub does one thing.',
      'taken back later': NEVER_BACK,
      'through another door': async ({ mcp, at }) => {
        await mcp('push_files', { ...at, branch: 'fix', message: 'x', files: [{ path: 'src/a.js', content: 'let a = 3;\n' }] });
      },
      'after a rename': inTurn(put('src/a.js', 'let a = 3;\n', 'fix'), renameBranch('fix', 'old'), branchFrom('fix', 'main')),
      'by an edit of something older': removeFile('src/a.js', 'fix'),
      'on a look-alike': inTurn(put('src/b.js', 'let a = 2;\n', 'fix'), removeFile('src/a.js', 'fix')),
    },
  },
  'github.only-files-changed': there({
    args: { branch: 'new', paths: 'src/a.js, docs/new.md' },
    good: inTurn(branchFrom('new', 'main'), put('src/a.js', 'let a = 3;\n', 'new'), put('docs/new.md', 'x\n', 'new')),
    bad: inTurn(branchFrom('new', 'main'), put('src/a.js', 'let a = 3;\n', 'new'), put('README.md', 'x\n', 'new')),
    evidence: /changed on new of acme\/web: "README\.md"; "src\/a\.js"/,
    undo: inTurn(put('src/a.js', 'let a = 1;\n', 'new'), removeFile('docs/new.md', 'new')),
    older: inTurn(branchFrom('new', 'main'), put('src/a.js', 'let a = 3;\n', 'new'), removeFile('README.md', 'new')),
    alike: inTurn(branchFrom('new', 'main'), put('src/a.js', 'let a = 3;\n', 'main')),
  }),
};

export const emptyCommit =
  (branch: string, message: string) =>
  async ({ rest, at }: Hands): Promise<void> => {
    const { data: ref } = await rest.git.getRef({ ...at, ref: `heads/${branch}` });
    const { data: head } = await rest.git.getCommit({ ...at, commit_sha: ref.object.sha });
    const { data } = await rest.git.createCommit({ ...at, message, tree: head.tree.sha, parents: [head.sha] });
    await rest.git.updateRef({ ...at, ref: `heads/${branch}`, sha: data.sha });
  };

const moveBack =
  (branch: string, to: string) =>
  async ({ rest, at }: Hands): Promise<void> => {
    const { data } = await rest.git.getRef({ ...at, ref: `heads/${to}` });
    await rest.git.updateRef({ ...at, ref: `heads/${branch}`, sha: data.object.sha, force: true });
  };

const tag =
  (name: string) =>
  async ({ rest, at }: Hands): Promise<void> => {
    const { data } = await rest.git.getRef({ ...at, ref: 'heads/main' });
    await rest.git.createRef({ ...at, ref: `refs/tags/${name}`, sha: data.object.sha });
  };

export const branchCases: Cases = {
  'github.branch-exists': there({
    args: { branch: 'new' },
    good: branchFrom('new', 'main'),
    bad: branchFrom('New', 'main'),
    evidence: /branches of acme\/web: "main"; "fix"; "more"; and 2 more/,
    undo: removeBranch('new'),
    alike: tag('new'),
  }),
  'github.branch-created': there({
    args: { branch: 'new' },
    good: branchFrom('new', 'main'),
    bad: branchFrom('newer', 'main'),
    evidence: /branches of acme\/web: "main"; "fix"; "more"; and 2 more/,
    undo: removeBranch('new'),
    renamed: inTurn(branchFrom('new', 'main'), renameBranch('new', 'other')),
  }),
  'github.branch-deleted': there({
    args: { branch: 'spare' },
    good: removeBranch('spare'),
    bad: removeBranch('more'),
    evidence: /branches of acme\/web: "main"; "fix"; "spare"/,
    undo: branchFrom('spare', 'main'),
    older: moveBack('spare', 'main'),
  }),
  'github.branch-renamed': there({
    args: { branch: 'spare', new_branch: 'kept' },
    good: renameBranch('spare', 'kept'),
    bad: renameBranch('spare', 'keep'),
    evidence: /branches of acme\/web: "main"; "fix"; "more"; and 1 more/,
    undo: renameBranch('kept', 'spare'),
    older: branchFrom('kept', 'spare'),
    alike: inTurn(branchFrom('kept', 'main'), removeBranch('spare')),
  }),
  'github.branch-linked-to-issue': there({
    args: { branch: 'work', issue: '1' },
    good: develop(1, 'work', 'spare'),
    bad: inTurn(develop(2, 'work', 'spare'), update({ body: 'Fixes #1' }, 2)),
    evidence: /linked to acme\/web#1: none/,
    undo: removeBranch('work'),
    older: branchFrom('work', 'spare'),
    alike: inTurn(branchFrom('1-work', 'spare'), inApi(develop(1, 'work', 'spare'))),
  }),
  'github.default-branch-is': there({
    args: { branch: 'fix' },
    good: ({ rest, at }) => rest.repos.update({ ...at, default_branch: 'fix' }),
    bad: ({ rest, at }) => rest.repos.update({ ...at, default_branch: 'more' }),
    evidence: /default branch of acme\/web: more/,
    undo: ({ rest, at }) => rest.repos.update({ ...at, default_branch: 'main' }),
  }),
  'github.new-commit-message-contains': there({
    args: { branch: 'fix', needle: 'Count to' },
    good: put('src/a.js', 'let a = 3;\n', 'fix', 'Count to three'),
    bad: put('src/a.js', 'let a = 3;\n', 'fix', 'Go to three'),
    evidence: /new commits on fix of acme\/web: "Go to three"/,
    undo: moveBack('fix', 'main'),
    older: moveBack('fix', 'main'),
    alike: inTurn(emptyCommit('fix', 'Three'), put('src/a.js', 'let a = 3;\n', 'main', 'Count to three')),
  }),
  'github.new-commit-count': there({
    args: { branch: 'fix', count: '2' },
    good: inTurn(emptyCommit('fix', 'One'), emptyCommit('fix', 'Two'), emptyCommit('main', 'Three')),
    bad: emptyCommit('fix', 'One'),
    evidence: /new commits on fix of acme\/web: 1, "One"/,
    undo: emptyCommit('fix', 'Three'),
    alike: inTurn(emptyCommit('fix', 'One'), emptyCommit('more', 'Two')),
  }),
  'github.tag-exists': there({
    args: { tag: 'v1' },
    good: tag('v1'),
    bad: tag('v1.0'),
    evidence: /tags of acme\/web: "v0"; "v1\.0"/,
    undo: ({ rest, at }) => rest.git.deleteRef({ ...at, ref: 'tags/v1' }),
    alike: branchFrom('v1', 'main'),
  }),
};
