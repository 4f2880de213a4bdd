/** What GitHub serves beside its REST API and the twin doesn't model: older addresses, and signing in. Refused by name, not unknown. */
export const otherSurfaces: readonly string[] = [
  'GET /graphql',
  'GET /login/oauth/authorize',
  'POST /login/oauth/access_token',
  'POST /login/device/code',
];
