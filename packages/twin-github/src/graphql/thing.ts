/** A record of the world together with the type that the graph shows it as. */
export interface Thing<T extends object = object> {
  readonly type: string;
  readonly of: Readonly<T>;
  /** What stands on the edge that leads to it, e.g. the size of a language. */
  readonly edge?: Readonly<Record<string, unknown>>;
}

export const thing = <T extends object>(type: string, of: Readonly<T>, edge?: Readonly<Record<string, unknown>>): Thing<T> =>
  edge ? { type, of, edge } : { type, of };

export const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && 'type' in value && 'of' in value;
