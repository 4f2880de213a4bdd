import { stripped } from '@svc/twin-kit';
/** GitHub writes a team's name in lower case with hyphens into its addresses. */
export const slugOf = (name: string, nameless = 'team'): string =>
  stripped(name.toLowerCase().replaceAll(/[^a-z\d_]+/g, '-'), '-') || nameless;
