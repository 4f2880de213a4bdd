/** GitHub writes a team's name in lower case with hyphens into its addresses. */
export const slugOf = (name: string, nameless = 'team'): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z\d_]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || nameless;
