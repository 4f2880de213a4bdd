import { GraphQLError, type GraphQLScalarType, type GraphQLSchema, valueFromASTUntyped } from 'graphql';
import { day, instant, isDuration, isWritable, moved } from '../lists/time.ts';

/** The time that durations are added to; set for the length of one synchronous execution. */
let now = 0;

export function atTime<R>(time: number, work: () => R): R {
  const before = now;
  now = time;
  try {
    return work();
  } finally {
    now = before;
  }
}

const text = (value: unknown, scalar: string): string => {
  if (typeof value === 'string') return value;
  // `2021` may come as a number: shortcuts are years.
  if (typeof value === 'number' && Number.isInteger(value)) return String(value);
  throw new GraphQLError(`${scalar} cannot represent a value that is no string.`);
};

function time(value: unknown, scalar: string): number {
  const given = text(value, scalar);
  const found = isDuration(given) ? moved(now, given) : instant(given);
  if (found === undefined || !isWritable(found)) {
    throw new GraphQLError(`${scalar} cannot represent an invalid date: ${JSON.stringify(value)}.`);
  }
  return found;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A date of a filter: durations stay as they are, since they are counted from the moment of the comparison. */
function dateOrDuration(value: unknown, scalar: string): string {
  const given = text(value, scalar);
  time(given, scalar);
  return given;
}

const coercers: Readonly<Record<string, (value: unknown) => unknown>> = {
  DateTime: (value) => new Date(time(value, 'DateTime')).toISOString(),
  TimelessDate: (value) => day(new Date(time(value, 'TimelessDate')).toISOString()),
  DateTimeOrDuration: (value) => dateOrDuration(value, 'DateTimeOrDuration'),
  TimelessDateOrDuration: (value) => dateOrDuration(value, 'TimelessDateOrDuration'),
  UUID: (value) => {
    if (typeof value === 'string' && UUID.test(value)) return value;
    throw new GraphQLError(`UUID cannot represent ${JSON.stringify(value)}.`);
  },
  JSONObject: (value) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    throw new GraphQLError('JSONObject cannot represent a value that is no object.');
  },
};

/** Gives the schema's own scalars their meaning. */
export function coerceScalars(schema: GraphQLSchema): void {
  for (const [name, coerce] of Object.entries(coercers)) {
    const scalar = schema.getType(name) as GraphQLScalarType;
    scalar.parseValue = coerce;
    scalar.parseLiteral = (node) => coerce(valueFromASTUntyped(node));
  }
}
