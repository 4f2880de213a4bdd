/** Made of the form that GitHub documents; opens nothing. */
export const TOKEN = `ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`;
/** Known in one repository only. */
export const KNOWN = `ghp_${'z9Y8x7W6v5U4t3S2r1'.repeat(2)}`;

/** Two repositories that differ in nothing but their names, so that whatever is done in one can be done in the other. */
const repository = (name: string) => ({
  owner: 'acme',
  name,
  description: 'A small shop',
  topics: ['tools'],
  collaborators: [{ login: 'ada', permission: 'admin' }, 'ben', { login: 'cyd', permission: 'pull' }],
  teams: [{ name: 'crew', permission: 'triage' }],
  milestones: [
    { title: 'v1', number: 1 },
    { title: 'v2', number: 2, due_on: '2026-05-01T00:00:00Z' },
  ],
  files: { 'src/a.js': 'let a = 1;\n', 'README.md': '# web\n', 'docs/guide.md': 'How to start\n' },
  branches: [
    { name: 'fix', files: { 'src/a.js': 'let a = 2;\n' }, message: 'Count to two' },
    { name: 'more', files: { 'src/b.js': 'let b = 1;\n' } },
    { name: 'spare', files: { 'spare.txt': 'Not used\n' } },
  ],
  issues: [
    {
      number: 1,
      title: 'Bug',
      body: 'Steps to reproduce',
      labels: ['bug'],
      assignees: ['ben'],
      milestone: 'v1',
      comments: [{ user: 'ben', body: 'It fails for me', reactions: [{ content: 'eyes', user: 'ben' }] }],
      reactions: [{ content: 'heart', user: 'ben' }],
    },
    { number: 2, title: 'Other', body: 'Nothing yet', labels: ['wontfix'], comments: [{ user: 'cyd', body: 'Me too' }] },
    {
      number: 4,
      title: 'Epic',
      comments: [
        { user: 'ben', body: 'First thought' },
        { user: 'cyd', body: 'Second thought' },
      ],
    },
  ],
  pull_requests: [
    {
      number: 3,
      title: 'Fix',
      body: 'Repairs a',
      head: 'fix',
      labels: ['bug'],
      assignees: ['ben'],
      milestone: 'v1',
      requested_reviewers: ['ben'],
      comments: [{ user: 'ben', body: 'It fails for me', reactions: [{ content: 'eyes', user: 'ben' }] }],
      reviews: [{ user: 'cyd', comments: [{ path: 'src/a.js', line: 1, body: 'Why two?' }] }],
      reactions: [{ content: 'heart', user: 'ben' }],
    },
    { number: 5, title: 'More', body: 'Adds b', user: 'dee', head: 'more', labels: ['wontfix'] },
  ],
  tags: ['v0'],
  releases: [{ tag_name: 'v0', name: 'First', body: 'The first one' }],
});

export const seed = {
  viewer: 'ada',
  users: [
    { login: 'ada' },
    { login: 'ben' },
    { login: 'cyd', name: 'Cyd Ray' },
    { login: 'dee' },
    {
      login: 'acme',
      type: 'Organization',
      members: [{ login: 'ada', role: 'admin' }, 'ben'],
      teams: [{ name: 'crew', members: ['ada'] }],
    },
  ],
  repositories: [
    repository('web'),
    repository('api'),
    {
      owner: 'acme',
      name: 'vault',
      private: true,
      collaborators: [{ login: 'ada', permission: 'admin' }],
      files: { 'keys.md': `${KNOWN}\n` },
      issues: [{ number: 1, title: 'Done', state: 'closed' }],
    },
    {
      owner: 'ben',
      name: 'tools',
      files: { 'README.md': '# tools\n' },
      branches: [{ name: 'fix', files: { 'README.md': '# Tools\n' } }],
      pull_requests: [{ number: 1, title: 'Fix', user: 'ben', head: 'fix' }],
    },
  ],
};
