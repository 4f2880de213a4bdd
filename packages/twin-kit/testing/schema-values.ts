import type { Chance } from './chance.ts';

/** The part of JSON Schema that zod's own export writes. */
export interface JsonSchema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
}

/** Values that fit nowhere, or just so. */
export const STRANGE: readonly unknown[] = [
  ...[null, -1, 0, 1.5, 1e21, true, '', ' ', 'x', '\u0000', '__proto__', 'constructor', '../..', '%00', '%F0%9F', '{"a":', '😀'],
  ...['x'.repeat(300), 'é'.repeat(300), [], [null], [[]], ['x', null], {}, { a: { b: [] } }],
];

const STRANGE_SHARE = 0.02;

/** Writes values for a JSON Schema: mostly such as fit, with names and ids of a world, now and then something strange. */
export class SchemaValues {
  readonly #chance: Chance;
  readonly #named: (field: string) => unknown;
  readonly #optional: number;

  /**
   * @param named a value for a field of this name, where the world has one
   * @param optional the share of optional fields that are given: of many at a time, few fit one another
   */
  constructor(chance: Chance, named: (field: string) => unknown, optional = 0.4) {
    this.#chance = chance;
    this.#named = named;
    this.#optional = optional;
  }

  value(field: string, schema: JsonSchema): unknown {
    if (this.#chance.maybe(STRANGE_SHARE)) return this.#chance.of(STRANGE);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) {
      const known = this.#named(field);
      return schema.enum.includes(known) ? known : this.#chance.of(schema.enum);
    }
    const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (branches) return this.value(field, this.#chance.of(branches));
    const type = typeof schema.type === 'string' ? schema.type : this.#chance.of(schema.type ?? []);
    if (type === 'object') return this.#mapping(field, schema);
    if (type === 'array') return Array.from({ length: this.#chance.below(3) }, () => this.value(field, schema.items ?? {}));
    return this.#scalar(field, type);
  }

  /** Required fields nearly always, the others now and then. */
  object({ properties = {}, required = [] }: JsonSchema): Record<string, unknown> {
    const fields = Object.entries(properties).filter(([name]) =>
      this.#chance.maybe(required.includes(name) ? 0.98 : this.#optional),
    );
    return Object.fromEntries(fields.map(([name, schema]) => [name, this.value(name, schema)]));
  }

  #mapping(field: string, schema: JsonSchema): unknown {
    const known = schema.properties ? undefined : this.#named(field);
    return typeof known === 'object' ? known : this.object(schema);
  }

  #scalar(field: string, type: string | undefined): unknown {
    if (type === 'null') return null;
    const known = this.#named(field);
    if (type === 'integer' || type === 'number') return typeof known === 'number' ? known : 1 + this.#chance.below(5);
    if (type === 'boolean') return typeof known === 'boolean' ? known : this.#chance.maybe(0.5);
    return typeof known === 'number' ? String(known) : known;
  }
}
