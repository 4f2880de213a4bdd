import { z } from 'zod';
import { openSshKey } from '../actions/keys.ts';
import { duplicates, type Fault } from './fault.ts';
import { login, nameOr } from './schema-parts.ts';

const sshKey = z
  .string()
  .refine((text) => openSshKey(text) !== undefined, {
    message: 'must be a public key as OpenSSH writes it',
    params: { code: 'invalid_key' },
  })
  .transform((text) => openSshKey(text) ?? text);
const keySchema = nameOr(sshKey, z.object({ title: z.string().min(1).optional(), key: sshKey }));

/** Whom a person follows, the keys that they sign in with, and their addresses. */
export const personFields = {
  following: z.array(login).default([]),
  keys: z.array(keySchema).default([]),
  /** All addresses that they gave GitHub; `email` is the one that their profile shows. */
  emails: z
    .array(
      nameOr(z.email(), z.object({ email: z.email(), primary: z.boolean().default(false), verified: z.boolean().default(true) })),
    )
    .default([]),
};

export const deployKeySchema = z.object({
  title: z.string().min(1).optional(),
  key: sshKey,
  read_only: z.boolean().default(false),
  /** By default the owner, or the viewer where an organisation is the owner. */
  added_by: login.optional(),
});

const person = z.object(personFields);
export type PersonSeed = z.output<typeof person> & { login: string; type: string; email?: string | null | undefined };

/** The addresses of a person, of which one is the primary one. */
export function emailsOf({ emails, email }: Pick<PersonSeed, 'emails' | 'email'>) {
  const declared = emails.map((one) => (typeof one === 'string' ? { email: one, primary: false, verified: true } : one));
  const isKnown = declared.some((one) => one.email.toLowerCase() === email?.toLowerCase());
  const all = email == null || isKnown ? declared : [{ email, primary: false, verified: true }, ...declared];
  if (all.some(({ primary }) => primary)) return all;
  const shown = Math.max(
    0,
    all.findIndex((one) => one.email.toLowerCase() === email?.toLowerCase()),
  );
  return all.map((one, at) => ({ ...one, primary: at === shown }));
}

const keyOf = (one: string | { key: string }): string => (typeof one === 'string' ? one : one.key);

/** A person follows nobody twice, and a key or an address stands in one place of all. */
export function* checkPeople(
  users: readonly PersonSeed[],
  repositories: readonly { deploy_keys: { key: string }[] }[],
): Generator<Fault> {
  for (const [at, { login: name, following, emails }] of users.entries()) {
    for (const [which, one] of following.entries())
      if (one.toLowerCase() === name.toLowerCase())
        yield { path: ['users', at, 'following', which], message: 'nobody follows themselves', code: 'follows_oneself' };
    yield* duplicates(
      following.map((one) => one.toLowerCase()),
      (which) => ['users', at, 'following', which],
      (one) => `${one} is followed twice`,
    );
    const primaries = emails.filter((one) => typeof one === 'object' && one.primary).length;
    if (primaries > 1) yield { path: ['users', at, 'emails'], message: 'one address is the primary one', code: 'duplicate' };
  }
  const addresses = users.flatMap((user, at) => emailsOf(user).map(({ email }) => ({ at, email: email.toLowerCase() })));
  yield* duplicates(
    addresses.map(({ email }) => email),
    (which) => ['users', addresses[which]?.at ?? 0, 'emails'],
    (email) => `address ${email} is somebody's already`,
  );
  const places = [
    ...users.flatMap(({ keys }, at) => keys.map((one, which) => ({ path: ['users', at, 'keys', which], key: keyOf(one) }))),
    ...repositories.flatMap(({ deploy_keys }, at) =>
      deploy_keys.map(({ key }, which) => ({ path: ['repositories', at, 'deploy_keys', which, 'key'], key })),
    ),
  ];
  yield* duplicates(
    places.map(({ key }) => key),
    (which) => places[which]?.path ?? [],
    () => 'the key is in use already',
  );
}
