import type { Check } from '@svc/twin-kit';

export const checks: readonly Check[] = [];
