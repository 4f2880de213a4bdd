import { InvalidArgumentError } from 'commander';

const LARGEST_PORT = 65_535;

export function portArgument(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > LARGEST_PORT) {
    throw new InvalidArgumentError(`A port is a number from 0 to ${LARGEST_PORT}.`);
  }
  return Number(value);
}
