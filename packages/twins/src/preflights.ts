import { corsPreflight as github } from '@svc/twin-github/preflight';
import type { CorsPreflight } from '@svc/twin-kit';
import { corsPreflight as stripe } from '@svc/twin-stripe/preflight';

/** What browsers are told before a page calls a twin, by the twin's id, of the vendors that pages may call. Loads no twin. */
export const corsPreflights: Readonly<Record<string, CorsPreflight>> = { github, stripe };
