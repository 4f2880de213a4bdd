/** What GitHub serves beside its REST API and the twin doesn't model: git over HTTP, older addresses, and signing in. Refused by name, not unknown. */
export const otherSurfaces: readonly string[] = [
  'GET /graphql',
  'GET /{owner}/{repo}/info/refs',
  'POST /{owner}/{repo}/git-upload-pack',
  'POST /{owner}/{repo}/git-receive-pack',
  'GET /organizations/{org_id}/team/{team_id}/repos',
  'GET /login/oauth/authorize',
  'POST /login/oauth/access_token',
  'POST /login/device/code',
];
