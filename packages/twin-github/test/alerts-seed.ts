/** A world with alerts of every kind, for the tests of them. */
export const at = { owner: 'acme', repo: 'web' };
export const day = (number: number): string => `2026-01-0${number}T00:00:00Z`;

export const advisories = [
  {
    ...{ ghsa_id: 'GHSA-2222-3333-4444', cve_id: 'CVE-2026-12345', summary: 'Prototype pollution', severity: 'high' },
    ...{ description: 'It **pollutes**.', published_at: day(2), updated_at: day(5), references: ['https://example.com/a'] },
    vulnerabilities: [
      { package: 'lodash', vulnerable_version_range: '< 4.17.21', first_patched_version: '4.17.21' },
      { package: 'lodash-es', vulnerable_version_range: '< 4.17.21' },
    ],
    ...{ cvss: { vector_string: 'CVSS:3.1/AV:N', score: 7.2 }, cwes: [{ cwe_id: 'CWE-1321', name: 'Pollution' }] },
  },
  {
    ...{ ghsa_id: 'GHSA-5555-6666-7777', summary: 'Slow regular expression', severity: 'low', published_at: day(3) },
    vulnerabilities: [{ ecosystem: 'pip', package: 'slow', vulnerable_functions: ['slow.match'] }],
    ...{ cwes: [{ cwe_id: 'CWE-79' }], withdrawn_at: day(6) },
  },
  { ghsa_id: 'GHSA-8888-9999-cccc', summary: 'Seen somewhere', type: 'unreviewed', severity: 'unknown', published_at: day(1) },
];

export const repository = {
  ...{ owner: 'acme', name: 'web' },
  collaborators: [{ login: 'ada', permission: 'push' }],
  files: { 'src/a.js': "const key = 'AKIA1';\n", 'package.json': '{}' },
  branches: [{ name: 'fix' }],
  issues: [{ number: 1, title: 'Leak', body: 'It is AKIA2' }],
  code_scanning_alerts: [
    {
      ...{ rule: { id: 'js/xss', severity: 'error', security_severity_level: 'high', tags: ['security'] }, path: 'src/a.js' },
      ...{ start_line: 3, message: 'Written unescaped', created_at: day(1), updated_at: day(4), branches: ['main', 'fix'] },
    },
    {
      ...{ rule: 'js/unused', path: 'src/b.js', created_at: day(2), state: 'dismissed', dismissed_reason: "won't fix" },
      ...{ dismissed_by: 'grace', dismissed_comment: 'Later' },
    },
    { rule: 'js/old', path: 'src/c.js', created_at: day(3), state: 'fixed', tool: { name: 'Semgrep', version: '1.0' } },
    { rule: 'js/other', path: 'src/d.js', branches: ['fix'] },
  ],
  secret_scanning_alerts: [
    {
      ...{ secret_type: 'aws_access_key_id', secret_type_display_name: 'AWS Key', secret: 'AKIA1', validity: 'active' },
      ...{ path: 'src/a.js', issue: 1, created_at: day(1), publicly_leaked: true },
    },
    {
      ...{ secret_type: 'npm_token', secret: 'npm_1', created_at: day(2), state: 'resolved', resolution: 'revoked' },
      ...{ resolution_comment: 'Gone', multi_repo: true },
    },
  ],
  dependabot_alerts: [
    { advisory: 'GHSA-2222-3333-4444', manifest_path: 'package.json', created_at: day(1), updated_at: day(4) },
    {
      ...{ advisory: 'GHSA-5555-6666-7777', manifest_path: 'requirements.txt', scope: 'development', created_at: day(2) },
      ...{ state: 'dismissed', dismissed_reason: 'not_used', relationship: 'transitive' },
    },
    { advisory: 'GHSA-2222-3333-4444', package: 'lodash-es', created_at: day(3), state: 'fixed' },
  ],
};

export const seed = {
  viewer: 'ada',
  users: [{ login: 'ada' }, { login: 'grace' }, { login: 'acme', type: 'Organization', members: ['grace'] }],
  repositories: [
    repository,
    { owner: 'grace', name: 'hers', dependabot_alerts: [{ advisory: 'GHSA-2222-3333-4444' }], collaborators: [] },
    { owner: 'acme', name: 'old', archived: true, code_scanning_alerts: [{ rule: 'js/xss', path: 'a.js' }] },
  ],
  advisories,
};
