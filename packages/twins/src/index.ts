import type { GithubSeed, GithubState } from '@svc/twin-github/types';
import type { GmailSeed, GmailState } from '@svc/twin-gmail/types';
import type { Twin } from '@svc/twin-kit';
import type { LinearSeed, LinearState } from '@svc/twin-linear/types';
import type { SlackSeed, SlackState } from '@svc/twin-slack/types';
import type { StripeSeed, StripeState } from '@svc/twin-stripe/types';

export { type ShellPlace, type ShellSetup, type Site, vendorShell } from './agent-shell.ts';
export { type ClientHint, clientHints, type Place } from './clients.ts';

interface Registered {
  /** A twin without it would be known, but not startable. */
  load?(): Promise<Twin>;
  /** Gives its token in a variable of its own name too (spec, "Local twin and command line"). */
  tokenAlias?: true;
}

/** The five twins of the spec. */
const registry: Readonly<Record<TwinId, Registered>> = {
  github: { load: async () => (await import('@svc/twin-github')).github },
  stripe: { load: async () => (await import('@svc/twin-stripe')).stripe },
  slack: { load: async () => (await import('@svc/twin-slack')).slack },
  gmail: { load: async () => (await import('@svc/twin-gmail')).gmail, tokenAlias: true },
  linear: { load: async () => (await import('@svc/twin-linear')).linear, tokenAlias: true },
};

const registered = (id: string): Registered | undefined => (Object.hasOwn(registry, id) ? registry[id as TwinId] : undefined);

/** The seed of each twin, as its parser takes it. */
export interface Seeds {
  github: GithubSeed;
  stripe: StripeSeed;
  slack: SlackSeed;
  gmail: GmailSeed;
  linear: LinearSeed;
}

/** The world of each twin, as `/_svc/state` gives it. */
export interface States {
  github: GithubState;
  stripe: StripeState;
  slack: SlackState;
  gmail: GmailState;
  linear: LinearState;
}

export type TwinId = keyof Seeds;

/** Every twin id of the spec, in its order. */
export const twinIds: readonly string[] = Object.keys(registry);

/** What was loaded, or is on its way: to import a module again takes longer than to look it up. */
const loaded = new Map<string, Promise<Twin>>();

/** Loads a twin's package on first use; undefined where there is none by that id. */
export async function loadTwin(id: string): Promise<Twin | undefined> {
  const loading = loaded.get(id) ?? registered(id)?.load?.();
  if (!loading || loaded.has(id)) return loading;
  loaded.set(id, loading);
  loading.catch(() => loaded.delete(id));
  return loading;
}

/** Does the twin give its token in a variable of its own name too? */
export const hasTokenAlias = (id: string): boolean => registered(id)?.tokenAlias ?? false;

/** The file that runs one twin for a sandbox, for runtimes that start twins as processes. */
export const twinProcessEntry: URL = new URL('./main.ts', import.meta.url);
