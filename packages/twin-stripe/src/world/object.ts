import type { IndexSpec } from '@svc/twin-kit';

export type Metadata = Readonly<Record<string, string>>;

export interface Address {
  city: string | null;
  country: string | null;
  line1: string | null;
  line2: string | null;
  postal_code: string | null;
  state: string | null;
}

export interface Shipping {
  address: Address;
  carrier: string | null;
  name: string | null;
  phone: string | null;
  tracking_number: string | null;
}

export interface BillingDetails {
  address: Address;
  email: string | null;
  name: string | null;
  phone: string | null;
  tax_id: string | null;
}

/** What every listed object has. Records are kept in the shape in which Stripe sends them. */
export interface Listed {
  id: string;
  object: string;
  /** Seconds since 1970. */
  created: number;
}

/** The group of the index that lists a whole collection. */
export const ALL = 'all';

/** Lists run by `created`; records of one second keep the order in which they were made. */
export const byCreation = (record: { created: number }): number => record.created;

/** The index that lists a whole collection. */
export const whole: IndexSpec<{ created: number }> = { group: () => ALL, order: byCreation };

/** An index over one field that may be empty. */
export function over<T extends { created: number }>(field: (record: T) => string | null | undefined): IndexSpec<T> {
  return { group: (record) => field(record) ?? undefined, order: byCreation };
}

/** A set of fields that records of a kind have, as a record of nulls in order. */
interface Layout {
  size: number;
  fields: object;
}

/** By `object`, what came up so far. */
const layouts = new Map<string | undefined, Layout[]>();
/** Kinds of records have a few layouts; beyond these each record is sorted for itself. */
const MOST_LAYOUTS = 8;

function sizeOf(record: object): number {
  let size = 0;
  for (const _name in record) size += 1;
  return size;
}

/** Stripe's order of fields: `id`, `object`, then the alphabet. Sorting is spared where a record has the fields of an earlier one. */
export function inWireOrder<T extends object>(record: T): T {
  const { object } = record as { object?: string };
  const known = layouts.get(object) ?? [];
  const size = sizeOf(record);
  for (const layout of known) {
    if (layout.size !== size) continue;
    const ordered = { ...layout.fields, ...record };
    if (sizeOf(ordered) === size) return ordered;
  }
  const names = Object.keys(record).sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
  const fields = Object.fromEntries(names.map((name) => [name, null]));
  if (known.length < MOST_LAYOUTS) layouts.set(object, [...known, { size, fields }]);
  return { ...fields, ...record };
}

const FIRST = ['id', 'object'];
const rank = (name: string): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

/** Makes a constructor that adds the fields which Stripe always sends and this twin never fills. */
export const constructorOf =
  <C extends object>(constants: C) =>
  <F extends object>(fields: F): F & C =>
    inWireOrder({ ...constants, ...fields });

export const NO_ADDRESS: Address = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

export const NO_BILLING_DETAILS: BillingDetails = { address: NO_ADDRESS, email: null, name: null, phone: null, tax_id: null };
