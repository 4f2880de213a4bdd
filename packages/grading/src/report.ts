import type { RunRecord } from '@svc/contract';

/** The markdown of GET /v1/runs/:id/report.md. */
export function renderReport(_run: RunRecord): string {
  throw new Error('not written');
}
