import { describe, expect, test } from '@jest/globals';
import { fateOf } from '@svc/twin-kit';
import type { Trial, TrialFate } from '@svc/twin-kit/testing';
import { bracketed, type FieldsSpec, pathsOf } from '../src/params/spec.ts';
import { routes } from '../src/routes/index.ts';
import type { NamedRoute } from '../src/routes/operation.ts';
import { cases, type InputCase } from './inputs/cases.ts';
import { candidates, isOnlyWord, specAt, withInput } from './inputs/values.ts';
import { trialWorld } from './inputs/world.ts';

// Every parameter of every modelled operation, nested ones too, as Stripe's own type declarations list them (npm stripe): none is
// taken and dropped.

const { trials, made } = trialWorld();
const declared = cases(made);
/** What the check of types says. */
const TYPES = /^Invalid (object|array|string|integer|decimal|boolean)|: must be one of /;
/** Rules under which only the world's own currency passes. */
const ONE_CURRENCY = /^The price specified is in eur|^You cannot combine currencies/;
const CURSORS = new Set(['starting_after', 'ending_before']);

const messageOf = (body: unknown): string => (body as { error: { message: string } }).error.message;

function formFor({ form = {}, forms = {} }: InputCase, path: string): Record<string, unknown> {
  const prefixes = Object.keys(forms).filter((prefix) => path === prefix || path.startsWith(`${prefix}.`));
  const [longest] = prefixes.sort((one, other) => other.length - one.length);
  return longest === undefined ? form : (forms[longest] as Record<string, unknown>);
}

/** What becomes of an input, by the value of it that makes the most of a difference. */
function fateIn(route: NamedRoute, path: string): { fate: TrialFate; why?: unknown } {
  const own = declared[route.id] ?? {};
  const { params = {}, groups } = own;
  const spec = route.parameters();
  const without = withInput(spec, formFor(own, path), path, made, undefined, groups);
  const call = (body: object) => ({ operation: route.id, params, body });
  const before = trials.attempt(call(without));
  const ids = (): string[] => (before.body as { data: { id: string }[] }).data.map(({ id }) => id);
  const values = CURSORS.has(path) ? [ids()[0] ?? 'none', ids().at(-1)] : candidates(specAt(spec, path), path, made);
  const seen = values.map((value) =>
    compared(before, trials.attempt(call(withInput(spec, without, path, made, value, groups))), path),
  );
  // A value that isn't modelled, beside others that are.
  const partly = new Set(seen.map(({ fate }) => fate === 'refused')).size === 2;
  if (partly && fateOf(route.reads, path) === 'read') return { fate: 'effective' };
  const order: TrialFate[] = ['effective', 'refused', 'ignored', 'rejected', 'silent'];
  return order.map((fate) => seen.find((one) => one.fate === fate)).find((found) => found !== undefined) ?? { fate: 'silent' };
}

const UNMODELLED = 501;
const DECLINED = 402;

function compared(before: Trial, after: Trial, path: string): { fate: TrialFate; why?: string } {
  if (after.status === UNMODELLED) return { fate: 'refused' };
  if (after.ignored.length > before.ignored.length) return { fate: 'ignored' };
  if (after.trace === before.trace) return { fate: 'silent', ...(before.status >= 400 && { why: messageOf(before.body) }) };
  if (after.status < 400 || after.status === DECLINED) return { fate: 'effective' };
  // A rule that names the input has read it; a type that doesn't fit says nothing.
  const { message, param } = (after.body as { error: { message: string; param?: string } }).error;
  const named = param?.replaceAll(/\[\d+\]/g, '') === bracketed(path.split('.')) && !TYPES.test(message);
  const read = before.status < 400 && (named || ONE_CURRENCY.test(message));
  return read ? { fate: 'effective' } : { fate: 'rejected', why: message };
}

/** A group is what its fields are. */
function leavesOf(spec: FieldsSpec): string[] {
  const all = pathsOf(spec);
  return all.filter((path) => !all.some((other) => other.startsWith(`${path}.`)));
}

describe('a documented parameter is effective, refused by name, or declared to be ignored', () => {
  test.each(routes.map((route): [string, NamedRoute] => [`${route.method} ${route.path}`, route]))('%s', (_name, route) => {
    const odd: Record<string, unknown> = {};
    for (const path of leavesOf(route.parameters())) {
      if (path === 'expand' || isOnlyWord(specAt(route.parameters(), path))) continue;
      const { fate, why } = fateIn(route, path);
      const expected = fateOf(route.reads, path);
      const kept = expected === 'read' ? fate === 'effective' : fate === expected;
      if (!kept) odd[path] = why ?? fate;
    }
    expect(odd).toEqual({});
  });
});
