import type { ArgumentIssue } from '@svc/twin-kit';
import { z } from 'zod';

// How GitHub's own MCP server reads arguments, and what it says of those that don't fit: github-mcp-server, pkg/github/params.go.

type Kind = 'number' | 'string' | 'boolean' | 'list' | 'other';
export type Kinds = Readonly<Record<string, Kind>>;
type Given = Readonly<Record<string, unknown>>;

const LARGEST_PAGE = 100;
const NUMBER = /^\s*-?\d+(?:\.\d+)?\s*$/;
/** Go's names of what JSON holds. */
const GO: Readonly<Record<Kind, string>> = {
  number: 'float64',
  string: 'string',
  boolean: 'bool',
  list: '[]interface {}',
  other: 'map[string]interface {}',
};

const isWrapped = (schema: unknown): schema is z.ZodOptional | z.ZodDefault | z.ZodNullable =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable;

export const isOptional = (schema: unknown): boolean => schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;

function kindOf(schema: unknown): Kind {
  if (isWrapped(schema)) return kindOf(schema.unwrap());
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodString) return 'string';
  if (schema instanceof z.ZodBoolean) return 'boolean';
  return schema instanceof z.ZodArray && !(schema.element instanceof z.ZodObject) ? 'list' : 'other';
}

export const kindsOf = (shape: Readonly<Record<string, unknown>>): Kinds =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, kindOf(schema)]));

/** The arguments as the server takes them; undefined for what is as good as not sent. */
function readValue(name: string, value: unknown, kind: Kind | undefined): unknown {
  if (kind === 'list' && value === null) return undefined;
  if (kind !== 'number') return value;
  const number = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
  if (!/^(page|perPage|per_page)$/.test(name) || typeof number !== 'number') return number;
  if (number === 0) return undefined;
  return number;
}

/** @param cut the REST API gives a hundred entries to whoever asks for more, the GraphQL API refuses */
export function asRead(given: unknown, kinds: Kinds, cut: boolean): unknown {
  if (typeof given !== 'object' || given === null) return given;
  const short = (name: string, value: unknown): unknown =>
    cut && name === 'perPage' && typeof value === 'number' ? Math.min(value, LARGEST_PAGE) : value;
  const read = Object.entries(given).map(([name, value]) => [name, short(name, readValue(name, value, kinds[name]))] as const);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

function goType(value: unknown): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return GO.list;
  return GO[typeof value as Kind] ?? GO.other;
}

function numberFault(value: unknown): string {
  if (typeof value === 'number') return `non-integer numeric value: ${value}`;
  return typeof value === 'string' ? `invalid numeric value: ${value}` : `expected number, got ${goType(value)}`;
}

/** The first fault in the server's words; what its checks leave to GitHub is left to the schema's. */
export function misfit(issues: readonly ArgumentIssue[], given: Given, kinds: Kinds): string | undefined {
  const issue = issues[0];
  const [name, inside] = (issue?.path ?? []) as [string?, PropertyKey?];
  if (issue === undefined || name === undefined) return undefined;
  const value = given[name];
  if (value === undefined) return `missing required parameter: ${name}`;
  if (issue.code === 'too_big' && name === 'perPage') return `perPage value ${value} exceeds maximum of ${LARGEST_PAGE}`;
  if (issue.code !== 'invalid_type') return undefined;
  const kind = kinds[name];
  if (kind === 'number') return `parameter ${name} is not a valid number: ${numberFault(value)}`;
  if (kind === 'list' && inside === undefined) return `parameter ${name} could not be coerced to []string, is ${goType(value)}`;
  if (kind === 'list') return `parameter ${name} is not of type string, is ${goType((value as unknown[])[Number(inside)])}`;
  return kind === 'string' || kind === 'boolean'
    ? `parameter ${name} is not of type ${GO[kind]}, is ${goType(value)}`
    : undefined;
}
