import { InvalidArgumentError } from 'commander';

/** An option that counts. @throws InvalidArgumentError for anything else */
export function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('A whole number, 0 or more.');
  return Number(value);
}
