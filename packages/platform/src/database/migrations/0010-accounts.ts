import { type Kysely, sql } from 'kysely';

// JavaScript dates carry milliseconds.
const timestamp = sql`timestamptz(3)`;

const ROLES = sql`role in ('owner', 'member')`;

/** Passwords, roles, invitations, identities of an OpenID provider, and how often somebody tried to sign in. Who was there before is an owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('role', 'text', (c) => c.notNull().defaultTo('owner').check(ROLES))
    .addColumn('password_hash', 'text')
    .addColumn('removed_at', timestamp)
    .execute();

  await db.schema
    .createTable('invitations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('team_id', 'text', (c) => c.notNull().references('teams.id'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull().check(ROLES))
    .addColumn('token_sha256', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('expires_at', timestamp, (c) => c.notNull())
    .addUniqueConstraint('invitations_team_email', ['team_id', 'email'])
    .execute();

  await db.schema
    .createTable('oidc_identities')
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addPrimaryKeyConstraint('oidc_identities_pkey', ['issuer', 'subject'])
    .execute();

  await db.schema
    .createTable('sign_in_tries')
    .addColumn('key_sha256', 'text', (c) => c.primaryKey())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('since', timestamp, (c) => c.notNull())
    .execute();
}
