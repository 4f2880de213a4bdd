import type { Database } from '@svc/platform';
import type { Kysely } from 'kysely';
import * as oidc from 'openid-client';
import { findTeam } from '../accounts.ts';
import type { OidcSettings } from '../config.ts';
import type { Service } from '../service.ts';
import { acceptInvitation, emailKey, findInvitationTo, joinTeam } from './invitations.ts';

/** The provider may take so long for one answer, in seconds. */
const TIMEOUT_SECONDS = 10;
const SCOPE = 'openid email';

/** What a browser keeps between its way to the provider and back, sealed. */
export interface OidcAttempt {
  state: string;
  nonce: string;
  verifier: string;
}

/** Who the provider says somebody is. */
export interface OidcPerson {
  issuer: string;
  subject: string;
  /** Only one that the provider has verified. */
  email: string | undefined;
}

/** An OpenID Connect provider: authorization code flow with PKCE (OpenID Connect Core 1.0, section 3.1; RFC 7636). */
export class OidcProvider {
  readonly #settings: OidcSettings;
  readonly #redirectUri: string;
  #found: Promise<oidc.Configuration> | undefined;

  constructor(settings: OidcSettings, dashboardUrl: string) {
    this.#settings = settings;
    this.#redirectUri = `${dashboardUrl}/signin/oidc/callback`;
  }

  /** Its name on the button. */
  get name(): string {
    return new URL(this.#settings.issuer).host;
  }

  /** @returns where to send the browser, and what it brings back. @throws what the provider or the network says */
  async begin(): Promise<{ url: URL; attempt: OidcAttempt }> {
    const configuration = await this.#discovered();
    const attempt = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: SCOPE,
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    });
    return { url, attempt };
  }

  /** @param query that the browser came back with. @throws what the provider or the network says, or what is wrong with its answer */
  async finish(query: string, { state, nonce, verifier }: OidcAttempt): Promise<OidcPerson> {
    const configuration = await this.#discovered();
    const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${this.#redirectUri}${query}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('the provider sent no ID token');
    const told = claims.email === undefined ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims;
    const isVerified = told.email_verified === true && typeof told.email === 'string';
    return { issuer: claims.iss, subject: claims.sub, email: isVerified ? emailKey(String(told.email)) : undefined };
  }

  /** Found when it is first needed: a provider that is away must not keep the service from starting. */
  #discovered(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const execute = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
    const found =
      this.#found ?? oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_SECONDS });
    this.#found = found;
    found.catch(() => {
      this.#found = undefined;
    });
    return found;
  }
}

/**
 * The user that a person is here: one who came from the provider before, has the e-mail address, is invited by it, or joins the
 * team that is open to everybody whom the provider knows.
 *
 * @returns undefined for a stranger
 */
export async function userOf(service: Service, person: OidcPerson): Promise<string | undefined> {
  const { database } = service;
  const known = await knownUser(database, person);
  if (known !== undefined) return known;
  const { email, issuer, subject } = person;
  if (email === undefined) return undefined;
  const userId = (await userByEmail(database, email)) ?? (await newUser(service, email));
  if (userId === undefined) return undefined;
  await database
    .insertInto('oidc_identities')
    .values({ issuer, subject, user_id: userId, created_at: service.clock.now() })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ user_id: userId }))
    .execute();
  return userId;
}

async function knownUser(database: Kysely<Database>, { issuer, subject }: OidcPerson): Promise<string | undefined> {
  const row = await database
    .selectFrom('oidc_identities')
    .innerJoin('users', 'users.id', 'oidc_identities.user_id')
    .select('users.id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('users.removed_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

async function userByEmail(database: Kysely<Database>, email: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('users')
    .select('id')
    .where((where) => where(where.fn('lower', ['email']), '=', email))
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .executeTakeFirst();
  return row?.id;
}

async function newUser({ database, clock, config }: Service, email: string): Promise<string | undefined> {
  const invitation = await findInvitationTo(database, email, clock.now());
  if (invitation) return acceptInvitation(database, invitation, undefined, clock);
  const team = config.oidc?.team === undefined ? undefined : await findTeam(database, config.oidc.team);
  if (!team) return undefined;
  const removed = await database
    .selectFrom('users')
    .select('id')
    .where('team_id', '=', team.id)
    .where('email', '=', email)
    .executeTakeFirst();
  // Whoever was removed from the team doesn't come back by himself.
  if (removed) return undefined;
  return (await joinTeam(database, { teamId: team.id, email, role: 'member' }, undefined, clock)).id;
}
