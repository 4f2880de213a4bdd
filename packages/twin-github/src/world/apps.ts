import { collection } from '@svc/twin-kit';

/** What an app may do, by the names of GitHub's permissions. */
export type AppPermissions = Readonly<Record<string, 'read' | 'write' | 'admin'>>;

/** A GitHub App: https://docs.github.com/rest/apps/apps */
export interface App {
  id: number;
  slug: string;
  name: string;
  client_id: string;
  owner_id: number;
  /** The account `<slug>[bot]` that it acts as. */
  bot_id: number;
  description: string | null;
  external_url: string;
  /** The public half of its key, as PEM. */
  public_key: string;
  permissions: AppPermissions;
  events: string[];
  created_at: string;
  updated_at: string;
}

/** An app's place in an account. */
export interface Installation {
  id: number;
  app_id: number;
  account_id: number;
  /** Those that were chosen; null for all. */
  repository_ids: number[] | null;
  created_at: string;
  updated_at: string;
}

/** What an installation was given to call with, by its digest. */
export interface InstallationToken {
  digest: string;
  installation_id: number;
  repository_ids: number[] | null;
  permissions: AppPermissions;
  expires_at: string;
}

export const appCollections = {
  apps: collection<App>()({
    key: (app) => app.id,
    indexes: {
      slug: { group: (app) => app.slug },
      client: { group: (app) => app.client_id },
      bot: { group: (app) => app.bot_id },
    },
  }),
  installations: collection<Installation>()({
    key: (one) => one.id,
    indexes: {
      app: { group: (one) => one.app_id },
      /** By `<app_id>/<account_id>`. */
      account: { group: (one) => `${one.app_id}/${one.account_id}` },
    },
  }),
  installation_tokens: collection<InstallationToken>()({ key: (one) => one.digest, internal: true }),
};
