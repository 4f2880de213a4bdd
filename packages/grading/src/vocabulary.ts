import { createHash } from 'node:crypto';
import type { Check, Substrate } from '@svc/twin-kit';

/** A check as GET /v1/checks lists it. */
export interface DeclaredCheck {
  id: string;
  template: string;
  description: string;
  compares: string;
  substrate: Substrate;
  params: { name: string; pattern: string; example: string; description: string }[];
}

/** The declared part of a vocabulary, sorted by id; parameters stand in the order of their declaration. */
export function declaredChecks(checks: readonly Check[]): DeclaredCheck[] {
  return checks
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, template, description, compares, substrate, params }) => ({
      id,
      template,
      description,
      compares,
      substrate,
      params: Object.entries(params).map(([name, param]) => ({
        name,
        pattern: param.pattern.source,
        example: param.example,
        description: param.description,
      })),
    }));
}

/** A twin's checks are the same as long as the process runs, and every run is told their digest. */
const digests = new WeakMap<readonly Check[], string>();

/** Identifies a vocabulary: SHA-256 over the canonical JSON (sorted keys, no spaces) of what GET /v1/checks lists. */
export function vocabularyDigest(checks: readonly Check[]): string {
  const known = digests.get(checks);
  if (known !== undefined) return known;
  const digest = `sha256:${createHash('sha256')
    .update(canonicalJson(declaredChecks(checks)))
    .digest('hex')}`;
  digests.set(checks, digest);
  return digest;
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

/** What a run names as its evaluator. Grows with every change that can change a verdict. */
export const EVALUATOR = { name: 'svc-grading', version: '0.1.0' } as const;
