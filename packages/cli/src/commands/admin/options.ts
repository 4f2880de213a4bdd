import { MAX_ROOM_MIB } from '@svc/contract/limits';
import { type Command, InvalidArgumentError } from 'commander';

/** Every admin command has these. */
export interface AdminOptions {
  dataDir?: string;
  json?: boolean;
}

export const withAdminOptions = (command: Command): Command =>
  command.option('--data-dir <path>', 'the installation of `svc up` with this data directory').option('--json', 'as JSON');

/** Takes an override of a team away. */
export const DEFAULT = 'default';
export type Override = number | typeof DEFAULT;

const UNIT_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
/** No sandbox is worth more than a month, in milliseconds. */
const MAX_DURATION_MS = 31 * 24 * 3_600_000;

/** `500ms`, `30s`, `5m` or `2h` in milliseconds. */
export function durationArgument(value: string): Override {
  if (value === DEFAULT) return DEFAULT;
  const [, count, unit] = /^(\d{1,10})(ms|s|m|h)$/.exec(value) ?? [];
  const ms = Number(count) * (UNIT_MS[unit ?? ''] ?? Number.NaN);
  if (!(ms >= 1 && ms <= MAX_DURATION_MS))
    throw new InvalidArgumentError('A duration is e.g. 500ms, 30s or 5m, up to 744h, or "default".');
  return ms;
}

const MAX_QUOTA = 1_000_000;

export function quotaArgument(value: string): Override {
  if (value === DEFAULT) return DEFAULT;
  if (!/^\d{1,7}$/.test(value) || Number(value) > MAX_QUOTA)
    throw new InvalidArgumentError(`A quota is a number from 0 to ${MAX_QUOTA}, or "default".`);
  return Number(value);
}

/** Of what a twin keeps, in MiB. */
export function mebibytesArgument(value: string): Override {
  if (value === DEFAULT) return DEFAULT;
  const count = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  if (count < 1 || count > MAX_ROOM_MIB)
    throw new InvalidArgumentError(`A number of MiB from 1 to ${MAX_ROOM_MIB}, or "default".`);
  return count;
}

export function slugArgument(value: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(value))
    throw new InvalidArgumentError('A slug has up to 63 characters of a-z, 0-9 and "-", and starts with a letter or digit.');
  return value;
}

export function urlArgument(value: string): string {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new InvalidArgumentError('An address is e.g. https://sandboxes.example.com.');
  return value.replace(/\/+$/, '');
}

const MAX_NAME_LENGTH = 100;

export function nameArgument(value: string): string {
  if (value.trim() === '' || value.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(value))
    throw new InvalidArgumentError(`A name has 1 to ${MAX_NAME_LENGTH} characters and no control characters.`);
  return value;
}
