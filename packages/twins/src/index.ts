import type { Twin } from '@svc/twin-kit';

type Loader = () => Promise<Twin>;

/** The five twins of the spec. One without a loader would be known, but not startable. */
const registry: Readonly<Record<string, Loader | undefined>> = {
  github: async () => (await import('@svc/twin-github')).github,
  stripe: async () => (await import('@svc/twin-stripe')).stripe,
  slack: async () => (await import('@svc/twin-slack')).slack,
  gmail: async () => (await import('@svc/twin-gmail')).gmail,
  linear: async () => (await import('@svc/twin-linear')).linear,
};

/** Every twin id of the spec, in its order. */
export const twinIds: readonly string[] = Object.keys(registry);

/** Loads a twin's package on first use; undefined where there is none by that id. */
export async function loadTwin(id: string): Promise<Twin | undefined> {
  return Object.hasOwn(registry, id) ? registry[id]?.() : undefined;
}

/** The file that runs one twin for a sandbox, for runtimes that start twins as processes. */
export const twinProcessEntry: URL = new URL('./main.ts', import.meta.url);
