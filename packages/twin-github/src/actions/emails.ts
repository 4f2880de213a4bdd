import { type FieldError, NotFound, Unprocessable, ValidationFailed } from '../errors.ts';
import { type GithubContext, noreplyAddress, type User } from '../world.ts';
import { type HasWorld, viewerOf } from './access.ts';

/** An address as its owner sees it; only the primary one is public or private. */
export interface Email {
  email: string;
  primary: boolean;
  verified: boolean;
  visibility: 'public' | 'private' | null;
}

const fault = (message: string, value: string): FieldError => ({
  resource: 'UserEmail',
  code: 'custom',
  field: 'email',
  message,
  value,
});

const ownAddresses = ({ email, emails }: Readonly<User>): NonNullable<User['emails']> =>
  emails ?? (email === null ? [] : [{ email, primary: true, verified: true }]);

/** The viewer's addresses, the last GitHub's own for them; it is the primary one of who has given none. */
export function listEmails(context: HasWorld): Email[] {
  const viewer = viewerOf(context);
  const own = ownAddresses(viewer);
  const hasPrimary = own.some(({ primary }) => primary);
  const all = [...own, { email: noreplyAddress(viewer), primary: !hasPrimary, verified: true }];
  const visibility = viewer.email === null ? 'private' : 'public';
  return all.map((one) => ({ ...one, visibility: one.primary ? visibility : null }));
}

export const listPublicEmails = (context: HasWorld): Email[] =>
  listEmails(context).filter(({ visibility }) => visibility === 'public');

/** The sentence is the twin's own; that it has to be one of the account's stands in gh's manual (`gh pr merge --author-email`). @throws Unprocessable */
export function requireOwnAddress(context: HasWorld, address: string): void {
  if (listEmails(context).some(({ email, verified }) => verified && sameAddress(email, address))) return;
  throw new Unprocessable('Author email must be one of your verified email addresses');
}

const ADDRESS = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Addresses wait until somebody follows the link in a letter, which nobody does here. @throws ValidationFailed */
export function addEmails(context: GithubContext, emails: readonly string[]): Email[] {
  const { users } = context.world;
  const viewer = viewerOf(context);
  if (emails.length === 0) throw new ValidationFailed([{ resource: 'UserEmail', code: 'missing_field', field: 'email' }]);
  const taken = [...users.values()].flatMap((user) => [...ownAddresses(user).map(({ email }) => email), noreplyAddress(user)]);
  const errors = emails.flatMap((email) => {
    if (!ADDRESS.test(email)) return fault('email is invalid', email);
    return taken.some((one) => sameAddress(one, email)) ? fault('email is already in use', email) : [];
  });
  if (errors.length > 0) throw new ValidationFailed(errors);
  const added = [...new Set(emails)].map((email) => ({ email, primary: false, verified: false }));
  users.update(viewer.id, { emails: [...ownAddresses(viewer), ...added] });
  return added.map((one) => ({ ...one, visibility: null }));
}

/** The primary address stays, and GitHub's own. @throws NotFound, ValidationFailed */
export function deleteEmails(context: GithubContext, emails: readonly string[]): void {
  const viewer = viewerOf(context);
  const own = ownAddresses(viewer);
  for (const email of emails) {
    const found = listEmails(context).find((one) => sameAddress(one.email, email));
    if (!found) throw new NotFound();
    if (found.primary || sameAddress(email, noreplyAddress(viewer)))
      throw new ValidationFailed([fault('email cannot be removed', email)]);
  }
  const kept = own.filter((one) => !emails.some((email) => sameAddress(one.email, email)));
  context.world.users.update(viewer.id, { emails: kept });
}

/** Shows the primary address in the viewer's profile, or takes it away. */
export function setEmailVisibility(context: GithubContext, visibility: 'public' | 'private'): Email[] {
  const viewer = viewerOf(context);
  const isPrimary = ({ primary }: { primary: boolean }) => primary;
  const primary = listEmails(context).find(isPrimary);
  context.world.users.update(viewer.id, {
    // The address is kept where the profile doesn't show it.
    emails: ownAddresses(viewer),
    email: visibility === 'public' ? (primary?.email ?? null) : null,
  });
  return listEmails(context).filter(isPrimary);
}
