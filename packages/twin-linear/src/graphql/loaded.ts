import type * as Executor from './execute.ts';
import type * as WebhookData from './webhook-data.ts';

type Loaded = Pick<typeof Executor, 'asked' | 'execute' | 'linearSchema'> & Pick<typeof WebhookData, 'webhookData'>;

let modules: Loaded | undefined;

/** Loads the schema and its engine. */
export async function load(): Promise<void> {
  if (modules) return;
  const [{ asked, execute, linearSchema }, { webhookData }] = await Promise.all([
    import('./execute.ts'),
    import('./webhook-data.ts'),
  ]);
  modules = { asked, execute, linearSchema, webhookData };
}

/** What `load` loaded. */
export function loaded(): Loaded {
  if (!modules) throw new Error('a call came before the schema was loaded');
  return modules;
}
